// A nowait of a template gets one warning, whatever the number of instances,
// and none as long as there is no instance.
// RUN: %clangxx %verify %s

template <typename T> void f(int n, T *a, T *b) {
#pragma omp parallel
  {
#pragma ompx usersched(load: i)
  // expected-warning@+1 {{lets the loop at line 13 read 'a'}} expected-note@+1 {{remove 'nowait', or}}
#pragma omp for nowait
    for (int i = 0; i < n; ++i)
      a[i] = i; // expected-note {{written here}}
#pragma omp for
    for (int i = 0; i < n; ++i)
      b[i] = a[i]; // expected-note {{read here}}
  }
}
template void f(int, int *, int *);
template void f(int, long *, long *);

template <typename T> void unused(int n, T *a) {
#pragma omp parallel
  {
#pragma ompx usersched(load: i)
#pragma omp for nowait
    for (int i = 0; i < n; ++i)
      a[i] = i;
#pragma omp for
    for (int i = 0; i < n; ++i)
      a[i]++;
  }
}
