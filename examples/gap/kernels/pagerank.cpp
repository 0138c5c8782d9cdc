//===- pagerank.cpp - what the PageRank kernels share ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iterations are counted here alone.
//
//===----------------------------------------------------------------------===//
#include "kernels/pagerank.h"

#include <algorithm>
#include <cstdio>

namespace gap {

void add_pagerank_options(CommandLine &line, PageRankOptions &options) {
  line.add("-i,--iterations", options.max_iterations, "Iterations at most")
      .range(1, 1000000)
      .show_default();
  line.add("-t,--tolerance", options.tolerance,
           "Converged when the ranks change by less (L1 norm)")
      .range(0.0, 2.0)
      .show_default();
  line.add_flag("--exact", options.exact,
                "Print all digits of the change, in hexadecimal");
}

void Convergence::start(int max_executions) {
  limit_ =
      reference_iterations_ ? reference_iterations_ : options_.max_iterations;
  if (max_executions > 0)
    limit_ = std::min(limit_, max_executions);
  iterations_ = 0;
  change_ = options_.tolerance;
}

bool Convergence::goes_on() const {
  return iterations_ < limit_ && (reference_iterations_ || iterations_ == 0 ||
                                  change_ >= options_.tolerance);
}

void Convergence::iterated(double change) {
  ++iterations_;
  change_ = change;
}

double Convergence::bound() const {
  return change_ < options_.tolerance ? options_.tolerance
                                      : options_.damping * change_ + 1e-12;
}

std::string Convergence::outcome() const {
  char text[96];
  std::snprintf(text, sizeof text,
                options_.exact ? "%d iteration%s, %sconverged (change %a)"
                               : "%d iteration%s, %sconverged (change %.2g)",
                iterations_, iterations_ == 1 ? "" : "s",
                change_ < options_.tolerance ? "" : "not ", change_);
  return text;
}

} // namespace gap
