//===- hard_loops.cpp - the loops of one cell -----------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Work, what usersched is told of it, and how much of it fits into the time.
//
//===----------------------------------------------------------------------===//
#include "hard_loops.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <omp.h>
#include <random>

namespace bench {
namespace {

using Loads = std::vector<std::uint32_t>;

/// A loop before its work has an amount.
struct Shape {
  int iterations;
  double centre;

  double at(int i) const {
    return iterations / (std::abs(i - centre) + iterations / 20.0);
  }
};

/// A loop that takes longer has more iterations, and more work in each.
int mean_iterations(const HardCell &cell) {
  int n = cell.iterations;
  for (int us = 20; us < cell.microseconds; us *= 10)
    n *= 4;
  return n;
}

std::vector<Shape> make_shapes(const HardCell &cell, std::mt19937_64 &random) {
  const int n = mean_iterations(cell);
  std::uniform_int_distribution<int> iterations(n / 2, n + n / 2);
  std::uniform_real_distribution<double> part(0, 1);
  std::vector<Shape> shapes;
  for (int loops = cell.work == "same"         ? 1
                   : cell.microseconds <= 2000 ? 24
                                               : 8;
       loops > 0; --loops) {
    const int trip_count = cell.work == "another" ? iterations(random) : n;
    shapes.push_back({trip_count, part(random) * trip_count});
  }
  return shapes;
}

Loads shuffled(Loads loads, std::mt19937_64 &random) {
  std::shuffle(loads.begin(), loads.end(), random);
  return loads;
}

/// The work mixed with that of iterations at random: `r_squared` is the squared
/// correlation of the two.
Loads noisy(const Loads &work, double r_squared, std::mt19937_64 &random) {
  const double own = std::sqrt(r_squared), other = std::sqrt(1 - r_squared);
  const Loads noise = shuffled(work, random);
  Loads loads;
  for (std::size_t i = 0; i < work.size(); ++i)
    loads.push_back(static_cast<std::uint32_t>(
        std::lround(16 * (own * work[i] + other * noise[i]) / (own + other))));
  return loads;
}

/// The loads of the execution before, whose loop may be shorter.
Loads of_last_time(const Loads &last, std::size_t iterations) {
  Loads loads = last;
  const std::uint64_t sum =
      std::accumulate(last.begin(), last.end(), std::uint64_t{0});
  loads.resize(iterations, static_cast<std::uint32_t>(sum / last.size()));
  return loads;
}

Loads load_of(const HardCell &cell, const Loads &work, const Loads &last,
              std::mt19937_64 &random) {
  const std::string noise = "noisy";
  Loads loads = work;
  if (cell.load == "constant")
    loads.clear();
  else if (cell.load == "reversed")
    std::reverse(loads.begin(), loads.end());
  else if (cell.load == "permuted")
    loads = shuffled(work, random);
  else if (cell.load == "neighbour")
    std::rotate(loads.begin(), loads.begin() + 1, loads.end());
  else if (cell.load == "last")
    loads = of_last_time(last, work.size());
  else if (cell.load.compare(0, noise.size(), noise) == 0)
    loads = noisy(work, std::stod(cell.load.substr(noise.size())), random);
  return loads;
}

std::vector<std::uint64_t> make_data(std::uint64_t words) {
  std::vector<std::uint64_t> data(words);
  for (std::uint64_t i = 0; i < words; ++i)
    data[i] = i * 0x9e3779b97f4a7c15u;
  return data;
}

/// Gives the loops of these shapes `amount` of work.
std::vector<HardLoop> work_of(const std::vector<Shape> &shapes, double amount) {
  std::vector<HardLoop> loops(shapes.size());
  for (std::size_t l = 0; l < shapes.size(); ++l)
    for (int i = 0; i < shapes[l].iterations; ++i)
      loops[l].work.push_back(static_cast<std::uint32_t>(
          std::max(1.0, std::round(amount * shapes[l].at(i)))));
  return loops;
}

/// Each loop reads a part of the data, from its beginning again at the end.
void place(std::vector<HardLoop> &loops, std::uint64_t words) {
  std::uint64_t next = 0;
  for (HardLoop &loop : loops)
    for (std::uint32_t work : loop.work) {
      const std::uint64_t size = std::uint64_t{work} * MemoryBody::words;
      if (next + size > words)
        next = 0;
      loop.place.push_back(next);
      next += size;
    }
}

template <class Body> std::uint64_t sum_of(const HardLoop &loop, Body body) {
  std::uint64_t sum = 0;
  for (std::int32_t i = 0; i < loop.iterations(); ++i)
    body(i, sum);
  return sum;
}

/// Sets the sums; returns the least seconds of all loops on one thread.
double run_alone(HardLoops &all, bool is_memory) {
  double least = HUGE_VAL;
  for (int run = 0; run < 3; ++run) {
    const double start = omp_get_wtime();
    for (HardLoop &loop : all.loops)
      loop.sum = is_memory ? sum_of(loop, all.memory(loop))
                           : sum_of(loop, all.compute(loop));
    least = std::min(least, omp_get_wtime() - start);
  }
  return least;
}

} // namespace

HardLoops make_hard_loops(const HardCell &cell) {
  constexpr std::uint64_t words = 1 << 24; // 128 MiB: more than a cache
  const bool is_memory = cell.body == "memory";
  std::mt19937_64 random(static_cast<std::uint64_t>(cell.iterations));
  const std::vector<Shape> shapes = make_shapes(cell, random);
  HardLoops all;
  if (is_memory)
    all.data = make_data(words);
  const double wanted = 1e-6 * cell.microseconds *
                        static_cast<double>(shapes.size()) *
                        std::min(cell.threads, omp_get_num_procs());
  // How long a unit takes depends on how many there are: caches, clock rate.
  double amount = cell.microseconds;
  for (int correction = 0; correction < 3; ++correction) {
    all.loops = work_of(shapes, amount);
    if (is_memory)
      place(all.loops, words);
    amount *= wanted / run_alone(all, is_memory);
  }
  for (std::size_t l = 0; l < all.loops.size(); ++l)
    all.loops[l].load = load_of(
        cell, all.loops[l].work,
        all.loops[(l + all.loops.size() - 1) % all.loops.size()].work, random);
  return all;
}

} // namespace bench
