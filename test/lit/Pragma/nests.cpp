// A nest that lacks a loop, or has something in the place of one, gets one
// error that says which loop is missing.
// RUN: %clangxx %verify %s

void f(int n, int *a, const int *row) {
#pragma ompx usersched(load: i)
  // expected-note@+1 {{their number is given here}}
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; ++i)
    a[i] = 1; // expected-error {{expected loop 2 of the 2 nested 'for' loops that '#pragma ompx usersched' is to schedule; a loop of a nest stands directly in the body of the one around it}}
#pragma ompx usersched(load: i)
#pragma omp parallel for collapse(2) // expected-note {{their number is given here}}
  for (int i = 0; i < n; ++i) {
    if (row[i])
      for (int j = 0; j < n; ++j)
        a[i] = 2;
  } // expected-error {{expected loop 2 of the 2}}
  // expected-error@+1 {{the 'load' of '#pragma ompx usersched' cannot name 'start', which is declared between the loops that it is evaluated for; compute it from the loop variables}}
#pragma ompx usersched(load: start + j)
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; ++i) {
    int start = row[i]; // expected-note {{the declaration is here}}
    for (int j = 0; j < n; ++j)
      a[i] = start;
  }
#pragma ompx usersched(load: i)
#pragma omp parallel for
  while (n) // expected-error {{expected a 'for' loop for '#pragma ompx usersched' to schedule}}
    ;
}
