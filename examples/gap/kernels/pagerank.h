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

#include "graph/graph.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace gap {

struct PageRankOptions {
  double damping = 0.85;
  double tolerance = 1e-4; ///< of the L1 norm of the change of the ranks
  int max_iterations = 20;
};

/// Adds -i,--iterations and -t,--tolerance.
void add_pagerank_options(CLI::App &app, PageRankOptions &options);

/// Where a run of iterations ends: converged or at the limit, or, once there is
/// a reference run, after as many iterations as that made.
class Convergence {
public:
  explicit Convergence(const PageRankOptions &options) : options_(options) {}

  /// A run begins, of at most max_executions iterations unless that is 0.
  void start(int max_executions);
  /// Whether there is another iteration to make.
  bool goes_on() const;
  /// An iteration has changed the ranks by so much (L1 norm).
  void iterated(double change);

  /// Complete runs make as many iterations as the last one from now on.
  void make_reference() { reference_iterations_ = iterations_; }

  /// The most that one more iteration may change the ranks: each shrinks a
  /// change by the damping factor at least, so even a run that ended before it
  /// converged has a bound to keep.
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
