// A setting belongs to the task's environment, as that of omp_set_schedule:
// inherited by the teams that the task forks, invisible to other tasks, ended
// by reset, which brings the schedule before it back.
// RUN: %clang-run -O1 -o %t && %t
#include <omp.h>
#include <usersched_ompx.h>

static int selections;
static int select_first(int subspaces, void *count) {
  (void)subspaces;
  __atomic_fetch_add((int *)count, 1, __ATOMIC_RELAXED);
  return 0;
}
static int asked(void) {
  int sum = 0;
  __atomic_store_n(&selections, 0, __ATOMIC_RELAXED);
#pragma omp parallel for schedule(runtime) reduction(+ : sum) num_threads(2)
  for (int i = 0; i < 100; ++i)
    sum += i;
  return sum != 4950 ? -1 : selections > 0;
}

int main(void) {
  omp_sched_t kind;
  int chunk, wrong = 0;
  omp_set_max_active_levels(2);
  omp_set_schedule(omp_sched_guided, 17);
  if (asked() != 0)
    return 1;
#pragma omp parallel num_threads(2)
  {
    // The setting of one thread's task, and a team that it forks.
    if (omp_get_thread_num() == 1)
      ompx_set_usersched_for_loops(0, select_first, &selections, 0, 0, 0);
#pragma omp barrier
#pragma omp critical
    wrong |= asked() != omp_get_thread_num();
  }
  if (wrong || asked() != 0)
    return 2;
  ompx_set_usersched_for_loops(0, select_first, &selections, 1, 1, 3);
  ompx_set_usersched_for_loops(0, select_first, &selections, 0, 1, 5);
  if (asked() != 1)
    return 3;
  ompx_reset_usersched_for_loops();
  omp_get_schedule(&kind, &chunk);
  return kind != omp_sched_guided || chunk != 17 || asked() != 0;
}
