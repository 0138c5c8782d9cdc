// A _Pragma in the line is an error, whatever it lacks: clang 19 crashes on a
// malformed one that ends the file in other pragmas' lines.
// RUN: %clangxx %verify %s

void f(int n, int *a) {
  // expected-error@+1 {{'_Pragma' cannot stand inside '#pragma ompx usersched'; write it in a line of its own}}
#pragma ompx usersched(load: a[i]) _Pragma("omp parallel for")
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+1 {{'_Pragma' cannot stand inside}}
#pragma ompx usersched(load: _Pragma(omp) \
                           a[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // Not in another line.
#pragma ompx usersched(load: a[i])
  _Pragma("omp parallel for")
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
// expected-error@+2 {{'_Pragma' cannot stand inside}}
// expected-warning@+1 {{missing terminating '"' character}}
#pragma ompx usersched(load: 1) _Pragma("om