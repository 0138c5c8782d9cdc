// The pragma as an OpenMP directive, or as one of its clauses.
// RUN: %clangxx %verify -Wno-extra-tokens %s
int usersched(int);

void f(int n, int *a) {
  // expected-warning@+2 {{'#pragma omp usersched' is ignored; did you mean '#pragma ompx usersched'?}}
  // expected-error@+1 {{expected an OpenMP directive}}
#pragma omp usersched(load: i)
  // expected-warning@+1 {{'usersched' is no clause and is ignored; write '#pragma ompx usersched(...)' in a line of its own directly before this directive}}
#pragma omp parallel for usersched(load: i)
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-warning@+2 {{'usershed' is no clause}}
#pragma omp parallel for schedule(static) \
    usershed(load: i)
  for (int i = 0; i < n; ++i)
    a[i] = i;
#pragma omp parallel for num_threads(usersched(3))
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
