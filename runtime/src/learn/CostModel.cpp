//===- CostModel.cpp - what load and iterations cost in time --------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "learn/CostModel.h"

#include <algorithm>
#include <cmath>

using namespace usersched;

void CostModel::add(const CostSample &Sample) {
  if (!(Sample.Ticks > 0) || !(Sample.Load >= 0) || !(Sample.Iterations > 0) ||
      !std::isfinite(Sample.Load))
    return;
  // Divided by the time, every sample asks for a sum of 1.
  const double X = Sample.Load / Sample.Ticks;
  const double Y = Sample.Iterations / Sample.Ticks;
  LoadLoad += X * X;
  LoadIterations += X * Y;
  IterationsIterations += Y * Y;
  Load += X;
  Iterations += Y;
  ++Samples;
}

bool CostModel::fit(CostFit &Result) const {
  if (Samples < 2 || !(LoadLoad > 0) || !(IterationsIterations > 0))
    return false;
  const double Product = LoadLoad * IterationsIterations;
  const double Determinant = Product - LoadIterations * LoadIterations;
  // 1 - cos^2 of the angle between loads and iterations. Measured times are
  // right to a few per cent, which closer angles would blow up.
  constexpr double LeastAngle = 1e-3;
  if (!(Determinant > LeastAngle * Product))
    return false;
  Result.PerLoad =
      (Load * IterationsIterations - Iterations * LoadIterations) / Determinant;
  Result.PerIteration =
      (Iterations * LoadLoad - Load * LoadIterations) / Determinant;
  // Neither costs less than nothing: then the other explains it all.
  if (Result.PerLoad < 0)
    Result = {0, Iterations / IterationsIterations};
  if (Result.PerIteration < 0)
    Result = {Load / LoadLoad, 0};
  return std::isfinite(Result.PerLoad) && std::isfinite(Result.PerIteration);
}
