//===- rank_pagerank.cpp - PageRank on ranks -----------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All ranks see the same sums, and so end in the same step.
//
//===----------------------------------------------------------------------===//
#include "rank_pagerank.h"
#include "busy_clock.h"
#include "row_loops.h"

#include <cstdio>
#include <numeric>

namespace ranks {

RankPageRank::RankPageRank(const Communicator &ranks,
                           const gap::PageRankOptions &options, Cut cut,
                           std::vector<int> owners, Rows rows)
    : ranks_(ranks), options_(options), convergence_(options), cut_(ranks, cut),
      owners_(std::move(owners)), rows_(std::move(rows)),
      halo_(ranks, rows_, owners_) {}

Unevenness RankPageRank::unevenness() const {
  return {ranks_.largest_by_mean(cut_.busy()),
          ranks_.largest_by_mean(double(rows_.num_arcs()))};
}

void RankPageRank::move() {
  if (!was_cut_)
    before_ = unevenness();
  was_cut_ = true;
  cut_.move(ranks_, rows_, owners_);
  halo_ = RowHalo(ranks_, rows_, owners_);
  contribute(rows_, contributions_);
  cut_.moved();
}

void RankPageRank::run() {
  const double num_nodes = double(owners_.size());
  std::vector<double> dangling = {contribute(rows_, contributions_)};
  ranks_.sum(dangling);
  for (convergence_.start(0); convergence_.goes_on();) {
    halo_.exchange(ranks_, contributions_);
    const double base =
        (1 - options_.damping + options_.damping * dangling[0]) / num_nodes;
    const double start = minimd::busy_clock();
    std::vector<double> sums = {pull(
        rows_, halo_.slots(), contributions_.data(), base, options_.damping)};
    sums.push_back(contribute(rows_, contributions_));
    busy_.push_back(minimd::busy_clock() - start);
    ranks_.sum(sums);
    convergence_.iterated(sums[0]);
    dangling[0] = sums[1];
    if (cut_.step(busy_.back()) && convergence_.goes_on())
      move();
  }
}

void RankPageRank::print(double seconds) const {
  // 1. What all ranks have to add to it.
  std::vector<double> busiest = busy_;
  ranks_.largest(busiest);
  const Unevenness now = unevenness();
  std::vector<double> sums = {halo_.num_cut(), halo_.bytes(), cut_.num_moved(),
                              cut_.bytes_moved()};
  ranks_.sum(sums);
  const usersched_balancer_figures figures = cut_.figures();
  // 2. The lines.
  std::printf("# %s in %.3f s; the busiest ranks were busy for %.3f s\n",
              convergence_.outcome().c_str(), seconds,
              std::accumulate(busiest.begin(), busiest.end(), 0.0));
  const Unevenness &first = was_cut_ ? before_ : now;
  std::printf("# largest / mean of ranks before balancing: %.3f by time, %.3f "
              "by arcs\n",
              first.time, first.arcs);
  if (was_cut_)
    std::printf("# largest / mean of ranks after balancing: %.3f by time, %.3f "
                "by arcs\n",
                now.time, now.arcs);
  std::printf("# %d balances moved %.0f vertices, %.0f bytes, in %.2g s each; "
              "%d looks at all ranks\n",
              static_cast<int>(figures.balances), sums[2], sums[3],
              figures.balance_seconds, static_cast<int>(figures.looks));
  std::printf("# %.0f arcs join two ranks; a step sends %.0f bytes\n", sums[0],
              sums[1]);
}

std::vector<double> RankPageRank::gather() const {
  struct Rank {
    NodeID id;
    double rank;
  };
  std::vector<std::vector<Rank>> to(ranks_.size());
  for (NodeID row = 0; row < rows_.count(); ++row)
    to[0].push_back({rows_.ids[row], rows_.ranks[row]});
  std::vector<int> counts;
  std::vector<double> all(ranks_.rank() == 0 ? owners_.size() : 0);
  for (const Rank &r : ranks_.exchange(to, counts))
    all[r.id] = r.rank;
  return all;
}

} // namespace ranks
