// USERSCHED_CHUNK is the load of iterations, of a loop with reduction blocks, too:
// 20000 iterations, which are 960 blocks, make about 20 tasks.
// RUN: %clangxx-run -O1 -Wno-sign-compare -o %t
// RUN: env USERSCHED_CHUNK=1000 %t
#include <atomic>
#include <cstdio>

static std::atomic<int> copies{0};
struct Counted {
  Counted() {}
  Counted(const Counted &) { ++copies; } // one for each task, and a first one
  int one() const { return 1; }
};

int main() {
  Counted counted;
  int sum = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma ompx usersched(load: 1, reproducible: on)
#pragma omp taskloop reduction(+ : sum) firstprivate(counted)
    for (int i = 0; i < 20000; ++i)
      sum += counted.one();
#pragma ompx usersched(load: 0.5, reproducible: on)
#pragma omp taskloop reduction(+ : sum) firstprivate(counted)
    for (int i = 0; i < 20000; ++i)
      sum += counted.one();
  }
  std::printf("%d copies\n", copies.load());
  return sum != 40000 || copies < 30 || copies > 40;
}
