// The teams of a league divide the iterations, and the threads of each team
// divide its part by load: every iteration runs once, and each team asks for
// the loads of its own iterations only. Leagues may run at the same time.
// RUN: %clangxx-run -O2 -o %t && env %teams %t
// RUN: env %teams OMP_NUM_THREADS=1 %t && env %teams OMP_NUM_THREADS=2 %t
// RUN: env %teams OMP_NUM_THREADS=8 %t && %t
// RUN: %clangxx-run -O0 -g -fsanitize=address,undefined -o %t.san
// RUN: env %teams ASAN_OPTIONS=detect_leaks=0 %t.san
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

extern "C" int omp_get_team_num(void), omp_get_num_teams(void);

constexpr int n = 6000;
static const std::vector<int> row = [] {
  std::vector<int> sums(n + 1);
  for (int i = 0; i < n; ++i)
    sums[i + 1] = sums[i] + 1 + i % 1000;
  return sums;
}();

// What one league did.
struct League {
  std::vector<std::atomic<int>> hits = std::vector<std::atomic<int>>(n);
  std::atomic<bool> isWrong{false};

  int load(int i) {
    if (i < 0 || i >= n)
      isWrong = true;
    return 1 + i % 1000;
  }
  bool ranOnce(const char *what) {
    bool right = !isWrong;
    for (auto &hit : hits)
      right &= hit.exchange(0) == 1;
    if (!right)
      std::printf("%s is wrong\n", what);
    return right;
  }
};

template <class T> static bool combined(League &l) {
  T x = -1;
  long sum = 0;
#pragma ompx usersched(load : l.load(i), chunk : 50)
#pragma omp teams distribute parallel for num_teams(3) thread_limit(8)         \
    reduction(+ : sum) lastprivate(x)
  for (T i = 0; i < n; ++i) {
    ++l.hits[i];
    sum += i;
    x = i;
  }
  return l.ranOnce("combined") && x == n - 1 && sum == n / 2 * (n - 1);
}

static bool inParts(League &l, bool isParallel) {
#pragma ompx usersched(load : row[i + 1] - row[i], chunk : 50)
#pragma omp teams distribute parallel for num_teams(2) thread_limit(8)         \
    dist_schedule(static, 700) if (parallel : isParallel)
  for (int i = 0; i < n; ++i)
    l.hits[i].fetch_add(1);
#pragma ompx usersched(load : row[i + 1] - row[i], chunk : 50)
#pragma omp parallel loop if (isParallel)
  for (int i = 0; i < n; ++i)
    l.hits[i].fetch_sub(1);
#pragma ompx usersched(prefix : row[i])
#pragma omp teams loop num_teams(4) thread_limit(8) bind(teams)
  for (int i = 0; i < n; ++i)
    l.hits[i].fetch_add(1);
  return l.ranOnce("inParts");
}

static void orphaned(League &l, int begin, int end) {
#pragma ompx usersched(load : l.load(i), chunk : 50)
#pragma omp loop bind(parallel)
  for (int i = begin; i < end; ++i)
    ++l.hits[i];
}

// A league with regions that call a function with a loop.
static bool withCalls(League &l) {
#pragma omp teams num_teams(3) thread_limit(8)
  for (int part = omp_get_team_num(); part < 6; part += omp_get_num_teams()) {
#pragma omp parallel
    orphaned(l, part * (n / 6), (part + 1) * (n / 6));
  }
  return l.ranOnce("withCalls");
}

static bool inRegions(League &l) {
  auto rising = [&](auto first) {
#pragma omp teams num_teams(3) thread_limit(8)
    {
#pragma ompx usersched(load : l.load(2 * i), chunk : 50)
#pragma omp distribute parallel for
      for (auto i = first; i < n / 2; ++i)
        ++l.hits[2 * i];
#pragma ompx usersched(load : l.load(2 * i + 1), chunk : 50)
#pragma omp distribute parallel for
      for (auto i = first; i < n / 2; ++i)
        l.hits[2 * i + 1].fetch_add(1);
    }
  };
  rising(0u);
  if (!l.ranOnce("inRegions"))
    return false;
#pragma omp parallel
  {
#pragma ompx usersched(load : l.load(i))
#pragma omp loop
    for (int i = 0; i < n / 2; ++i)
      ++l.hits[i];
#pragma ompx usersched(load : l.load(i))
#pragma omp loop
    for (int i = n / 2; i < n; ++i)
      ++l.hits[i];
  }
  return l.ranOnce("loop");
}

static bool all(int rounds) {
  League l;
  bool right = true;
  for (int round = 0; round < rounds; ++round)
    right &= combined<int>(l) && combined<long>(l) && inParts(l, round % 3) &&
             withCalls(l) && inRegions(l);
  return right;
}

int main() {
  bool right = all(5);
  std::atomic<bool> others{true};
  std::vector<std::thread> leagues;
  for (int league = 0; league < 3; ++league)
    leagues.emplace_back([&] {
      if (!all(3))
        others = false;
    });
  for (std::thread &league : leagues)
    league.join();
  return !(right && others);
}
