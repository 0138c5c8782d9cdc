// A nowait loop in a function that a region calls is inspected once and planned,
// and the first thread to come runs what the others do not come for: no barrier,
// no even shares.
// RUN: %clangxx-run -O0 -o %t && %t
// RUN: %clangxx-run -O2 -o %t && %t
#include <atomic>
#include <cstdio>
#include <omp.h>
#include <thread>
#include <usersched.h>

constexpr int n = 10000;
static int work[n], runs[n];

static void orphaned() {
#pragma ompx usersched(load: work[i])
#pragma omp for nowait
  for (int i = 0; i < n; ++i)
#pragma omp atomic
    ++runs[i];
}

static usersched_statistics counts() {
  usersched_statistics now;
  usersched_get_statistics(&now);
  return now;
}

int main() {
  for (int i = 0; i < n; ++i)
    work[i] = i;
  std::atomic<bool> first_left{false};
  int by_first = 0;
#pragma omp parallel num_threads(3)
  {
    while (omp_get_thread_num() != 0 && !first_left)
      std::this_thread::yield();
    orphaned();
    if (omp_get_thread_num() == 0) {
      for (int each : runs)
        by_first += each;
      first_left = true;
    }
  }
  const usersched_statistics once = counts();
#pragma omp parallel num_threads(3)
  for (int e = 0; e < 5; ++e)
    orphaned();
  const usersched_statistics again = counts();
  std::printf("%d iterations by the first, %d plans, %d inspected, %d hits\n",
              by_first, int(once.plans_made), int(once.inspected_iterations),
              int(again.plan_hits));
  for (int each : runs)
    if (each != 6)
      return 1;
  return by_first != n || once.plans_made != 1 ||
         once.inspected_iterations < n || again.plans_made != 1 ||
         again.plan_hits != 5;
}
