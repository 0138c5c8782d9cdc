// The same source gives the same result with the plugin, without it, and with
// another compiler, at -O0 and -O2.
// RUN: %clangxx-run -O2 -o %t.usersched && %t.usersched > %t.1
// RUN: %clangxx-run -O0 -g -o %t.debug && %t.debug > %t.2
// RUN: %clangxx-plain -O2 -o %t.plain && %t.plain > %t.3
// RUN: diff %t.1 %t.2
// RUN: diff %t.1 %t.3
// RUN: FileCheck %s < %t.1
#include <cstdio>
#include <vector>

int main() {
  const int n = 20000;
  std::vector<int> work(n), hits(n);
  for (int i = 0; i < n; ++i)
    work[i] = i % 100 == 0 ? 1000 : i % 7;
  long sum = 0;
  for (int round = 0; round < 5; ++round) {
#pragma ompx usersched(load: work[i])
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k < work[i]; ++k)
        sum += k ^ i;
      ++hits[i];
    }
  }
  int wrong = 0;
  for (int hit : hits)
    wrong += hit != 5;
  std::printf("sum %ld, wrong %d\n", sum, wrong);
}
// CHECK: sum {{[0-9]+}}, wrong 0
