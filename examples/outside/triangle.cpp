// A triangular loop: iteration i works i + 1 times. Divided evenly by
// iterations, as schedule(static) does, the last thread has most of the work.
//
// The loop runs by turns with schedule(static) and with usersched; the results
// must be the same to the last bit.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <omp.h>
#include <usersched.h>
#include <vector>

namespace {

constexpr int Bodies = 4000;
constexpr int Rounds = 15;

struct Body {
  double x, y;
};

// How strongly the bodies before body i attract it.
double attraction(const std::vector<Body> &bodies, int i) {
  double sum = 0;
  for (int j = 0; j <= i; ++j) {
    const double dx = bodies[j].x - bodies[i].x;
    const double dy = bodies[j].y - bodies[i].y;
    sum += 1 / std::sqrt(dx * dx + dy * dy + 0.01);
  }
  return sum;
}

void evenly(const std::vector<Body> &bodies, std::vector<double> &result) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < Bodies; ++i)
    result[i] = attraction(bodies, i);
}

void by_load(const std::vector<Body> &bodies, std::vector<double> &result) {
#pragma ompx usersched(load: i + 1)
#pragma omp parallel for
  for (int i = 0; i < Bodies; ++i)
    result[i] = attraction(bodies, i);
}

template <class Function> double milliseconds(Function &&function) {
  const auto start = std::chrono::steady_clock::now();
  function();
  const auto end = std::chrono::steady_clock::now();
  return std::chrono::duration<double, std::milli>(end - start).count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

} // namespace

int main() {
  std::vector<Body> bodies(Bodies);
  for (int i = 0; i < Bodies; ++i)
    bodies[i] = {std::cos(i * 0.7), std::sin(i * 1.3)};
  std::vector<double> expected(Bodies), result(Bodies);

  // Threads start, caches fill, usersched looks at the loads.
  evenly(bodies, expected);
  by_load(bodies, result);

  std::vector<double> even_times, load_times, ratios;
  for (int round = 0; round < Rounds; ++round) {
    std::fill(result.begin(), result.end(), 0);
    even_times.push_back(milliseconds([&] { evenly(bodies, expected); }));
    load_times.push_back(milliseconds([&] { by_load(bodies, result); }));
    ratios.push_back(even_times.back() / load_times.back());
    if (result != expected) {
      std::fprintf(stderr, "error: the results differ in round %d\n", round);
      return 1;
    }
  }

  usersched_statistics seen;
  usersched_get_statistics(&seen);
  std::printf("threads           %d\n", omp_get_max_threads());
  std::printf("schedule(static)  %.2f ms\n", median(even_times));
  std::printf("usersched         %.2f ms\n", median(load_times));
  std::printf("speedup           %.2f\n", median(ratios));
  std::printf("loops scheduled   %llu, results equal\n",
              static_cast<unsigned long long>(seen.executions));
  // Without the plugin the pragma does nothing.
  return seen.executions == Rounds + 1 ? 0 : 2;
}
