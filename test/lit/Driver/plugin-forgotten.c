// A program that was compiled without the plugin ignores the pragma. If a
// report or a trace is wanted, its end says so, and how it is compiled.
// RUN: %clang-alone %s -Wl,--no-as-needed %link -o %t
// RUN: env USERSCHED_REPORT=stderr %t 2>&1 | FileCheck %s -DNAME=REPORT
// RUN: env USERSCHED_TRACE=%t.json %t 2>&1 | FileCheck %s -DNAME=TRACE
// CHECK: {{^}}usersched: USERSCHED_[[NAME]] is set, but no annotated loop ran in this process; compile files that have such loops with{{$}}
// CHECK-NEXT: {{^}}  $(usersched-config --cxx) $(usersched-config --cflags) FILE.cpp $(usersched-config --libs){{$}}
// CHECK-NOT: {{.}}
int main(void) {
  int sum = 0;
#pragma ompx usersched(load: i)
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 100; ++i)
    sum += i;
  return sum != 4950;
}
