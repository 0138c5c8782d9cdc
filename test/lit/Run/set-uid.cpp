// Who starts a set-uid program does not choose files that it writes.
// REQUIRES: set-uid
// RUN: rm -rf %t && mkdir %t && chmod 755 %t && cd %t
// RUN: %clangxx-run -O2 -o program && chown 1 program && chmod 4755 program
// RUN: chmod 777 .
// RUN: env USERSCHED_REPORT=%t/report.json USERSCHED_TRACE=%t/trace.json ./program
// RUN: not ls report.json trace.json
// RUN: env USERSCHED_REPORT=stderr ./program 2>&1 | FileCheck %s --allow-empty
// CHECK-NOT: usersched
#include <sys/auxv.h>

int main() {
#pragma ompx usersched(load: i)
#pragma omp parallel for
  for (int i = 0; i < 1000; ++i)
    ;
  return !getauxval(AT_SECURE);
}
