//===- row_cut.h - which rank has which rows -----------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first cut knows only counts or degrees; the later ones know times.
//
//===----------------------------------------------------------------------===//
#ifndef RANKS_ROW_CUT_H
#define RANKS_ROW_CUT_H

#include "rows.h"

namespace ranks {

enum class Cut {
  Counts,   ///< ranges of as many vertices, for the whole run
  Edges,    ///< ranges of as many in-neighbours, for the whole run
  Measured, ///< from Counts on: ranges that took as long
  Graph     ///< from Counts on: parts that took as long, with few edges between
};

/// The owner of each vertex at the start.
std::vector<int> first_owners(const Communicator &ranks, const gap::Graph &g,
                              Cut cut);

/// Cuts the rows anew, by what they cost.
class RowCut {
  usersched_balancer *const balancer_; ///< null: the first cut stays
  const Cut cut_;
  double busy_ = 0;  ///< seconds since the last cut
  int steps_ = 0;    ///< in which it was busy so
  double begin_ = 0; ///< when the program began to move rows
  double moved_ = 0, bytes_ = 0;

public:
  /// Collective, as the end, step() and move().
  RowCut(const Communicator &ranks, Cut cut);
  ~RowCut() { usersched_balancer_free(balancer_); }
  RowCut(const RowCut &) = delete;
  RowCut &operator=(const RowCut &) = delete;

  /// Says that a step has ended. Returns whether to move rows now.
  bool step(double busy_seconds);

  /// Moves rows to new owners, which it notes in `owners`.
  void move(const Communicator &ranks, Rows &rows, std::vector<int> &owners);

  /// Says that all that a move entails is done.
  void moved() { usersched_balancer_moved(balancer_, MPI_Wtime() - begin_); }

  /// Seconds that this rank was busy per step since the last cut.
  double busy() const { return steps_ > 0 ? busy_ / steps_ : 0; }
  usersched_balancer_figures figures() const;
  double num_moved() const { return moved_; }   ///< rows, from this rank
  double bytes_moved() const { return bytes_; } ///< with them
};

} // namespace ranks
#endif
