// The loops of the nest are found before Clang evaluates the directive: how many
// a template's argument stands for is known too late.
// RUN: %clangxx %verify %s
template <int N> void f(int n, int *a) {
#pragma ompx usersched(load: i + j)
  // expected-error@+1 {{with '#pragma ompx usersched' the argument of 'collapse' must be a number or the name of a constant that is known here, because the loops are found before Clang evaluates it; write the number}}
#pragma omp parallel for collapse(N)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a[i] = j;
}
template void f<2>(int, int *);
