// A C++20 module with annotated loops: one that it exports as a function, one
// as a template, one in its private fragment. Who imports it has one, too.
// RUN: rm -rf %t && mkdir %t
// RUN: %clangxx -std=c++20 -O1 -x c++-module %S/Inputs/balanced.cppm \
// RUN:   --precompile -o %t/balanced.pcm
// RUN: %clangxx -std=c++20 -O1 -c %t/balanced.pcm -o %t/balanced.o
// RUN: %clangxx -std=c++20 -O1 -fmodule-file=balanced=%t/balanced.pcm %s \
// RUN:   %t/balanced.o %link -o %t/run
// RUN: %t/run
// RUN: nm %t/run | FileCheck %s
// CHECK-DAG: W8balanced8functionPii.omp_outlined.usersched.loop
// CHECK-DAG: patternIlEvPiT_.omp_outlined.usersched.loop
import balanced;

int main() {
  int a[100] = {};
  function(a, 100);
  pattern(a, 100L);
  hidden(a, 100);
#pragma ompx usersched(load : i)
#pragma omp parallel for
  for (int i = 0; i < 100; ++i)
    ++a[i];
  for (int i : a)
    if (i != 4)
      return 1;
}
