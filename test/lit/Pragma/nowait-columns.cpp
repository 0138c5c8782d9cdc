// Elements that constant bounds or indices keep apart, and such that they do
// not: loops over columns, over halves, with steps, with rows in one dimension.
// RUN: %clangxx %verify %s

#define ANNOTATED                                                              \
  _Pragma("ompx usersched(load: i + 1)") _Pragma("omp for nowait")
// No barrier between the two statements, of which each is a loop's.
#define PAIR(FIRST, SECOND)                                                    \
  _Pragma("omp parallel") {                                                    \
    ANNOTATED FIRST ANNOTATED SECOND                                           \
  }
#define EACH for (int i = 0; i < n; ++i)
#define COLUMNS(BEGIN, END) for (int k = BEGIN; k < END; ++k)

constexpr int Half = 4;

void apart(double (*a)[8], double *x, int n, int m) {
  PAIR(EACH COLUMNS(0, 4) a[i][k] = 1;, EACH COLUMNS(4, 8) a[i][k] = 2;)
  PAIR(EACH { a[i][0] = 1; a[i][3] = 1; },
       EACH for (int k = Half; k <= 7; ++k) a[i][k] = 2;)
  PAIR(EACH for (int k = 3; k >= 0; --k) a[i][k] = 1;,
       EACH for (int k = 4; k != 8; k++) a[i][k] = 2;)
  PAIR(EACH for (int k = 7; k > 3; k -= 2) a[i][k] = 1;,
       EACH for (int k = 3; 0 <= k; k = k - 1) a[i][k] = 2;)
  // One column of two.
  PAIR(EACH for (int k = 0; k < 8; k += 2) a[i][k] = 1;,
       EACH for (int k = 1; k < 8; k += 2) a[i][k] = 2;)
  // From where nobody knows, and its neighbours.
  PAIR(EACH COLUMNS(m, m + 4) a[i][k] = 1;,
       EACH COLUMNS(m + 4, m + 8) a[i][k] = 2;)
  // Rows in one dimension, by index and by pointer.
  PAIR(EACH COLUMNS(0, 4) x[i * 8 + k] = 1;, EACH COLUMNS(4, 8) x[i * 8 + k] = 2;)
  PAIR(EACH { double *r = x + i * 8; COLUMNS(0, 4) r[k] = 1; },
       EACH { double *r = &x[8 * i + 4]; COLUMNS(0, 4) r[3 - k] = 2; })
  // Parts of the annotated loops themselves.
  PAIR(for (int i = 0; i < 100; ++i) x[i] = 1;,
       for (int i = 100; i < 200; ++i) x[i] = 2;)
  PAIR(for (int i = 0; i < 50; ++i) a[2 * i + 1][0] = 1;,
       for (int i = 50; i < 100; ++i) a[2 * i][0] = 2;)
}

// Two loops of a body share a counter.
void shared_counter(double (*a)[8], int n) {
  int k;
#pragma omp parallel private(k)
  {
    ANNOTATED EACH {
      for (k = 0; k < 2; ++k)
        a[i][k] = 1;
      for (k = 2; k < 4; ++k)
        a[i][k] = 2;
    }
    ANNOTATED EACH for (k = 4; k < 8; ++k) a[i][k] = 3;
  }
}

void meeting(double (*a)[8], double *x, int n, int m) {
  // expected-warning@+2 {{write}} expected-note@+2 {{remove}}
  // expected-note@+1 {{it is written}} expected-note@+1 {{and written}}
  PAIR(EACH COLUMNS(0, 5) a[i][k] = 1;, EACH COLUMNS(4, 8) a[i][k] = 2;)
  // expected-warning@+2 {{write}} expected-note@+2 {{remove}}
  // expected-note@+1 {{it is written}} expected-note@+1 {{and written}}
  PAIR(EACH COLUMNS(0, 4) x[i * 4 + k] = 1;, EACH COLUMNS(4, 8) x[i * 4 + k] = 2;)
  // expected-warning@+2 {{write}} expected-note@+2 {{remove}}
  // expected-note@+1 {{it is written}} expected-note@+1 {{and written}}
  PAIR(EACH COLUMNS(0, 4) x[i * 8 + k] = 1;, EACH COLUMNS(8, 12) x[i * 8 + k] = 2;)
  // expected-warning@+2 {{write}} expected-note@+2 {{remove}}
  // expected-note@+1 {{it is written}} expected-note@+1 {{and written}}
  PAIR(EACH for (int k = 0; k < 8; k += 2) a[i][k] = 1;, EACH for (int k = 1; k < 8; k += 3) a[i][k] = 2;)
  // expected-warning@+2 {{write}} expected-note@+2 {{remove}}
  // expected-note@+1 {{it is written}} expected-note@+1 {{and written}}
  PAIR(EACH COLUMNS(m, m + 4) a[i][k] = 1;, EACH COLUMNS(m + 3, m + 8) a[i][k] = 2;)
  // expected-warning@+2 {{write}} expected-note@+2 {{remove}}
  // expected-note@+1 {{it is written}} expected-note@+1 {{and written}}
  PAIR(for (int i = 0; i < 101; ++i) x[i] = 1;, for (int i = 100; i < 200; ++i) x[i] = 2;)
  // expected-warning@+2 {{write}} expected-note@+2 {{remove}}
  // expected-note@+1 {{it is written}} expected-note@+1 {{and written}}
  PAIR(EACH for (int k = 7; k >= 4; --k) a[i][k] = 1;, EACH COLUMNS(0, 5) a[i][k] = 2;)
}

void shared_counter_meets(double (*a)[8], int n) {
  int k;
#pragma omp parallel private(k)
  {
    // expected-warning@+1 {{write}} expected-note@+1 {{remove}}
    ANNOTATED EACH {
      for (k = 0; k < 2; ++k)
        a[i][k] = 1; // expected-note {{it is written}}
      for (k = 6; k < 8; ++k)
        a[i][k] = 2;
    }
    ANNOTATED EACH for (k = 4; k < 8; ++k)
      a[i][k] = 3; // expected-note {{and written}}
  }
}
