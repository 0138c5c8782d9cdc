// Messages about a malformed value stand at what the user wrote: not in the
// preprocessor's scratch buffer, and not at tokens of the plugin.
// RUN: not %clang -fsyntax-only %s 2>&1 | FileCheck %s \
// RUN:   --implicit-check-not="scratch space" --implicit-check-not=__usersched
void f(int n, int *a) {
  // CHECK: places-of-messages.c:[[@LINE+1]]:{{[0-9]+}}: error: expected expression
#pragma ompx usersched(load: i +)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // CHECK: places-of-messages.c:[[@LINE+2]]:32: error: expected ')'
  // CHECK: places-of-messages.c:[[@LINE+1]]:23: note: to match this '('
#pragma ompx usersched(load: 1 2)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // CHECK: places-of-messages.c:[[@LINE+1]]:30: error: '::' means nothing in C; remove it
#pragma ompx usersched(load: ::)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // CHECK: places-of-messages.c:[[@LINE+1]]:{{[0-9]+}}: error:
#pragma ompx usersched(load: (int))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
  // Found once the function has been parsed.
  // CHECK: places-of-messages.c:[[@LINE+1]]:30: error: the 'load' of '#pragma ompx usersched' must be
#pragma ompx usersched(load: __FILE__)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
