// A transformation between the directive and its loops is an error only where
// nothing can be scheduled by load: one error each.
// RUN: %clangxx -fopenmp-version=60 %verify %s

void f(int n, int *a, const int *row) {
#pragma ompx usersched(load: i)
#pragma omp parallel for
  // expected-error@+1 {{'#pragma omp unroll' without 'partial' leaves no loop that '#pragma ompx usersched' could schedule; write 'unroll partial(4)', or remove one of the two pragmas}}
#pragma omp unroll full
  for (int i = 0; i < 4; ++i)
    a[i] = 1;
#pragma ompx usersched(load: i)
#pragma omp parallel for
  // expected-error@+1 {{'#pragma omp unroll' without 'partial' leaves no loop}}
#pragma omp unroll
  for (int i = 0; i < 4; ++i)
    a[i] = 1;
#pragma ompx usersched(load: i)
#pragma omp parallel for
#pragma omp tile sizes(2)
  // expected-error@+1 {{'#pragma omp simd' cannot stand between '#pragma ompx usersched' and its loop; remove one of the two pragmas}}
#pragma omp simd
  for (int i = 0; i < n; ++i)
    a[i] = 1;
#pragma ompx usersched(load: i)
#pragma omp parallel for
#pragma omp tile sizes(2, 2) // expected-note {{their number is given here}}
  for (int i = 0; i < n; ++i)
    a[i] = 1; // expected-error {{expected loop 2 of the 2 nested 'for' loops that '#pragma ompx usersched' is to schedule}}
#pragma ompx usersched(load: i)
#pragma omp parallel for
#pragma omp interchange // expected-note {{their number is given here}}
  for (int i = 0; i < n; ++i)
    a[i] = 1; // expected-error {{expected loop 2 of the 2 nested 'for' loops}}
#pragma ompx usersched(load: i)
#pragma omp parallel for
  // expected-error@+1 {{directive '#pragma omp tile' requires the 'sizes' clause}}
#pragma omp tile
  for (int i = 0; i < n; ++i)
    a[i] = 1;
#pragma ompx usersched(load: i)
#pragma omp parallel for
#pragma omp tile sizes(2)
  while (n) // expected-error {{expected a 'for' loop for '#pragma ompx usersched' to schedule}}
    ;
  // expected-error@+1 {{'prefix' needs the loops as they are written, but '#pragma omp tile' changes their order or their number; use 'load'}}
#pragma ompx usersched(prefix: row[i])
#pragma omp parallel for
  // expected-note@+1 {{the directive is here}}
#pragma omp tile sizes(2)
  for (int i = 0; i < n; ++i)
    a[i] = 1;
  // expected-error@+1 {{the 'chunk' of '#pragma ompx usersched' holds for the whole loop and cannot depend on the loop variable 'i'}}
#pragma ompx usersched(load: row[i], chunk: i)
#pragma omp parallel for
#pragma omp unroll partial(2)
  for (int i = 0; i < n; ++i)
    a[i] = 1;
  // expected-error@+1 {{the 'load' of '#pragma ompx usersched' must not change the loop variable 'i'}}
#pragma ompx usersched(load: row[i++])
#pragma omp parallel for
#pragma omp reverse
  for (int i = 0; i < n; ++i)
    a[i] = 1;
}

// Without the pragma, Clang counts these nests wrongly, too.
void miscounted(int n, int *a) {
#pragma ompx usersched(load: i)
  // expected-warning@+1 {{'collapse' takes loops whose bounds depend on each other, and '#pragma omp tile' makes one of them; Clang counts their iterations wrongly; collapse fewer loops}}
#pragma omp parallel for collapse(2)
#pragma omp tile sizes(2)
  for (int i = 0; i < n; ++i)
    a[i] = 1;
#pragma ompx usersched(load: i + j)
  // expected-warning@+1 {{'collapse' takes loops whose bounds depend on each other}}
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; ++i)
#pragma omp tile sizes(2)
    for (int j = 0; j < i; ++j)
      a[i] = 1;
#pragma ompx usersched(load: i + j)
  // expected-warning@+1 {{'collapse' takes loops whose bounds depend on each other, and '#pragma omp reverse'}}
#pragma omp parallel for collapse(2)
#pragma omp reverse
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      a[i] = 1;
#pragma ompx usersched(load: i + j)
#pragma omp parallel for collapse(2)
#pragma omp tile sizes(2, 2)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a[i] = 1;
}
