// A trace takes memory as it grows: USERSCHED_TRACE_MIB may be as large as it
// can, even where the system grants less.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clangxx-run -O2 -o program
// RUN: env USERSCHED_TRACE=trace.json USERSCHED_TRACE_MIB=1048576 ./program \
// RUN:   | FileCheck %s --check-prefix=FEW
// FEW: less than 100 MiB
// RUN: %python %S/Inputs/recorded.py trace.json && rm trace.json
// RUN: env USERSCHED_TRACE=trace.json USERSCHED_TRACE_MIB=1048576 ./program 4096 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FEW
// RUN: %python %S/Inputs/recorded.py trace.json
#include <cstdio>
#include <cstdlib>
#include <sys/resource.h>

int main(int count, char **arguments) {
  if (count > 1) {
    const rlim_t most = std::strtoul(arguments[1], nullptr, 10) << 20;
    const rlimit limit = {most, most};
    if (setrlimit(RLIMIT_AS, &limit) != 0)
      return 1;
  }
#pragma ompx usersched(load: i)
#pragma omp parallel for
  for (int i = 0; i < 1000; ++i)
    ;
  rusage used;
  getrusage(RUSAGE_SELF, &used);
  const bool few = used.ru_maxrss < 100 * 1024;
  std::printf("%s than 100 MiB\n", few ? "less" : "more");
}
