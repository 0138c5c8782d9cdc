// A trace has every range of every loop once, and each thread does one thing at
// a time, or one inside of another: in nowait chains, nested regions, orphaned
// loops, loops in tasks' regions and of several initial threads.
// RUN: rm -rf %t && mkdir %t
// RUN: %clangxx-run -O2 -pthread -o %t/program
// RUN: env OMP_MAX_ACTIVE_LEVELS=2 USERSCHED_REPORT=%t/report.json \
// RUN:   USERSCHED_TRACE=%t/trace.json %t/program
// RUN: %python %S/Inputs/check_trace.py %t/trace.json %t/report.json
// RUN: env OMP_MAX_ACTIVE_LEVELS=2 USERSCHED_SCHEDULE=off \
// RUN:   USERSCHED_REPORT=%t/report.json USERSCHED_TRACE=%t/trace.json %t/program
// RUN: %python %S/Inputs/check_trace.py %t/trace.json %t/report.json
// RUN: env USERSCHED_TRACE_MIB=0 USERSCHED_TRACE=%t/trace.json %t/program
// RUN: %python %S/Inputs/recorded.py %t/trace.json
#include <thread>

static void orphan(int n) {
#pragma ompx usersched(load: i)
#pragma omp for
  for (int i = 0; i < n; ++i)
    ;
}

static void run() {
#pragma omp parallel
  {
    for (int e = 0; e < 20; ++e) {
#pragma ompx usersched(load: i)
#pragma omp for nowait
      for (int i = 0; i < 500; ++i)
        ;
    }
    orphan(300);
  }
#pragma ompx usersched(load: i % 7)
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 8; ++i) {
#pragma ompx usersched(load: j)
#pragma omp parallel for num_threads(2)
    for (int j = 0; j < 200; ++j)
      ;
  }
#pragma omp parallel
#pragma omp single
  for (int t = 0; t < 4; ++t) {
#pragma omp task
    {
#pragma ompx usersched(load: 1, steal: off)
#pragma omp parallel for num_threads(2)
      for (int j = 0; j < 100; ++j)
        ;
    }
  }
}

int main() {
  std::thread other(run);
  run();
  other.join();
}
