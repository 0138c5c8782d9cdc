// What a loop's load or prefix reads, any thread reads while the loop runs.
// RUN: %clangxx %verify %s

void before(int *row, double *y, int n) {
#pragma omp parallel
  {
    // expected-warning@+1 {{lets the loop at line 12 read 'row' before this one has written it}} expected-note@+1 {{remove 'nowait', or}}
#pragma omp for nowait
    for (int i = 0; i < n; ++i)
      row[i] = i; // expected-note {{it is written here}}
#pragma ompx usersched(load: row[i]) // expected-note {{and read here}}
#pragma omp for nowait
    for (int i = 0; i < n; ++i)
      y[i] = 1;
  }
}

void behind(int *row, double *y, int n) {
#pragma omp parallel
  {
#pragma ompx usersched(prefix: row[i]) // expected-note {{it is read here}}
    // expected-warning@+1 {{lets the loop at line 26 write 'row' before this one has read it}} expected-note@+1 {{remove 'nowait', or}}
#pragma omp for nowait
    for (int i = 0; i < n; ++i)
      y[i] = 1;
#pragma omp for nowait
    for (int i = 0; i < n; ++i)
      row[i] = i; // expected-note {{and written here}}
  }
}

// Nobody writes what is read, and a load of its own may be consumed.
void none(int *row, const int *other, double *y, int n) {
#pragma omp parallel
  {
#pragma ompx usersched(load: other[i])
#pragma omp for nowait
    for (int i = 0; i < n; ++i)
      y[i] = 1;
#pragma ompx usersched(load: row[i] + other[i])
#pragma omp for
    for (int i = 0; i < n; ++i)
      row[i] = 0;
  }
}
