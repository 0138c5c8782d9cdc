// What a key's expression must be, beyond its type.
// RUN: %clangxx %verify %s
enum class Kind { Small, Large };
struct Convertible {
  operator int() const;
};

void f(int n, int *a, Kind kind, Convertible c) {
  // expected-error@+1 {{the 'load' of '#pragma ompx usersched' must not change the loop variable 'i'; it is evaluated apart from the loop}}
#pragma ompx usersched(load: a[i++])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+1 {{must not change the loop variable 'j'}}
#pragma ompx usersched(load: (j = i, 1))
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a[i] = j;
  // expected-error@+1 {{must be an arithmetic expression, but this has type 'Kind'; convert it, as in 'static_cast<long>(...)'}}
#pragma ompx usersched(load: kind)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+1 {{but this has type 'Convertible'; convert it}}
#pragma ompx usersched(load: c)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+1 {{the 'prefix' of '#pragma ompx usersched' must be an integer expression, but this has type 'double'}}
#pragma ompx usersched(prefix: a[i] * 0.5)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+1 {{the 'subspaces' of '#pragma ompx usersched' must be an integer expression, but this has type 'double'}}
#pragma ompx usersched(load: 1, subspaces: 2.0)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+1 {{the 'data' of '#pragma ompx usersched' must be a pointer, but this has type 'int'; take an address, as in '&object'}}
#pragma ompx usersched(load: 1, data: n)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+1 {{'prefix' needs a rectangular nest of loops, because others number their iterations with gaps; use 'load'}}
#pragma ompx usersched(prefix: i * j)
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j)
      a[i] = j;
}
