// Who wants no report is told nothing, nor is who gets one.
// RUN: %clang-alone %s -Wl,--no-as-needed %link -o %t
// RUN: %t 2>&1 | count 0
// RUN: env USERSCHED_REPORT= USERSCHED_TRACE= %t 2>&1 | count 0
// RUN: %clang %s %link -o %t.annotated
// RUN: env USERSCHED_REPORT=%t.json %t.annotated 2>&1 | count 0
// RUN: FileCheck %s --input-file=%t.json
// CHECK: usersched
int main(void) {
  int sum = 0;
#pragma ompx usersched(load: i)
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 100; ++i)
    sum += i;
  return sum != 4950;
}
