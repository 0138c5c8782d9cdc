// A template of a precompiled header is instantiated, and a loop of this file
// annotated, after the header was read.
// RUN: %clangxx -x c++-header %S/Inputs/annotated.h -o %t.pch
// RUN: %clangxx -include-pch %t.pch %s %link -o %t && %t
// RUN: nm %t | FileCheck %s
// CHECK-DAG: _Z7patternIsEvT_.omp_outlined.usersched.loop
// CHECK-DAG: main.omp_outlined.usersched.loop

int main() {
  pattern<short>(100);
#pragma ompx usersched(load: i)
#pragma omp parallel for
  for (int i = 0; i < 100; ++i)
    ++ran;
  return ran != 200;
}
