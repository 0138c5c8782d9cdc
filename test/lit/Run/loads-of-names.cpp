// usersched_get_loads() and usersched_get_costs(): sums since the last call, by
// name, in templates, orphaned loops, with nowait and reproducible reductions;
// costs by measured time although the load says that all iterations are alike,
// unless a thread runs its iterations as one range ("even"); then by the load,
// unless that is not to be looked at ("off").
// RUN: %clangxx-run -O1 -o %t
// RUN: env OMP_NUM_THREADS=1 %t even
// RUN: env OMP_NUM_THREADS=3 %t
// RUN: env OMP_NUM_THREADS=8 USERSCHED_STEAL=off %t
// RUN: env OMP_NUM_THREADS=4 USERSCHED_REPORT=%t.json %t
// RUN: grep -q '"iterations_each": 20.8' %t.json
// RUN: env OMP_NUM_THREADS=2 USERSCHED_SCHEDULE=off %t even off
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <usersched.h>
#include <vector>

constexpr int Count = 1000;
static bool areEven;
double out[Count], sums[Count]; // anybody may read them

static void check(bool isRight, const char *what) {
  if (isRight)
    return;
  std::printf("wrong: %s\n", what);
  std::exit(1);
}

static usersched_loads take(const char *name, unsigned loops) {
  usersched_loads loads;
  check(usersched_get_loads(name, &loads) == loops, name ? name : "all");
  check(loads.thread_seconds >= 0 && loads.seconds >= 0 &&
            loads.imbalance >= 1 - 1e-9 && loads.seconds_per_load >= 0 &&
            loads.seconds_per_iteration >= 0,
        "values");
  return loads;
}

// A tenth of the iterations has most of the work, and the load does not say so.
static void work(int i) {
  double sum = 0;
  for (int k = 0; k < (i < Count / 10 ? 20000 : 200); ++k)
    sum += std::sqrt(k);
  out[i] = sum;
}

static void misled() {
#pragma ompx usersched(load : 1, name : misled)
#pragma omp parallel for
  for (int i = 0; i < Count; ++i)
    work(i);
}

static void toldBy(bool isWhole) {
#pragma ompx usersched(load : i < Count / 10 ? 100 : 1, name : told)
#pragma omp parallel for
  for (int i = 0; i < (isWhole ? Count : Count / 2); ++i)
    work(i);
}

template <typename T> static void pair(T n) {
#pragma omp parallel
  {
#pragma ompx usersched(load : i, name : pair)
#pragma omp for nowait
    for (T i = 0; i < n; ++i)
      out[i] = i;
#pragma ompx usersched(load : 2, name : pair)
#pragma omp for
    for (T i = 0; i < n; ++i)
      sums[i] = 2;
  }
}

static double sum;
static void orphaned() {
#pragma ompx usersched(load : 1, name : orphaned, reproducible : on)
#pragma omp for reduction(+ : sum)
  for (int i = 0; i < Count; ++i) {
    work(i);
    sum += i;
  }
}

// Loops of 960 reduction blocks and more iterations.
static void ofBlocks(int n) {
#pragma ompx usersched(load : 1.5, name : blocks, reproducible : on)
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += i;
#pragma ompx usersched(load : i, name : rising, reproducible : on)
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += i;
}

// A thread that is interrupted makes a few iterations seem long.
static double median(std::vector<double> costs, int first, int end) {
  const auto middle = costs.begin() + (first + end) / 2;
  std::nth_element(costs.begin() + first, middle, costs.begin() + end);
  return *middle;
}

static double least(const std::vector<double> &costs, int first, int end) {
  double result = costs[first];
  for (int i = first; i < end; ++i)
    result = std::fmin(result, costs[i]);
  return result;
}

int main(int argc, char **) {
  areEven = argc > 1;
  std::vector<double> costs(Count, 7);
  take("misled", 0);
  check(usersched_get_costs("misled", costs.data(), Count) == 0 &&
            costs[0] == 0 && costs[Count - 1] == 0,
        "costs of what has not run");

  for (int time = 0; time < 16; ++time)
    misled();
  usersched_loads loads = take("misled", 1);
  check(loads.executions == 16, "executions");
  check(loads.thread_seconds > 0, "time");
  take("misled", 0); // nothing since
  take("nobody", 0);
  check(usersched_get_costs("misled", costs.data(), Count - 1) == 0, "count");
  check(usersched_get_costs("misled", costs.data(), Count) == 1, "costs");
  double all = 0;
  for (double cost : costs)
    all += cost;
  check(std::fabs(all - loads.thread_seconds / 16) < 0.05 * all,
        "sum of costs");
  if (!areEven)
    check(median(costs, 0, Count / 10) > 5 * median(costs, Count / 10, Count),
          "measured costs");
  check(least(costs, 0, Count) > 0, "every iteration costs");

  for (int time = 0; time < 6; ++time)
    toldBy(time % 2);
  check(usersched_get_costs("told", costs.data(), Count / 2) == 0 &&
            usersched_get_costs("told", costs.data(), Count) == 1,
        "costs of the last trip count");
  const double heavy = median(costs, 0, Count / 10);
  check(argc > 2 ? heavy <= 5 * median(costs, Count / 10, Count / 2)
                 : heavy > 5 * median(costs, Count / 10, Count / 2) &&
                       heavy > 5 * median(costs, Count / 2, Count),
        "costs by load");
  take("told", 1);

  pair<int>(100);
  pair<long>(100);
  loads = take("pair", 2);
  check(loads.executions == 4, "executions of a name");
  take(nullptr, 0);
  check(usersched_get_costs("pair", costs.data(), 100) == 2, "loops of a name");

  for (int time = 0; time < 12; ++time)
#pragma omp parallel
    orphaned();
  loads = take(nullptr, 1);
  check(loads.executions == 12, "orphaned");
  check(usersched_get_costs("orphaned", costs.data(), Count) == 1, "blocks");
  if (!areEven)
    check(median(costs, 0, Count / 10) > 5 * median(costs, Count / 10, Count),
          "costs of blocks");

  ofBlocks(20000);
  loads = take("blocks", 1);
  check(loads.load == 20000 * 1.5 || loads.load == 0, "load of blocks");
  usersched_statistics before, after;
  for (int time = 0; time < 6; ++time)
    for (int n : {5000, 20000})
      ofBlocks(n);
  usersched_get_statistics(&before);
  for (int time = 0; time < 200; ++time)
    for (int n : {5000, 20000})
      ofBlocks(n);
  usersched_get_statistics(&after);
  check(after.stale_plans == before.stale_plans, "blocks of another trip count");
  costs.resize(20000);
  check(usersched_get_costs("blocks", costs.data(), 5000) == 0 &&
            usersched_get_costs("blocks", costs.data(), 960) == 0 &&
            usersched_get_costs("blocks", costs.data(), 20000) == 1,
        "count of blocks");
}
