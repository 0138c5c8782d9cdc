// A report has no taskloops, and says so if there is nothing else to report.
// RUN: %clangxx-run -o %t
// RUN: env USERSCHED_REPORT=stderr %t 2>&1 | FileCheck %s
// CHECK: usersched: USERSCHED_REPORT is set, but of the annotated loops only taskloops ran in this process, which are not recorded
int main() {
  int sum = 0;
#pragma ompx usersched(load: i)
#pragma omp parallel master taskloop reduction(+ : sum)
  for (int i = 0; i < 100; ++i)
    sum += i;
  return sum != 4950;
}
