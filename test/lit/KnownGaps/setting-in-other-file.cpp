// A schedule(runtime) loop in a file compiled without the plugin knows nothing
// of ompx_set_usersched_for_loops. It runs in one chunk, on one thread, instead
// of under the schedule set before: libomp's schedule variable holds the
// setting.
// XFAIL: *
// RUN: %clang-alone -O1 -c -DLOOP -x c++ %s -o %t.o
// RUN: %clangxx -O1 %s %t.o %link -o %t && %t
#ifdef LOOP
#include <omp.h>
int threads() {
  int seen[2] = {0, 0};
#pragma omp parallel for schedule(runtime) num_threads(2)
  for (int i = 0; i < 100; ++i)
    seen[omp_get_thread_num()] = 1;
  return seen[0] + seen[1];
}
#else
#include <omp.h>
#include <usersched_ompx.h>
int threads();
int main() {
  omp_set_schedule(omp_sched_static, 1);
  ompx_set_usersched_for_loops(nullptr, nullptr, nullptr, 1, 0, 0);
  return threads() != 2;
}
#endif
