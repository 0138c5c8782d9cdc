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

#include "plan/Plan.h"

#include <limits>

using namespace usersched;

PlanRecord::PlanRecord(const Plan &P)
    : Key{P.Key.TripCount, P.Key.Data, P.Key.Threads}, Bound(P.Bound),
      GroupBegin(P.GroupBegin) {
  Load.reserve(Bound.size() - 1);
  Cumulative.assign(P.loads().Cumulative, P.loads().Cumulative + Bound.size());
  for (uint32_t J = 0; J + 1 < Bound.size(); ++J)
    Load.push_back(P.load({J, J + 1}));
}

double PlanRecord::load(IterationRange Range) const {
  if (Cumulative.empty())
    return std::numeric_limits<double>::quiet_NaN();
  const auto Before = [this](uint64_t Iteration) {
    return Cumulative[static_cast<std::size_t>(
        std::lower_bound(Bound.begin(), Bound.end(), Iteration) -
        Bound.begin())];
  };
  return Before(Range.End) - Before(Range.Begin);
}

void PlanRecord::add(const MeasuredRange &R) {
  if (R.Ticks == 0 || R.Range.Begin >= R.Range.End)
    return;
  const auto Place = std::make_pair(R.Range.Begin, R.Range.End);
  const auto Known = Ranges.find(Place);
  if (Known != Ranges.end()) {
    Known->second.Ticks = std::min(Known->second.Ticks, R.Ticks);
    Known->second.Times += R.Times;
  } else if (Ranges.size() < MostRanges) {
    Ranges.emplace(Place, R);
  }
}

std::vector<MeasuredRange> PlanRecord::ranges() const {
  std::vector<const MeasuredRange *> ByTimes;
  ByTimes.reserve(Ranges.size());
  for (const auto &R : Ranges)
    ByTimes.push_back(&R.second);
  std::sort(ByTimes.begin(), ByTimes.end(),
            [](const MeasuredRange *A, const MeasuredRange *B) {
              if (A->Times != B->Times)
                return A->Times > B->Times;
              return std::make_pair(A->Range.size(), A->Range.Begin) <
                     std::make_pair(B->Range.size(), B->Range.Begin);
            });
  std::map<uint64_t, const MeasuredRange *> Chosen; // by their begin
  for (const MeasuredRange *R : ByTimes) {
    const auto After = Chosen.lower_bound(R->Range.Begin);
    if (After != Chosen.end() && After->first < R->Range.End)
      continue;
    if (After != Chosen.begin() &&
        std::prev(After)->second->Range.End > R->Range.Begin)
      continue;
    Chosen.emplace(R->Range.Begin, R);
  }
  std::vector<MeasuredRange> Result;
  Result.reserve(Chosen.size());
  for (const auto &R : Chosen)
    Result.push_back(*R.second);
  return Result;
}
