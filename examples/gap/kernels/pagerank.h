//===- pagerank.h - what the PageRank kernels share -----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rank of vertices without out-neighbours is spread evenly over all
// vertices, so the ranks sum to 1.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_PAGERANK_H
#define GAP_PAGERANK_H

#include "base/command_line.h"
#include "graph/graph.h"

#include <string>
#include <vector>

namespace gap {

struct PageRankOptions {
  double damping = 0.85;
  double tolerance = 1e-4; ///< of the L1 norm of the change of the ranks
  int max_iterations = 20;
  bool exact = false; ///< whether outcomes have all digits of the change
};

/// Adds -i,--iterations, -t,--tolerance and --exact.
void add_pagerank_options(CommandLine &line, PageRankOptions &options);

/// Decides when a run ends: when it has converged or reached the limit of
/// iterations. After make_reference(): after as many iterations as the
/// reference run.
class Convergence {
public:
  explicit Convergence(const PageRankOptions &options) : options_(options) {}

  /// Begins a run of at most max_executions iterations; 0: no further limit.
  void start(int max_executions);
  /// Whether there is another iteration to make.
  bool goes_on() const;
  /// Notes that an iteration changed the ranks by `change` (L1 norm).
  void iterated(double change);
  /// Of this run.
  int iterations() const { return iterations_; }

  /// From now on, complete runs make as many iterations as the last one.
  void make_reference() { reference_iterations_ = iterations_; }

  /// Returns the most that one more iteration may change the ranks. Each
  /// iteration shrinks the change at least by the damping factor, so there is a
  /// bound even for a run that ended before it converged.
  double bound() const;
  /// "14 iterations, converged (change 8.1e-05)"
  std::string outcome() const;

private:
  const PageRankOptions options_;
  int reference_iterations_ = 0;
  int limit_ = 0;
  int iterations_ = 0;
  double change_ = 0;
};

} // namespace gap
#endif
