// Inline functions, templates, constructors and lambdas of a header that two
// files include; the same as one file, and as a precompiled header.
// RUN: %clangxx -O1 -c %S/Inputs/uses-header.cpp -o %t.o
// RUN: %clangxx -O2 %s %t.o %link -o %t.two && %t.two
// RUN: %clangxx -O2 %s -DUNITY %link -o %t.unity && %t.unity
// RUN: %clangxx -O1 -x c++-header %S/Inputs/annotated.h -o %t.pch
// RUN: %clangxx -O1 -include-pch %t.pch %s %t.o %link -o %t.precompiled
// RUN: %t.precompiled
// RUN: nm %t.precompiled | FileCheck %s
// CHECK-DAG: _Z7inlinedi.omp_outlined.usersched.loop
// CHECK-DAG: _Z7patternIlEvT_.omp_outlined.usersched.loop
#include "Inputs/annotated.h"
#ifdef UNITY
#include "Inputs/uses-header.cpp"
#else
void other();
#endif

int main() {
  all();
  if (ran != iterations)
    return 1;
  other();
  return ran != 2 * iterations;
}
