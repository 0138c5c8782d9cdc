//===- hard.cpp - loops that are hard to schedule -------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// usersched, told the right load or a wrong one, against OpenMP's schedules
// with the best chunk each: in the steady state, and over the first 16
// executions. All loops of a cell are one loop of the source, and nothing is
// known of it when the cell begins.
//
//===----------------------------------------------------------------------===//
#include "base/statistics.h"
#include "benchmarks.h"
#include "hard_loops.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <usersched.h>

namespace bench {
namespace {

constexpr std::size_t first_executions = 16;
constexpr double steady_goal = 0.97, first_goal = 0.87;

// Each schedule needs a loop of its own in the source. CONSTRUCT is the
// directive without its schedule.
#define HARD_PRAGMA(...) _Pragma(#__VA_ARGS__)
#define HARD_LOOP(...)                                                         \
  HARD_PRAGMA(__VA_ARGS__)                                                     \
  for (std::int32_t i = 0; i < n; ++i)                                         \
    body(i, sum);
#define HARD_LOOPS(CONSTRUCT)                                                  \
  switch (schedule.kind) {                                                     \
  case Kind::Static:                                                           \
    if (schedule.chunk) {                                                      \
      HARD_LOOP(omp CONSTRUCT schedule(static, chunk))                         \
    } else {                                                                   \
      HARD_LOOP(omp CONSTRUCT schedule(static))                                \
    }                                                                          \
    break;                                                                     \
  case Kind::Dynamic:                                                          \
    HARD_LOOP(omp CONSTRUCT schedule(monotonic : dynamic, chunk))              \
    break;                                                                     \
  case Kind::Guided:                                                           \
    HARD_LOOP(omp CONSTRUCT schedule(guided, chunk))                           \
    break;                                                                     \
  case Kind::StaticSteal:                                                      \
    HARD_LOOP(omp CONSTRUCT schedule(nonmonotonic : dynamic, chunk))           \
    break;                                                                     \
  default:                                                                     \
    if (loop.load.empty()) {                                                   \
      HARD_PRAGMA(ompx usersched(load : 1))                                    \
      HARD_LOOP(omp CONSTRUCT)                                                 \
    } else {                                                                   \
      HARD_PRAGMA(ompx usersched(load : load[i]))                              \
      HARD_LOOP(omp CONSTRUCT)                                                 \
    }                                                                          \
  }

/// Executes one loop; returns the total of the threads' sums.
template <class Body>
std::uint64_t run_one(Schedule schedule, int threads, const HardLoop &loop,
                      const Body &body) {
  const int chunk = std::max(schedule.chunk, 1);
  const std::int32_t n = loop.iterations();
  const std::uint32_t *load = loop.load.data();
  std::uint64_t sum = 0;
  HARD_LOOPS(parallel for num_threads(threads) reduction(+ : sum))
  return sum;
}

/// Executes `count` loops in one region, from number `first` on, in turn.
template <class BodyOf>
std::uint64_t run_nowait(Schedule schedule, int threads,
                         const std::vector<HardLoop> &loops, std::size_t first,
                         std::size_t count, const BodyOf &body_of) {
  const int chunk = std::max(schedule.chunk, 1);
  std::uint64_t sum = 0;
#pragma omp parallel num_threads(threads) reduction(+ : sum)
  for (std::size_t l = first; l < first + count; ++l) {
    const HardLoop &loop = loops[l % loops.size()];
    const auto body = body_of(loop);
    const std::int32_t n = loop.iterations();
    const std::uint32_t *load = loop.load.data();
    HARD_LOOPS(for nowait)
  }
  return sum;
}

/// Executes `count` loops whose work moves in the arrays of `moving`; returns
/// whether all sums are right.
template <class BodyOf>
bool run_moving(const HardCell &cell, const std::vector<HardLoop> &loops,
                HardLoop &moving, Schedule schedule, std::size_t count,
                const BodyOf &body_of) {
  std::uint64_t expected = 0, sum = 0;
  for (std::size_t l = 0; l < count; ++l) {
    if (l % HardLoops::executions_of_a_place == 0)
      moving = loops[l / HardLoops::executions_of_a_place % loops.size()];
    expected += moving.sum;
    sum += run_one(schedule, cell.threads, moving, body_of(moving));
  }
  return sum == expected;
}

/// Executes `count` loops in turn; returns whether all sums are right.
template <class BodyOf>
bool run_loops(const HardCell &cell, const std::vector<HardLoop> &loops,
               Schedule schedule, std::size_t count, const BodyOf &body_of) {
  std::uint64_t expected = 0;
  for (std::size_t l = 0; l < count; ++l)
    expected += loops[l % loops.size()].sum;
  std::uint64_t sum = 0;
  if (cell.form == "stream")
    sum = run_nowait(schedule, cell.threads, loops, 0, count, body_of);
  else
    for (std::size_t l = 0; l < count; ++l) {
      const HardLoop &loop = loops[l % loops.size()];
      sum += cell.form == "nowait"
                 ? run_nowait(schedule, cell.threads, loops, l, 1, body_of)
                 : run_one(schedule, cell.threads, loop, body_of(loop));
    }
  return sum == expected;
}

using Loops = std::shared_ptr<const HardLoops>;

/// A row that executes `count` loops in turn.
Row hard_row(const HardCell &cell, const Loops &all, Schedule schedule,
             std::size_t count) {
  const std::string name = schedule.name();
  const std::string family = name.substr(0, name.find(','));
  const auto moving = std::make_shared<HardLoop>(all->loops[0]);
  Row row = {
      "hard", cell.name(), schedule.chunk ? family + ",c" : family,
      cell.threads, [=] {
        const auto run = [&](const auto &body_of) {
          return cell.work == "moving"
                     ? run_moving(cell, all->loops, *moving, schedule, count,
                                  body_of)
                     : run_loops(cell, all->loops, schedule, count, body_of);
        };
        if (cell.body == "memory")
          return run([&](const HardLoop &loop) { return all->memory(loop); });
        return run([&](const HardLoop &loop) { return all->compute(loop); });
      }};
  row.fewest_runs = 1;
  row.chunk = schedule.chunk;
  return row;
}

/// Returns the schedules that are compared: usersched, then the others with the
/// chunks that are best for `count` loops in turn.
std::vector<Schedule> tune_all(const HardCell &cell, const Loops &all,
                               std::size_t count, const Options &options) {
  std::vector<Schedule> schedules = {{Kind::UserschedProf}, {Kind::Static}};
  for (Kind kind :
       {Kind::Static, Kind::Dynamic, Kind::Guided, Kind::StaticSteal}) {
    std::vector<Row> candidates;
    for (int chunk : {1, 4, 16, 64, 256, 1024})
      if (chunk * cell.threads <= all->loops[0].iterations() || chunk == 1)
        candidates.push_back(hard_row(cell, all, {kind, chunk}, count));
    schedules.push_back({kind, candidates[tune(candidates, options)].chunk});
  }
  return schedules;
}

/// Measures rows that execute `count` loops, and makes their times those of one
/// execution.
void measure_executions(std::vector<Row> &rows, std::size_t count,
                        const Options &options) {
  measure(rows, options);
  for (Row &row : rows)
    for (double &seconds : row.seconds)
      seconds /= static_cast<double>(count);
}

/// The rows of usersched and of the others, steady or first.
struct Phase {
  std::vector<Row> rows;

  /// The others' time over usersched's; that of the best of them.
  gap::Spread ratio = {};
  std::string best = {};

  void compare() {
    ratio.median = HUGE_VAL;
    for (std::size_t r = 1; r < rows.size(); ++r) {
      std::vector<double> ratios;
      for (std::size_t round = 0; round < rows[r].seconds.size(); ++round)
        ratios.push_back(rows[r].seconds[round] / rows[0].seconds[round]);
      const gap::Spread own = gap::spread(ratios);
      if (own.median < ratio.median) {
        ratio = own;
        best = rows[r].schedule;
        if (rows[r].chunk)
          best.replace(best.size() - 1, 1, std::to_string(rows[r].chunk));
      }
    }
  }
};

struct Measured {
  std::string name;
  Phase steady, first;

  bool is_wrong() const {
    const auto wrong = [](const Row &row) { return row.is_wrong; };
    return std::any_of(steady.rows.begin(), steady.rows.end(), wrong) ||
           std::any_of(first.rows.begin(), first.rows.end(), wrong);
  }
};

Measured measure_cell(const HardCell &cell, const Options &options) {
  const Loops all = std::make_shared<const HardLoops>(make_hard_loops(cell));
  const std::size_t turn =
      cell.work == "same" ? static_cast<std::size_t>(
                                std::clamp(2000 / cell.microseconds, 1, 24))
      : cell.work == "another" ? all->loops.size()
                               : 12 * HardLoops::executions_of_a_place;
  const std::vector<Schedule> schedules = tune_all(cell, all, turn, options);

  Measured measured = {cell.name(), {}, {}};
  for (Schedule schedule : schedules) {
    measured.steady.rows.push_back(hard_row(cell, all, schedule, turn));
    Row first = hard_row(cell, all, schedule, first_executions);
    first.first = true;
    if (schedule.is_usersched())
      first.prepare = usersched_reset;
    measured.first.rows.push_back(first);
  }
  // What usersched has not concluded by then, it will not.
  usersched_reset();
  hard_row(cell, all, schedules[0], 48).run();
  measure_executions(measured.steady.rows, turn, options);
  measure_executions(measured.first.rows, first_executions, options);
  measured.steady.compare();
  measured.first.compare();
  return measured;
}

void print_header() {
  std::printf("%-42s %9s  %-21s %-22s %-20s %s\n", "cell", "us", "steady: over",
              "the best other", "first 16: over", "the best other");
}

void print(const Measured &m) {
  std::printf("%-42s %9.1f  %5.2f (%.2f to %.2f) %c %-22s %5.2f (%.2f to %.2f) "
              "%c %s%s\n",
              m.name.c_str(), gap::median(m.steady.rows[0].seconds) * 1e6,
              m.steady.ratio.median, m.steady.ratio.min, m.steady.ratio.max,
              m.steady.ratio.median < steady_goal ? '<' : ' ',
              m.steady.best.c_str(), m.first.ratio.median, m.first.ratio.min,
              m.first.ratio.max, m.first.ratio.median < first_goal ? '<' : ' ',
              m.first.best.c_str(), m.is_wrong() ? "  WRONG RESULT" : "");
  std::fflush(stdout);
}

/// The rows that are furthest behind, and means.
void print_summary(std::vector<Measured> all) {
  const auto summarize = [&](const char *title, double goal,
                             Phase Measured::*phase) {
    double logarithms = 0;
    int below = 0;
    for (const Measured &m : all) {
      logarithms += std::log((m.*phase).ratio.median);
      below += (m.*phase).ratio.median < goal;
    }
    std::printf("%s: geometric mean %.3f over the best of all others; %d of "
                "%zu cells below %.2f\n",
                title, std::exp(logarithms / static_cast<double>(all.size())),
                below, all.size(), goal);
  };
  std::vector<double> shares;
  for (const Measured &m : all)
    for (const Row &row : m.steady.rows)
      shares.push_back(row.processor_share());
  std::sort(all.begin(), all.end(), [](const Measured &a, const Measured &b) {
    return a.steady.ratio.median < b.steady.ratio.median;
  });
  std::printf("\nthe worst\n");
  for (std::size_t i = 0; i < std::min<std::size_t>(all.size(), 10); ++i)
    print(all[i]);
  std::printf("\n");
  summarize("steady", steady_goal, &Measured::steady);
  summarize("first 16 executions", first_goal, &Measured::first);
  if (gap::median(shares) < 0.9)
    std::printf(
        "the machine was busy: the threads got %.0f %% of the time that "
        "they asked for; measure again for reliable numbers\n",
        gap::median(shares) * 100);
}

} // namespace

std::vector<Row> hard(const Options &given) {
  const std::vector<HardCell> cells = hard_cells(given);
  if (given.list) {
    for (const HardCell &cell : cells)
      std::printf("%s\n", cell.name().c_str());
    return {};
  }
  Options options = given;
  options.rounds = given.rounds ? given.rounds : given.quick ? 2 : 5;
  options.sample_ms = given.sample_ms ? given.sample_ms : given.quick ? 1 : 10;
  std::vector<Row> rows;
  std::vector<Measured> all;
  print_header();
  for (const HardCell &cell : cells) {
    all.push_back(measure_cell(cell, options));
    print(all.back());
    for (const Phase *phase : {&all.back().steady, &all.back().first})
      rows.insert(rows.end(), phase->rows.begin(), phase->rows.end());
  }
  print_summary(all);
  return rows;
}

} // namespace bench
