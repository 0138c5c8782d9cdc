// A setting is for loops in files compiled with the plugin. One in another file
// runs in one chunk while it is in force, right but on one thread, and under
// the schedule set before as soon as it is reset.
// RUN: %clang-alone -O1 -c -DLOOP -x c++ %s -o %t.o
// RUN: %clangxx -O1 %s %t.o %link -o %t && %t
#ifdef LOOP
#include <omp.h>
int threads(int *ran, int n) {
  int seen[2] = {0, 0};
#pragma omp parallel for schedule(runtime) num_threads(2)
  for (int i = 0; i < n; ++i) {
    ++ran[i];
    seen[omp_get_thread_num()] = 1;
  }
  return seen[0] + seen[1];
}
#else
#include <omp.h>
#include <usersched_ompx.h>
int threads(int *ran, int n);
int main() {
  int ran[100] = {0};
  omp_set_schedule(omp_sched_static, 1);
  ompx_set_usersched_for_loops(nullptr, nullptr, nullptr, 1, 0, 0);
  if (threads(ran, 100) != 1)
    return 1;
  ompx_reset_usersched_for_loops();
  if (threads(ran, 100) != 2)
    return 2;
  for (int count : ran)
    if (count != 2)
      return 3;
  return 0;
}
#endif
