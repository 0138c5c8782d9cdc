// measure(): compares ways to run one loop, by turns, so that what else the
// machine does hits all of them. The first is what the others are compared
// with. Every way must leave the same values in the result, to the last bit.
#ifndef MEASURE_H
#define MEASURE_H

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <omp.h>
#include <string>
#include <usersched.h>
#include <vector>

struct Way {
  std::string name;
  std::function<void()> run;
};

inline double milliseconds(const std::function<void()> &run) {
  const auto start = std::chrono::steady_clock::now();
  run();
  const auto end = std::chrono::steady_clock::now();
  return std::chrono::duration<double, std::milli>(end - start).count();
}

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// Prints one line a way. Returns what main should: 0; 1 if the results differ;
// 2 if usersched scheduled no loop, which is so without the plugin.
inline int measure(std::vector<double> &result, const std::vector<Way> &ways,
                   int rounds = 15) {
  std::vector<double> expected;
  std::vector<std::vector<double>> times(ways.size());
  // Round 0 warms up: threads start, usersched looks at the loads.
  for (int round = 0; round <= rounds; ++round)
    for (size_t w = 0; w < ways.size(); ++w) {
      std::fill(result.begin(), result.end(), 0);
      const double time = milliseconds(ways[w].run);
      if (round > 0)
        times[w].push_back(time);
      if (expected.empty())
        expected = result;
      if (result != expected) {
        std::fprintf(stderr, "error: %s has another result than %s\n",
                     ways[w].name.c_str(), ways[0].name.c_str());
        return 1;
      }
    }

  std::printf("%-24s %9s   speedup, %d threads\n", "schedule", "ms",
              omp_get_max_threads());
  for (size_t w = 0; w < ways.size(); ++w) {
    std::vector<double> ratios;
    for (int round = 0; round < rounds; ++round)
      ratios.push_back(times[0][round] / times[w][round]);
    std::printf("%-24s %9.3f   %.2f\n", ways[w].name.c_str(), median(times[w]),
                median(ratios));
  }
  usersched_statistics seen;
  usersched_get_statistics(&seen);
  std::printf("results equal; usersched scheduled %llu loops\n",
              static_cast<unsigned long long>(seen.executions));
  return seen.executions > 0 ? 0 : 2;
}

#endif
