// The 64-bit variant sees iteration spaces beyond int; int functions are not
// asked about such loops, which run under the schedule that libomp knows.
// RUN: %clangxx-run -O2 -o %t && %t
#include <atomic>
#include <cstdint>
#include <usersched_ompx.h>

static std::atomic<int> narrow{0}, wide{0};
static const int64_t huge = int64_t(1) << 33;

static void inspect(int from, int to, int *start, int *end, void *) {
  ++narrow;
  *start = from;
  *end = to;
}
static void inspect64(int64_t from, int64_t to, int64_t *start, int64_t *end,
                      void *) {
  ++wide;
  *start = from;
  *end = to - from > (huge >> 4) ? from + (huge >> 4) : to;
}
// Leaves every range after its first iteration's number has been added up.
static bool whole() {
  int64_t ran = 0;
#pragma omp parallel for schedule(runtime) reduction(+ : ran)
  for (int64_t i = 0; i < huge; ++i)
    ran += 1;
  return ran == huge;
}

int main() {
  ompx_set_usersched_for_loops_64(inspect64, nullptr, nullptr, 1, 0, 0);
  if (!whole() || wide == 0)
    return 1;
  ompx_set_usersched_for_loops(inspect, nullptr, nullptr, 1, 0, 0);
  if (!whole() || narrow != 0)
    return 2;
}
