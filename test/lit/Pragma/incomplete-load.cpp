// A load or key that is not complete is an error that says what to write.
// RUN: %clangxx %verify %s
// RUN: not %clangxx -fsyntax-only -fno-color-diagnostics \
// RUN:   -fdiagnostics-parseable-fixits %s 2>&1 | FileCheck %s

void noKey(int n, int *a) {
  // expected-error@+1 {{expected a key and ':'; write 'load: EXPRESSION', the work of one iteration}}
#pragma ompx usersched(a[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
// CHECK: fix-it:"{{.*}}incomplete-load.cpp":{[[@LINE-5]]:24-[[@LINE-5]]:24}:"load: "

void noParenthesis(int n, int *a) {
  // expected-error@+1 {{expected '(' after 'usersched'; write '#pragma ompx usersched(load: EXPRESSION)'}}
#pragma ompx usersched load: a[i]
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}

void aList(int n, int *a) {
  // expected-error@+1 {{expected an expression after 'load:'}}
#pragma ompx usersched(load: {1})
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}

void noExpression(int n, int *a) {
  // expected-error@+1 {{expected an expression after 'load:'}}
#pragma ompx usersched(load: )
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
