// A tool (OMPT) sees each thread begin and end each annotated loop, once per
// execution: in its region, orphaned, nowait, cancelled, simd.
// RUN: %clangxx-run -O2 -o %t
// RUN: env OMP_CANCELLATION=true OMP_NUM_THREADS=1 %t
// RUN: env OMP_CANCELLATION=true OMP_NUM_THREADS=4 %t
#include <atomic>
#include <cstdio>
#include <omp-tools.h>
#include <omp.h>

constexpr int loops = 7, most_threads = 4;
constexpr int rounds = 200; // so that executions repeat earlier ones
static std::atomic<int> begun[most_threads][loops], ended[most_threads][loops];
static std::atomic<int> wrong{0}, known{0};
static thread_local int me = known++, in = -1;

// Loop k has 100 k iterations, which libomp tells at its begin alone.
static void work(ompt_work_t kind, ompt_scope_endpoint_t end, ompt_data_t *,
                 ompt_data_t *, uint64_t count, const void *) {
  if (kind != ompt_work_loop && kind != ompt_work_loop_static)
    return;
  const bool begins = end == ompt_scope_begin;
  const int loop = begins ? int(count / 100) : in;
  if (me >= most_threads || loop < 0 || loop >= loops || begins != (in < 0)) {
    ++wrong;
    return;
  }
  in = begins ? loop : -1;
  ++(begins ? begun : ended)[me][loop];
}
static int start(ompt_function_lookup_t lookup, int, ompt_data_t *) {
  auto set = ompt_set_callback_t(lookup("ompt_set_callback"));
  return set(ompt_callback_work, ompt_callback_t(work)) == ompt_set_always;
}
static void finish(ompt_data_t *) {}
extern "C" ompt_start_tool_result_t *ompt_start_tool(unsigned, const char *) {
  static ompt_start_tool_result_t tool = {start, finish, {0}};
  return &tool;
}

static std::atomic<int> ran{0};
static int squares[600];
static void orphaned(int n) {
#pragma ompx usersched(load: i)
#pragma omp for
  for (int i = 0; i < n; ++i)
    ++ran;
#pragma ompx usersched(load: i)
#pragma omp for nowait
  for (int i = 0; i < n + 100; ++i)
    ++ran;
}

int main() {
  for (int round = 0; round < rounds; ++round) {
#pragma ompx usersched(load: i, steal: off)
#pragma omp parallel for
    for (int i = 0; i < 100; ++i)
      ++ran;
#pragma omp parallel
    {
#pragma ompx usersched(load: i, profile: off)
#pragma omp for nowait
      for (int i = 0; i < 200; ++i)
        ++ran;
      orphaned(300);
#pragma ompx usersched(load: i)
#pragma omp for
      for (int i = 0; i < 500; ++i) {
#pragma omp cancel for
      }
    }
#pragma ompx usersched(prefix: i)
#pragma omp parallel for simd
    for (int i = 0; i < 600; ++i)
      squares[i] = i * i;
  }
  const int threads = omp_get_max_threads();
  for (int t = 0; t < threads; ++t)
    for (int k = 1; k < loops; ++k)
      if (begun[t][k] != rounds || ended[t][k] != rounds) {
        std::printf("thread %d, loop %d: %d begun, %d ended\n", t, k,
                    begun[t][k].load(), ended[t][k].load());
        ++wrong;
      }
  return wrong || squares[599] != 599 * 599 || ran != rounds * (100 + 200 + 300 + 400);
}
