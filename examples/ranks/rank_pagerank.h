//===- rank_pagerank.h - PageRank on ranks -------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step: exchange contributions, pull, contribute; then see whether rows shall
// move.
//
//===----------------------------------------------------------------------===//
#ifndef RANKS_RANK_PAGERANK_H
#define RANKS_RANK_PAGERANK_H

#include "kernels/pagerank.h"
#include "row_cut.h"
#include "row_halo.h"

namespace ranks {

/// Largest / mean of ranks: of their seconds, and of their in-neighbours.
struct Unevenness {
  double time = 0, arcs = 0;
};

class RankPageRank {
  const Communicator &ranks_;
  const gap::PageRankOptions options_;
  gap::Convergence convergence_;
  RowCut cut_;
  std::vector<int> owners_;
  Rows rows_;
  RowHalo halo_;
  std::vector<double> contributions_;
  std::vector<double> busy_; ///< of this rank, in each step
  Unevenness before_;
  bool was_cut_ = false;

  Unevenness unevenness() const;
  void move();

public:
  /// `owners` says who has which of the rows; this rank has `rows`. Collective,
  /// as all that follows.
  RankPageRank(const Communicator &ranks, const gap::PageRankOptions &options,
               Cut cut, std::vector<int> owners, Rows rows);

  void run();
  void print(double seconds) const;
  /// Returns on rank 0 the rank of each vertex.
  std::vector<double> gather() const;
  const gap::Convergence &convergence() const { return convergence_; }
};

} // namespace ranks
#endif
