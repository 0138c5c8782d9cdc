//===- CostModel.h - what load and iterations cost in time ----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A load expression says what is proportional to the work that it names; an
// iteration also costs what it does not name: to start and end an inner loop,
// to write a result. On a graph whose vertices have few edges that can be most
// of the time. So time is fitted as
//
//   time = PerLoad * load + PerIteration * iterations, both not negative,
//
// and groups are balanced by that once it is known.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_COST_MODEL_H
#define USERSCHED_COST_MODEL_H

#include <cstdint>
#include <limits>

namespace usersched {

/// What one thread did without a break, and how long it took.
struct CostSample {
  double Load = 0;
  double Iterations = 0;
  double Ticks = 0; ///< 0: not known
};

struct CostFit {
  double PerLoad = 0;      ///< ticks
  double PerIteration = 0; ///< ticks
};

/// Least squares of the relative error, so that short samples count as much as
/// long ones. Not thread-safe.
class CostModel {
  double LoadLoad = 0, LoadIterations = 0, IterationsIterations = 0;
  double Load = 0, Iterations = 0;
  uint32_t Samples = 0;

public:
  /// Ignores a sample whose load is negative or not finite, or whose iterations
  /// or ticks are not positive.
  void add(const CostSample &Sample);

  /// False if the samples do not tell load from iterations: there are fewer
  /// than two, none has load, or all have about the same load per iteration.
  bool fit(CostFit &Result) const;
};

} // namespace usersched

#endif
