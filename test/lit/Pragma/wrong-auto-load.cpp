// `auto` is a load of its own, and for loops whose body stands where the load is evaluated.
// RUN: %clangxx %verify %s
void loops(int n, int *a) {
#pragma ompx usersched(load: 1 + auto) // expected-error {{expected '(' for function-style cast or type construction}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
#pragma ompx usersched(prefix: auto) // expected-error {{expected expression}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
#pragma ompx usersched()  // expected-error {{expected a key and ':'; write 'load: EXPRESSION', the work of one iteration}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
#pragma ompx usersched // expected-error@+1 {{the load of a 'taskloop' cannot be inferred, because its iterations run in tasks, apart from where these are made; write 'load: EXPRESSION', the work of one iteration}}
#pragma omp taskloop
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
