// Whoever changes what is left behind is warned, with the place; own variables
// are free to use.
// RUN: %clangxx %verify %s

volatile int sensor;
struct Point { int x, y[2]; int &r; };

void f(int n, int *a) {
#pragma ompx usersched(load: ({ int k = i; k *= 2; int t[2] = {}; t[k & 1]++; t[0] + k; }))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
#pragma ompx usersched(load: ({ Point p = {1, {}, a[0]}; p.x = i; p.y[1] = p.x; p.y[1]; }))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-warning@+1 {{the 'load' of '#pragma ompx usersched' has side effects; it is evaluated any number of times, or not at all}}
#pragma ompx usersched(load: ({ static int seen; ++seen; i; }))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-warning@+1 {{has side effects}}
#pragma ompx usersched(load: ({ int &first = a[0]; first = 1; i; }))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-warning@+1 {{has side effects}}
#pragma ompx usersched(load: ({ Point p = {1, {}, a[0]}; p.r = i; i; }))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-warning@+1 {{has side effects}}
#pragma ompx usersched(load: ({ int *p = a; p[0] = 1; i; }))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-warning@+1 {{has side effects}}
#pragma ompx usersched(load: sensor + 1)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-warning@+1 {{has side effects}}
#pragma ompx usersched(load: *new int(i))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
#pragma ompx usersched(load: __atomic_load_n(&a[i], __ATOMIC_RELAXED))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-warning@+1 {{has side effects}}
#pragma ompx usersched(load: __atomic_fetch_add(&a[i], 1, __ATOMIC_RELAXED))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-warning@+1 {{the 'chunk' of '#pragma ompx usersched' has side effects}}
#pragma ompx usersched(load: i, chunk: ({ asm volatile("" : : : "memory"); 5; }))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
