// A report says what happened: of a loop of which all is known, the figures are
// those that follow by hand. Strings of the program may hold anything.
// RUN: rm -rf %t && mkdir %t
// RUN: %clangxx-run -O2 -o %t/program
// RUN: env USERSCHED_REPORT=%t/report.json USERSCHED_TRACE=%t/trace.json \
// RUN:   %t/program "an \"argument\""
// RUN: %python %S/Inputs/check_report.py %t/report.json %t/trace.json
// RUN: %python %S/../../../tools/usersched-report %t/report.json -o - \
// RUN:   | FileCheck %s
// RUN: env USERSCHED_REPORT=stderr %t/program 2>&1 \
// RUN:   | FileCheck --check-prefix=TABLE %s
#include <cstring>

const int n = 1000, executions = 12;
static int weight(int i) { return i == 700 ? 10000 : 1; }
static long sum;

// Takes as long as the load says. So a plan by measured times is like the one by
// loads, and each execution uses its plan.
static void work(int i) {
  for (volatile int k = 0; k < 4 * weight(i); ++k)
    ;
}

static void run() {
#pragma ompx usersched(load: weight(i) * long(std::strlen("\"<é>\\")) / 6)
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    work(i);
    sum += i;
  }
}

int main() {
  for (int e = 0; e < executions; ++e)
    run();
  return sum != executions * long(n) * (n - 1) / 2;
}
// CHECK: # usersched: program
// CHECK: {{^}}## report.cpp:[[#]], `load: weight(i) * long(std::strlen("\"<é>\\")) / 6`
// CHECK: * Iteration 700 (counted from 0) alone has 273 % of a thread's even share
// CHECK: | executions {{ *}}| 12 {{ *}}|{{.*}}|
// CHECK: | plans made {{ *}}| 1 {{ *}}|{{.*}}|
// CHECK: | plans used again {{ *}}| 11 {{ *}}|{{.*}}|
// CHECK: | heaviest chunk {{ *}}| 273 % (iteration 700) {{ *}}|{{.*}}|
// CHECK: | balanced {{ *}}| a plan was kept {{ *}}| 11 {{ *}}|
// CHECK: | balanced {{ *}}| no plan was kept: makes one {{ *}}| 1 {{ *}}|
// TABLE: {{^}}usersched: process [[#]] ran {{.*}}: program{{$}}
// TABLE: {{^}}loop {{ *}}executions iterations threads time technique by load by time stolen looking{{$}}
// TABLE-NEXT: {{^}}report.cpp:[[#]] 12 1000 3 {{[0-9.]+ [mu]?s}} balanced, plan 91.7 %
// TABLE-NEXT: {{^}}usersched: for advice and pictures, set USERSCHED_REPORT=FILE.json and then run: usersched-report FILE.json{{$}}
