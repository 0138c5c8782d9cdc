// The value of `name` is a word, and needs no declaration.
// RUN: %clangxx %verify %s
#define CALLED name: called

template <typename T> void f(int n, T *a) {
#pragma ompx usersched(load: a[i], name: force)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
#pragma ompx usersched(name: for)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
#pragma ompx usersched(load: 1, CALLED)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+1 {{'name' is a word of letters, digits and '_' that begins with no digit, not '"force"'; write it without quotes}}
#pragma ompx usersched(load: a[i], name: "force")
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+1 {{'name' is a word of letters, digits and '_' that begins with no digit, not 'two words'}}
#pragma ompx usersched(load: a[i], name: two words)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+1 {{'name' is a word of letters, digits and '_' that begins with no digit, not '1'}}
#pragma ompx usersched(load: a[i], name: 1)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+1 {{'omp taskloop' has no 'name' in '#pragma ompx usersched', because OpenMP decides which thread runs a task, and nothing is kept for the next execution; remove the key}}
#pragma ompx usersched(load: a[i], name: tasks)
#pragma omp taskloop
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
template void f(int, double *);
