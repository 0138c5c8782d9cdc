//===- row_halo.h - what a rank needs of other ranks ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows read the contributions of their in-neighbours. Each rank has those of
// its own rows first, then those that it gets, rank by rank.
//
//===----------------------------------------------------------------------===//
#ifndef RANKS_ROW_HALO_H
#define RANKS_ROW_HALO_H

#include "rows.h"

namespace ranks {

class RowHalo {
  std::vector<NodeID> slots_; ///< of rows.neighbours: where its contribution is
  std::vector<NodeID> wanted_; ///< rows that others read, by rank
  std::vector<int> num_sent_, sent_at_, num_got_, got_at_; ///< per rank
  std::int64_t num_cut_ = 0;

public:
  /// owners[v] is the rank of vertex v. Collective.
  RowHalo(const Communicator &ranks, const Rows &rows,
          const std::vector<int> &owners);

  const NodeID *slots() const { return slots_.data(); }

  /// Takes the contributions of the rows, and appends those of other ranks'
  /// rows. Collective.
  void exchange(const Communicator &ranks,
                std::vector<double> &contributions) const;

  /// In-neighbours of rows that other ranks have.
  double num_cut() const { return double(num_cut_); }
  /// What this rank gets by each exchange.
  double bytes() const;
};

} // namespace ranks
#endif
