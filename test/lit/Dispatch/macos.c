// Object files without groups (COMDAT) of sections.
// RUN: %clang --target=x86_64-apple-macosx13 -O1 -S -o - %s | FileCheck %s
void f(int n, int *a) {
#pragma ompx usersched(load: a[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    ++a[i];
}
// CHECK: callq ___usersched_loop_init
// CHECK: __usersched_library:
