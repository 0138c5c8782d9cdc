// A report says what happened: of a loop of which all is known, the figures are
// those that follow by hand. Strings of the program may hold anything.
// RUN: rm -rf %t && mkdir %t
// RUN: %clangxx-run -O2 -o %t/program
// RUN: env USERSCHED_REPORT=%t/report.json USERSCHED_TRACE=%t/trace.json \
// RUN:   %t/program "an \"argument\""
// RUN: %python %S/Inputs/check_report.py %t/report.json %t/trace.json
// RUN: env USERSCHED_REPORT=stderr %t/program 2>&1 | FileCheck %s
// RUN: env USERSCHED_REPORT=%t/report.md %t/program
// RUN: FileCheck %s < %t/report.md
// RUN: env USERSCHED_REPORT=%t/report.html %t/program
// RUN: FileCheck --check-prefix=PAGE %s < %t/report.html
// RUN: not ls %t/absent
#include <cstring>

const int n = 1000, executions = 12;
static int weight(int i) { return i == 700 ? 10000 : 1; }
static long sum;

static void run() {
#pragma ompx usersched(load: weight(i) * long(std::strlen("\"<é>\\")) / 6)
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += i;
}

int main() {
  for (int e = 0; e < executions; ++e)
    run();
  return sum != executions * long(n) * (n - 1) / 2;
}
// CHECK: # usersched: program
// CHECK: {{^}}## report.cpp:[[#]], load `weight(i) * long(std::strlen("\"<é>\\")) / 6`
// CHECK: * Iteration 700 (counted from 0) alone has 273 % of a thread's even share
// CHECK: | executions | 12, of 1000 iterations, by 3 threads |
// CHECK: | imbalance | {{[0-9]+}} % by load as planned,
// CHECK: | balanced groups | 1 made, 11 times used,
// CHECK: | heaviest | iteration 700: 273 % of a thread's even share |
// PAGE: <!DOCTYPE html>
// PAGE: <h2>report.cpp:[[#]], load <code>weight(i) * long(std::strlen(&quot;\&quot;&lt;é&gt;\\&quot;)) / 6</code></h2>
// PAGE: <li>Iteration 700
