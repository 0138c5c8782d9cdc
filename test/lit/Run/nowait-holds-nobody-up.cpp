// A thread may hold up others that have not come to a nowait loop: no thread
// waits for another in it, in the region or in a function called from it.
// RUN: %clangxx-run -O2 -o %t
// RUN: env OMP_NUM_THREADS=2 %t
// RUN: env OMP_NUM_THREADS=5 %t
#include <omp.h>

static long sum;

static void orphaned() {
#pragma ompx usersched(load: i)
#pragma omp for nowait
  for (int i = 0; i < 1000; ++i)
#pragma omp atomic
    sum += i;
}

int main() {
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel
  for (int round = 0; round < 3; ++round) {
    omp_set_lock(&lock);
    orphaned();
#pragma ompx usersched(load: i)
#pragma omp for nowait
    for (int i = 0; i < 1000; ++i)
#pragma omp atomic
      sum += i;
    omp_unset_lock(&lock);
  }
  return sum != 6 * 499500;
}
