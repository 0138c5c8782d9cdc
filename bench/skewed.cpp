//===- skewed.cpp - loops whose load is known and uneven
//--------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An iteration of load L takes L additions, so the load tells the time.
//
//===----------------------------------------------------------------------===//
#include "benchmarks.h"
#include "skewed_loads.h"

namespace bench {

Row skewed_row(std::shared_ptr<const SkewedLoads> loads, Schedule schedule,
               int threads) {
  return {"skewed", loads->name, schedule.name(), threads, [=] {
            const std::uint32_t *load = loads->load.data();
            return run_loop<std::int32_t>(
                       schedule, threads,
                       static_cast<std::int32_t>(loads->load.size()),
                       [=](std::int32_t i) { return load[i]; },
                       [=](std::int32_t i, std::uint64_t &sum)
                           __attribute__((always_inline)) {
                             add(sum, load[i]);
                           }) == loads->total;
          }};
}

std::vector<Row> tuned_baselines(std::shared_ptr<const SkewedLoads> loads,
                                 int threads, const Options &options) {
  std::vector<Row> best = {skewed_row(loads, {Kind::Static}, threads)};
  for (Kind kind :
       {Kind::Static, Kind::Dynamic, Kind::Guided, Kind::StaticSteal}) {
    std::vector<Row> candidates;
    for (int chunk : {1, 4, 16, 64, 256, 1024})
      candidates.push_back(skewed_row(loads, {kind, chunk}, threads));
    best.push_back(candidates[tune(candidates, options)]);
  }
  return best;
}

std::vector<Row> skewed(const Options &options) {
  std::vector<Row> all;
  for (const auto &loads : skewed_loads(options.quick)) {
    std::vector<Row> rows = tuned_baselines(loads, options.threads, options);
    for (Kind kind :
         {Kind::Usersched, Kind::UserschedProf, Kind::UserschedProfNoSteal})
      rows.push_back(skewed_row(loads, {kind}, options.threads));
    measure(rows, options);
    print("skewed loop, " + loads->name + ", chunks tuned", rows, 0);
    all.insert(all.end(), rows.begin(), rows.end());
  }
  return all;
}

std::vector<Row> oversubscribed(const Options &options) {
  constexpr int threads = 16;
  std::vector<Row> all;
  for (const auto &loads : skewed_loads(options.quick)) {
    std::vector<Row> rows = tuned_baselines(loads, threads, options);
    for (Kind kind : {Kind::Usersched, Kind::UserschedProf})
      rows.push_back(skewed_row(loads, {kind}, threads));
    for (Row &row : rows)
      row.kernel = "oversubscribed";
    measure(rows, options);
    print("16 threads, " + loads->name + ", chunks tuned; 2: dynamic", rows, 2);
    all.insert(all.end(), rows.begin(), rows.end());
  }
  return all;
}

} // namespace bench
