// What cannot be evaluated apart from the loop's body is an error.
// RUN: %clangxx %verify %s
int may(int);

void f(int n, int *a) {
  int j = 0;
  // expected-error@+1 {{the 'load' of '#pragma ompx usersched' cannot name the 'linear' variable 'j', which has its value only inside the loop; compute it from the loop variable}}
#pragma ompx usersched(load: a[j])
#pragma omp parallel for linear(j : 3)
  for (int i = 0; i < n; ++i)
    j += 3;
  // The loop's own variable is no other one.
#pragma ompx usersched(load: a[j])
#pragma omp parallel for simd linear(j : 1)
  for (j = 0; j < n; ++j)
    a[j] = j;
  // expected-error@+1 {{the 'load' of '#pragma ompx usersched' cannot contain a statement that leaves it or handles an exception; put it into a function or lambda}}
#pragma ompx usersched(load: ({ if (a[i]) continue; 1; }))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+1 {{cannot contain a statement that leaves it}}
#pragma ompx usersched(load: ({ int r; try { r = may(i); } catch (int) { r = 1; } r; }))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+1 {{'break' statement cannot be used in OpenMP for loop}}
#pragma ompx usersched(load: ({ if (a[i]) break; 1; }))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+1 {{cannot return from OpenMP region}}
#pragma ompx usersched(load: ({ if (a[i]) return; 1; }))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // expected-error@+1 {{cannot contain a statement that leaves it}}
#pragma ompx usersched(load: ({ if (a[i]) goto done; 1; }))
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    a[i] = i;
  done:;
  }
  // expected-error@+1 {{the 'chunk' of '#pragma ompx usersched' cannot contain a statement that leaves it}}
#pragma ompx usersched(load: i, chunk: ({ void *to = &&again; goto *to; again: 1; }))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // A label inside the load may be gone to, and a switch or loop inside it be
  // left; a lambda may return.
#pragma ompx usersched(load: ({ int k = 0; again: if (++k < i) goto again; k; }))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
#pragma ompx usersched(load: ({ switch (a[i]) { case 1: break; default: break; } 1; }))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
#pragma ompx usersched(load: ({ int k = 0; for (;;) { if (++k > 3) break; else continue; } k; }) + [](int x) { return x; }(i))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
