// The plugin without the runtime is a link error that names what is missing.
// RUN: not %clang %s -o %t 2>&1 | FileCheck %s
// CHECK: undefined reference to `__usersched_loop_init_4'

int main(int argc, char **argv) {
  int s = 0;
#pragma ompx usersched(load: argc + i)
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < 10; ++i)
    s += argv[0][0] > i;
  return s > 100;
}
