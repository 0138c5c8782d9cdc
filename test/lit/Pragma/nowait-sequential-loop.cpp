// In a sequential loop a worksharing loop follows those behind it, and itself.
// RUN: %clangxx %verify %s

#define FOR_I                                                                  \
  _Pragma("ompx usersched(load: i)") _Pragma("omp for nowait")                 \
  for (int i = 0; i < n; ++i)

void itself(int n, int *a, int *b, int **rows, int steps) {
#pragma omp parallel
  for (int step = 0; step < steps; ++step)
    // expected-warning@+1 {{lets the next execution of this loop read 'a' before this one has written it}} expected-note@+1 {{remove 'nowait', or}}
    FOR_I
      a[i] += i; // expected-note {{written here}} expected-note {{read here}}
#pragma omp parallel
  for (int step = 0; step < steps; ++step) {
#pragma omp for
    for (int i = 0; i < n; ++i)
      b[i] += a[i];
    // expected-warning@+1 {{lets the loop at line 16 read 'a'}} expected-note@+1 {{remove 'nowait', or}}
    FOR_I
      a[i] = i; // expected-note@-3 {{read here}} expected-note {{written here}}
  }
#pragma omp parallel
  for (int k = 1; k < steps; ++k)
    // expected-warning@+1 {{lets the next execution of this loop read 'rows' before}} expected-note@+1 {{remove 'nowait', or}}
    FOR_I
      rows[k][i] = rows[k - 1][i]; // expected-note {{written here}} expected-note {{read here}}
}

void another_row_each(int n, int *flat, int **rows, int steps) {
#pragma omp parallel
  for (int k = 0; k < steps; ++k)
    for (int l = 0; l < steps; ++l) {
      int *row = rows[k * steps + l];
      FOR_I { row[i] += 1; flat[(k * steps + l) * n + i] += row[i]; }
    }
#pragma omp parallel
  for (int k = 0; k < steps; ++k) {
    FOR_I rows[k][i] += 1;
#pragma omp barrier
    FOR_I rows[k][i] += 1;
  }
#pragma omp parallel
  for (int k = 0; k < steps; ++k)
    for (int l = 0; l < steps; ++l)
      // expected-warning@+1 {{lets the next execution of this loop read 'rows'}} expected-note@+1 {{remove 'nowait', or}}
      FOR_I
        rows[l][i] += k; // expected-note {{written here}} expected-note {{read here}}
}

// An element of an array may be any number.
void by_data(int n, int *flat, const int *place, int steps) {
#pragma omp parallel
  for (int k = 0; k < steps; ++k)
    // expected-warning@+1 {{lets the next execution of this loop read 'flat'}} expected-note@+1 {{remove 'nowait', or}}
    FOR_I
      flat[100 * k + place[i]] += 1; // expected-note {{written here}} expected-note {{read here}}
#pragma omp parallel
  for (int k = 0; k < steps; ++k)
    FOR_I flat[100 * k + i] += 1;
}
