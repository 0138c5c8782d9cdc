// Member functions, templates, lambdas, nowait chains, orphaned and nested
// loops: every iteration runs exactly once.
// RUN: %clangxx-run -O2 -o %t && %t
// RUN: env OMP_NUM_THREADS=7 %t
#include <atomic>
#include <omp.h>
#include <vector>

constexpr int n = 3000;
static std::vector<std::atomic<int>> hits(n);
static std::vector<int> work(n);

static bool take(int each) {
  bool right = true;
  for (auto &hit : hits)
    right &= hit.exchange(0) == each;
  return right;
}

struct Member {
  std::vector<int> weights;
  int weight(int i) const { return weights[i]; }
  void run() {
#pragma ompx usersched(load: weight(i))
#pragma omp parallel for
    for (int i = 0; i < n; ++i)
      ++hits[i];
  }
};

template <class Index> void instantiated(const std::vector<int> &load) {
#pragma ompx usersched(load: load[i])
#pragma omp parallel for
  for (Index i = 0; i < Index(n); ++i)
    ++hits[i];
}

static void orphaned() {
#pragma ompx usersched(load: work[i] + 0.5)
#pragma omp for nowait
  for (int i = 0; i < n; ++i)
    ++hits[i];
}

int main() {
  for (int i = 0; i < n; ++i)
    work[i] = i % 17;
  Member member{work};
  for (int round = 0; round < 3; ++round) {
    member.run();
    instantiated<int>(work);
    instantiated<unsigned long>(work);
    if (!take(3))
      return 1;

    auto lambda = [](auto count, int scale) {
#pragma ompx usersched(load: work[i] * scale)
#pragma omp parallel for
      for (decltype(count) i = 0; i < count; ++i)
        ++hits[i];
    };
    lambda(n, 2);
    lambda(long(n), 3);
    if (!take(2))
      return 2;

#pragma omp parallel
    for (int chain = 0; chain < 20; ++chain) {
#pragma ompx usersched(load: work[i], chunk: 50)
#pragma omp for nowait
      for (int i = 0; i < n; ++i)
        ++hits[i];
#pragma ompx usersched(load: 1, steal: off, profile: off)
#pragma omp for nowait
      for (int i = 0; i < n; ++i)
        ++hits[i];
      orphaned();
    }
    if (!take(60))
      return 3;

    orphaned(); // outside any parallel region
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    {
#pragma ompx usersched(load: work[i])
#pragma omp parallel for num_threads(3)
      for (int i = 0; i < n; ++i)
        ++hits[i];
    }
    if (!take(3))
      return 4;
  }
}
