// What LLVM cannot move into a function is an error with its place.
// RUN: %clang -O2 -c -o %t %s -Xclang -verify
// RUN: %clang -O0 -g -c -o %t %s -Xclang -verify
void f(int n, int *a) {
#pragma ompx usersched(load: ({ __label__ here; void *p = &&here; here: p != 0; }))
  // expected-error@+1 {{the load of this loop's '#pragma ompx usersched' cannot be made a function; call a function of your own in it}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
