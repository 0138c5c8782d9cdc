// What OpenMP demands of `loop`, although Clang gets a worksharing loop in its
// place, and what stands in a league.
// RUN: %clangxx %verify %s

void h(long);

template <class T> void orphaned(T n) {
  // expected-error@+2 {{'omp loop' without a 'bind' clause must stand directly in a parallel region to be scheduled by load; write 'omp loop bind(parallel)'}}
#pragma ompx usersched(load: i)
#pragma omp loop
  for (T i = 0; i < n; ++i)
    h(i);
#pragma ompx usersched(load: i)
#pragma omp loop bind(parallel)
  for (T i = 0; i < n; ++i)
    h(i);
#pragma omp parallel
  {
    auto apart = [&] {
      // expected-error@+2 {{'omp loop' without a 'bind' clause}}
#pragma ompx usersched(load: i)
#pragma omp loop
      for (T i = 0; i < n; ++i)
        h(i);
    };
    apart();
#pragma ompx usersched(load: i)
#pragma omp loop
    for (T i = 0; i < n; ++i)
      h(i);
  }
  // expected-error@+2 {{'omp loop' without a 'bind' clause}}
#pragma ompx usersched(load: i)
#pragma omp loop
  for (T i = 0; i < n; ++i)
    h(i);
}
template void orphaned(int);

void inside(int n) {
#pragma omp parallel
#pragma omp taskgroup
  {
    // expected-error@+2 {{'omp loop' without a 'bind' clause}}
#pragma ompx usersched(load: i)
#pragma omp loop
    for (int i = 0; i < n; ++i)
      h(i);
  }
  // Here Clang names the worksharing loop.
#pragma omp teams
  {
    // expected-error@+2 {{region cannot be closely nested inside 'teams' region}}
#pragma ompx usersched(load: i)
#pragma omp loop
    for (int i = 0; i < n; ++i)
      h(i);
  }
}

void lastValues(int n) {
  int i = 0, j = 0, x = 0;
#pragma ompx usersched(load: i + j)
#pragma omp parallel loop collapse(2) lastprivate(i, j)
  for (i = 0; i < n; ++i)
    for (j = 0; j < n; ++j)
      h(i);
#pragma omp parallel
  {
  // expected-error@+2 {{only loop iteration variables are allowed in 'lastprivate' clause in 'omp loop' directives}}
#pragma ompx usersched(load: i)
#pragma omp loop lastprivate(x) bind(parallel)
    for (int i = 0; i < n; ++i)
      h(x = i);
  }
  // expected-error@+2 {{only loop iteration variables are allowed in 'lastprivate' clause in 'omp teams loop' directives}}
#pragma ompx usersched(load: i)
#pragma omp teams loop lastprivate(x)
  for (int i = 0; i < n; ++i)
    h(x = i);
  // expected-error@+2 {{'lastprivate' needs a rectangular nest of loops in a 'teams' region, because in others a team may have no iteration; use 'parallel for'}}
#pragma ompx usersched(load: i)
#pragma omp teams distribute parallel for collapse(2) lastprivate(x)            \
    lastprivate(j)
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j)
      h(x = i);
}
