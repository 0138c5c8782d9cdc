// A coroutine that each thread resumes in a region of one thread, then in the
// region around it, runs its orphaned loops with the threads of each; also if
// the region calls it by its name, and if regions of another size resume it.
//
// RUN: %clangxx-run -std=c++20 -O2 -o %t && %t
// RUN: %clangxx-run -std=c++20 -O2 -DIS_NAMED -o %t && %t
// RUN: %clangxx-run -std=c++20 -O0 -DIS_NAMED -o %t && %t
#include <atomic>
#include <coroutine>
#include <cstdio>
#include <omp.h>

struct Loops {
  struct promise_type {
    Loops get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> Handle;
};

constexpr int N = 1000;
static std::atomic<int> Runs[N];

static Loops loops() {
  for (;;) {
#pragma ompx usersched(load : 1 + I % 3)
#pragma omp for
    for (int I = 0; I < N; ++I)
      ++Runs[I];
    co_await std::suspend_always{};
  }
}

#ifdef IS_NAMED
static Loops begin() { return loops(); }
#else
/// So that no region is known to call it.
static Loops (*volatile begin)() = loops;
#endif

static int wrong(int Times) {
  int Found = 0;
  for (std::atomic<int> &Run : Runs)
    Found += Run.exchange(0) != Times;
  return Found;
}

int main() {
  int Failures = 0;
#pragma omp parallel num_threads(4)
  {
    const Loops Mine = begin();
    for (int Time = 0; Time < 3; ++Time) {
#pragma omp parallel num_threads(1)
      Mine.Handle.resume();
#pragma omp barrier
#pragma omp single
      Failures += wrong(omp_get_num_threads());
      Mine.Handle.resume();
#pragma omp barrier
#pragma omp single
      Failures += wrong(1);
    }
    Mine.Handle.destroy();
  }

  Loops Mine[4];
#pragma omp parallel num_threads(4)
  {
    Loops &Own = Mine[omp_get_thread_num()];
    Own = begin();
    Own.Handle.resume();
  }
  Failures += wrong(1);
  for (int Round = 0; Round < 100; ++Round) {
#pragma omp parallel num_threads(1 + Round % 4)
    Mine[omp_get_thread_num()].Handle.resume();
    Failures += wrong(1);
  }
  for (const Loops &One : Mine)
    One.Handle.destroy();
  if (Failures)
    std::printf("%d iterations ran wrong\n", Failures);
  return Failures > 0;
}
