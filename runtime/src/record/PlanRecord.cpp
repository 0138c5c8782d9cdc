//===- PlanRecord.cpp - loads of a loop and the times that they took ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See PlanRecord.h.
//
//===----------------------------------------------------------------------===//
#include "record/PlanRecord.h"

#include <limits>

using namespace usersched;

double usersched::median(std::vector<double> Values) {
  if (Values.empty())
    return std::numeric_limits<double>::quiet_NaN();
  const auto Middle = Values.begin() + static_cast<long>(Values.size() / 2);
  std::nth_element(Values.begin(), Middle, Values.end());
  if (Values.size() % 2 == 1)
    return *Middle;
  return (*std::max_element(Values.begin(), Middle) + *Middle) / 2;
}

double usersched::lambda(std::vector<double> Values) {
  const double Middle = median(Values);
  if (!(Middle > 0))
    return std::numeric_limits<double>::quiet_NaN();
  return (*std::max_element(Values.begin(), Values.end()) / Middle - 1) * 100;
}

PlanRecord::PlanRecord(const Plan &P)
    : Key(P.Key), Bound(P.inspected().Bound),
      Cumulative(P.inspected().Cumulative) {
  takeGroups(P);
}

void PlanRecord::takeGroups(const Plan &P) {
  GroupBound.clear();
  for (const uint32_t Begin : P.GroupBegin)
    GroupBound.push_back(P.Bound[Begin]);
}

double PlanRecord::load(IterationRange Range) const {
  if (Bound.empty())
    return std::numeric_limits<double>::quiet_NaN();
  const auto Before = [this](uint64_t Iteration) {
    const auto End =
        std::lower_bound(Bound.begin() + 1, Bound.end() - 1, Iteration);
    const auto Chunk = static_cast<uint32_t>(End - Bound.begin() - 1);
    return ChunkTable{Bound.data(), Cumulative.data()}.loadBefore(Iteration,
                                                                  Chunk);
  };
  return Before(Range.End) - Before(Range.Begin);
}

double PlanRecord::lambda() const {
  std::vector<double> Loads;
  for (std::size_t T = 0; T + 1 < GroupBound.size(); ++T)
    Loads.push_back(load({GroupBound[T], GroupBound[T + 1]}));
  return usersched::lambda(std::move(Loads));
}

void PlanRecord::forgetIfOlder(uint32_t TimesForgotten) {
  if (Forgotten == TimesForgotten)
    return;
  Forgotten = TimesForgotten;
  Ranges.clear();
  Ticks = 0;
}

void PlanRecord::add(const MeasuredRange &R) {
  if (R.Ticks == 0 || R.Range.Begin >= R.Range.End)
    return;
  const auto Place = std::make_pair(R.Range.Begin, R.Range.End);
  const auto Same = Ranges.find(Place);
  if (Same != Ranges.end()) {
    Same->second.Ticks = std::min(Same->second.Ticks, R.Ticks);
    Same->second.Times += R.Times;
  } else if (Ranges.size() < MostRanges) {
    Ranges.emplace(Place, R);
  }
}
