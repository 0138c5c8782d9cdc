// The descriptors of a schedule(runtime) loop have all fields of their type:
// LLVM reads back the IR that it wrote.
// RUN: %clang -O1 -S -emit-llvm %s -o %t.ll
// RUN: grep 'usersched.runtime = internal' %t.ll
// RUN: %clang -c %t.ll -o %t.o
void fill(int n, int *a) {
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
