// With the archive, too, if anything of it is linked: a function of usersched.h
// here; there what the loop calls that has no iteration.
// RUN: %clang-alone -I%include -DASKS %s %archive -o %t.asks
// RUN: env USERSCHED_REPORT=stderr %t.asks 2>&1 | FileCheck %s
// RUN: %clang -DLOOPS %s %archive -o %t.loops
// RUN: env USERSCHED_REPORT=stderr %t.loops 2>&1 | FileCheck %s
// CHECK: no annotated loop ran
#ifdef ASKS
#include <usersched.h>
#endif

int main(int argc, char **argv) {
  (void)argv;
#ifdef ASKS
  return argc > 9 && *usersched_version();
#endif
#ifdef LOOPS
#pragma ompx usersched(load: i)
#pragma omp parallel for
  for (int i = 9; i < argc; ++i)
    ;
#endif
}
