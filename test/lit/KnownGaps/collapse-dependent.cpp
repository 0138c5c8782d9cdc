// The pragma finds the loops before Sema evaluates the directive: how many a
// template's argument stands for is known too late.
// XFAIL: *
// RUN: %clangxx -fsyntax-only %s

template <int N> void f(int n, int *a) {
#pragma ompx usersched(load: i + j)
#pragma omp parallel for collapse(N)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a[i] = j;
}
template void f<2>(int, int *);
