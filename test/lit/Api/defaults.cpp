// Functions that are not given: chunks of one iteration, one even subspace per
// thread; user_data reaches the functions that are, in every integer type.
// RUN: %clangxx-run -O2 -o %t && %t
// RUN: env OMP_NUM_THREADS=7 %t
#include <atomic>
#include <cstdint>
#include <omp.h>
#include <usersched_ompx.h>

static int data;
static std::atomic<bool> wrong{false};
static void pairs(int from, int to, int *start, int *end, void *user) {
  wrong = wrong || user != &data || from >= to;
  *start = from;
  *end = from + 2; // perhaps beyond the end
}
template <class T> static bool run() {
  std::atomic<int> ran{0};
#pragma omp parallel for schedule(runtime)
  for (T i = 0; i < 101; ++i)
    ++ran;
#pragma omp parallel
#pragma omp for schedule(runtime) nowait
  for (T i = 100; i > 0; --i)
    ++ran;
  return ran == 201;
}

int main() {
  for (int switches = 0; switches < 4; ++switches) {
    for (int given = 0; given < 2; ++given) {
      ompx_set_usersched_for_loops(given ? pairs : nullptr, nullptr, &data,
                                   switches & 1, switches & 2, 0);
      if (!run<int>() || !run<unsigned>() || !run<int64_t>() ||
          !run<uint64_t>() || !run<short>() || wrong)
        return 1;
      ompx_reset_usersched_for_loops();
    }
  }
}
