// Unbalanced brackets, repeated keys, leftovers: one error each, at its token.
// RUN: %clangxx %verify %s

#define PARALLEL_FOR _Pragma("omp parallel for")
void f(int n, int *a) {
  // expected-error@+2 {{expected ')' at the end of '#pragma ompx usersched'}}
  // expected-note@+1 {{to match this '('}}
#pragma ompx usersched(load: a[i]
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+1 {{unmatched ']' in the value of 'load'}}
#pragma ompx usersched(load: a(i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+2 {{'load' is given twice; remove one}}
  // expected-note@+1 {{the first one is here}}
#pragma ompx usersched(load: a[i], load: 2)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+1 {{extra tokens after '#pragma ompx usersched(...)'; remove them}}
#pragma ompx usersched(load: a[i]) schedule(static)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+3 {{expected ')'}}
  // expected-note@+2 {{to match this '('}}
#pragma ompx usersched(load: a[i])
#pragma omp parallel for schedule(static
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+2 {{expected '(' after 'schedule'}}
#pragma ompx usersched(load: a[i])
#pragma omp parallel for schedule
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+1 {{expected ',' in front of 'steal:'}}
#pragma ompx usersched(load: a[i] steal: off)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+1 {{expected ',' or ')' behind the value of 'load', not ';'}}
#pragma ompx usersched(load: a[i];)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+1 {{'steal' is 'on' or 'off', not 'maybe'}}
#pragma ompx usersched(load: a[i], steal: maybe)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+1 {{a directive cannot stand inside '#pragma ompx usersched'; write it in a line of its own}}
#pragma ompx usersched(load: a[i] PARALLEL_FOR)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
