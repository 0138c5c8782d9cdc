// If the number of loops is an expression, the load is read in the innermost
// loop, but means what it means in an iteration of the scheduled ones. What an
// iteration declares cannot be named, whatever it hides.
// RUN: %clangxx %verify %s
using Number = long;
constexpr int number() { return 1; }

template <int N> void f(int n, int *a, int j) {
  // expected-error@+1 {{the 'load' of '#pragma ompx usersched' cannot name 'j', which is declared inside the iterations that are scheduled; compute it from the variables of the scheduled loops, or schedule more loops with 'collapse'}}
#pragma ompx usersched(load: i + j)
#pragma omp parallel for collapse(N)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) // expected-note {{the declaration is here}}
      a[i] = j;
}
template void f<2>(int, int *, int);
template void f<1>(int, int *, int);

void g(int n, // expected-note {{declared here}}
       int *a, int k) {
  // expected-error@+1 {{the 'chunk' of '#pragma ompx usersched' cannot name 'k', which is declared inside the iterations}}
#pragma ompx usersched(load: i, chunk: k)
#pragma omp parallel for collapse(number())
  for (int i = 0; i < n; ++i) {
    const int k = a[i]; // expected-note {{the declaration is here}}
    for (int x = 0; x < k; ++x)
      a[i] = x;
  }
  (void)k;
  // expected-error@+1 {{the 'load' of '#pragma ompx usersched' cannot name 'Number', which is declared inside the iterations}}
#pragma ompx usersched(load: sizeof(Number) * i)
#pragma omp parallel for collapse(1 + 0)
  for (int i = 0; i < n; ++i) {
    using Number = char; // expected-note {{the declaration is here}}
    for (Number j = 0; j < n; ++j)
      a[i] = j;
  }
  // expected-error@+1 {{the 'load' of '#pragma ompx usersched' cannot name 'One', which is declared inside the iterations}}
#pragma ompx usersched(load: One * i)
#pragma omp parallel for collapse(1 + 0)
  for (int i = 0; i < n; ++i) {
    enum { One = 1, Two }; // expected-note {{the declaration is here}}
    for (int j = 0; j < n; ++j)
      a[i] = j;
  }
  // expected-error@+1 {{the 'load' of '#pragma ompx usersched' cannot name 'j', which is declared inside the iterations}}
#pragma ompx usersched(load: i + j)
#pragma omp parallel for collapse(1 + 0)
  for (int i = 0; i < n; ++i) {
#pragma omp tile sizes(2)
    for (int j = 0; j < n; ++j) // expected-note {{the declaration is here}}
      a[i] = j;
  }
  // Clang knows the number.
  // expected-error@+1 {{expected 2 for loops after '#pragma omp parallel for', but found only 1}}
#pragma ompx usersched(load: i)
#pragma omp parallel for collapse(1 + 1) // expected-note {{as specified in 'collapse' clause}}
  for (int i = 0; i < n; ++i)
    a[i] = 1;
#pragma ompx usersched(load: i)
  // expected-note@+2 {{cannot be used in a constant expression}}
  // expected-error@+1 {{expression is not an integral constant expression}}
#pragma omp parallel for collapse(n)
  for (int i = 0; i < n; ++i)
    a[i] = 1;
#pragma ompx usersched(load: i)
#pragma omp parallel for collapse(1 + 1)
  while (n) // expected-error {{expected a 'for' loop for '#pragma ompx usersched' to schedule}}
    ;
}
