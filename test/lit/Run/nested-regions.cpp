// Annotated loops inside annotated loops, inside tasks, and in regions that do
// not get more than one thread.
// RUN: %clangxx -O2 %s %link -o %t && %t
#include <atomic>
#include <omp.h>
static std::atomic<int> ran{0};

static void inner() {
#pragma ompx usersched(load: i % 4)
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 50; ++i)
    ++ran;
}

int main() {
  for (int levels = 0; levels < 4; ++levels) {
    omp_set_max_active_levels(levels);
    ran = 0;
#pragma ompx usersched(load: i)
#pragma omp parallel for
    for (int i = 0; i < 40; ++i)
      inner();
    if (ran != 2000)
      return 1;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 40; ++i) {
#pragma omp task
      inner();
    }
    if (ran != 4000)
      return 2;
  }
}
