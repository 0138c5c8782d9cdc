// A chunk or a number of subspaces that is constant must be positive; in a
// template, in each instantiation. Others are the runtime's to look at.
// RUN: %clangxx %verify %s

template <int Chunk> void f(int n, int *a) {
  // expected-error@+1 {{the 'chunk' of '#pragma ompx usersched' must be positive; leave it out to let the runtime choose}}
#pragma ompx usersched(load: a[i], chunk: Chunk)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
template void f<3>(int, int *);
template void f<-3>(int, int *);

void g(int n, int *a) {
  // expected-error@+1 {{the 'subspaces' of '#pragma ompx usersched' must be positive}}
#pragma ompx usersched(load: a[i], subspaces: 0)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+1 {{the 'chunk' of '#pragma ompx usersched' must be positive}}
#pragma ompx usersched(load: a[i] * 0.5, chunk: -0.5)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
#pragma ompx usersched(load: a[i], subspaces: n - 1000)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
