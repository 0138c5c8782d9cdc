// The pragma finds the loops before Sema evaluates the directive, so it needs a
// literal number of them: a constant, or a template's argument, is an error.
// XFAIL: *
// RUN: %clangxx -fsyntax-only %s

constexpr int Loops = 2;
template <int N> void f(int n, int *a) {
#pragma ompx usersched(load: i + j)
#pragma omp parallel for collapse(N)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a[i] = j;
#pragma ompx usersched(load: i + j)
#pragma omp parallel for collapse(Loops)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a[i] = j;
}
template void f<2>(int, int *);
