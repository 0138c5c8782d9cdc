// Listing 2 of the ICPP 2019 paper, its two slips mended (iter for curr_idx, a
// brace): chunks by the in-degree, stealing and profiling on.
// RUN: %clangxx-run -O2 -o %t && %t
// RUN: env OMP_NUM_THREADS=1 %t
// RUN: env OMP_NUM_THREADS=8 %t
#include <atomic>
#include <omp.h>
#include <usersched_ompx.h>
#include <vector>

struct Graph {
  int num_nodes() const { return 1000; }
  int indegree(int n) const { return n % 50 ? 2 : 300; }
};
Graph g, *g_ptr;
const int threshold = 100;
std::atomic<int> inspections{0};

void inspect_func(int left_start, int left_end, int *assigned_start,
                  int *assigned_end, void *) {
  ++inspections;
  int weight = 0, iter = left_start;
  do {
    weight += g_ptr->indegree(iter++);
    if (weight >= threshold)
      break;
  } while (iter < left_end);
  *assigned_start = left_start, *assigned_end = iter;
  if (*assigned_end >= left_end)
    *assigned_end = left_end;
}
int subspace_select_func(int, void *) { return omp_get_thread_num(); }

int main() {
  g_ptr = &g;
  std::vector<int> hits(g.num_nodes());
  ompx_set_usersched_for_loops(inspect_func, subspace_select_func, nullptr, 1,
                               1, omp_get_max_threads());
  for (int round = 0; round < 3; ++round) {
#pragma omp parallel for schedule(runtime)
    for (int i = 0; i < g.num_nodes(); i++)
      ++hits[i];
  }
  ompx_reset_usersched_for_loops();
  // One thread has nothing to balance.
  if (omp_get_max_threads() > 1 && inspections == 0)
    return 1;
  inspections = 0;
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < g.num_nodes(); i++)
    ++hits[i];
  for (int hit : hits)
    if (hit != 4)
      return 2;
  return inspections != 0;
}
