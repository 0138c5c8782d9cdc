// What waits for the first loop, or may wait for it, makes the second safe.
// RUN: %clangxx %verify %s
// expected-no-diagnostics

void unknown();
void waits() {
#pragma omp barrier
}

#define FIRST                                                                  \
  _Pragma("ompx usersched(load: i)") _Pragma("omp for nowait")                 \
  for (int i = 0; i < n; ++i) a[i] = i;
#define SECOND                                                                 \
  _Pragma("ompx usersched(load: i)") _Pragma("omp for")                        \
  for (int i = 0; i < n; ++i) b[i] = a[i];

void f(int n, int *a, int *b, void (*call)()) {
#pragma omp parallel
  {
    FIRST
#pragma omp barrier
    SECOND
    FIRST
#pragma omp single
    b[0] = 1;
    SECOND
    FIRST
#pragma omp sections
    { b[0] = 1; }
    SECOND
    FIRST
#pragma omp for
    for (int i = 0; i < n; ++i)
      b[i] = i;
    SECOND
    FIRST
    waits();
    SECOND
    FIRST
    unknown();
    SECOND
    FIRST
    [] { waits(); }();
    SECOND
    FIRST
    call();
    SECOND
    for (int step = 0; step < n; ++step) {
      FIRST
      if (step == n - 1)
        break;
#pragma omp barrier
      SECOND
      if (n)
        continue;
#pragma omp barrier
    }
  }
}
