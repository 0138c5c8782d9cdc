//===- IterationCosts.cpp - what each iteration of a loop has cost --------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All ends of chunks and of timed ranges cut the iterations into pieces. A
// piece has a load, its part of a chunk's; and a cost per load, the mean of
// those of the ranges around it. Without loads all iterations are alike. Beside
// others, an iteration has a small load at least: so a range without load has
// the cost that was timed. Loads are divided by their mean: so no quotient of a
// time and a load overflows.
//
//===----------------------------------------------------------------------===//
#include "record/IterationCosts.h"

#include <algorithm>

using namespace usersched;

namespace {

/// The least load of an iteration, in mean loads.
constexpr double LeastOfMean = 1e-6;

class Pieces {
  std::vector<uint64_t> Cut; // piece P is [Cut[P], Cut[P + 1])
  std::vector<double> Load;  // in mean loads of an iteration
  // Sums over the ranges around a piece, as differences to the piece before.
  std::vector<double> Costs, Weights;

  std::size_t count() const { return Cut.size() - 1; }
  double size(std::size_t P) const {
    return static_cast<double>(Cut[P + 1] - Cut[P]);
  }
  std::size_t find(uint64_t Iteration) const {
    return static_cast<std::size_t>(
        std::lower_bound(Cut.begin(), Cut.end(), Iteration) - Cut.begin());
  }

  void cut(const PlanRecord &Of) {
    Cut.insert(Cut.end(), Of.Bound.begin(), Of.Bound.end());
    for (const auto &[Place, Range] : Of.ranges())
      Cut.insert(Cut.end(), {Place.first, Place.second});
    std::sort(Cut.begin(), Cut.end());
    Cut.erase(std::unique(Cut.begin(), Cut.end()), Cut.end());
  }

  void takeLoads(const PlanRecord &Of) {
    double All = 0;
    for (std::size_t C = 0; C < Of.chunks(); ++C) {
      const double Each = Of.load(C, C + 1) /
                          static_cast<double>(Of.Bound[C + 1] - Of.Bound[C]);
      for (std::size_t P = find(Of.Bound[C]); Cut[P] < Of.Bound[C + 1]; ++P)
        All += Load[P] = Each * size(P);
    }
    const double Mean = All / static_cast<double>(Cut.back());
    for (std::size_t P = 0; P < count(); ++P)
      Load[P] =
          Mean > 0 ? std::max(Load[P] / Mean, LeastOfMean * size(P)) : size(P);
  }

  void takeTimes(const PlanRecord &Of) {
    std::vector<double> Before(1); // the load of all pieces before
    for (std::size_t P = 0; P < count(); ++P)
      Before.push_back(Before.back() + Load[P]);
    const bool IsAnyAgain =
        std::any_of(Of.ranges().begin(), Of.ranges().end(),
                    [](const auto &R) { return R.second.Times > 1; });
    for (const auto &[Place, Range] : Of.ranges()) {
      if (IsAnyAgain && Range.Times == 1)
        continue;
      const std::size_t First = find(Place.first), End = find(Place.second);
      const double Loads = Before[End] - Before[First];
      if (!(Loads > 0)) // rounded to nothing beside the loads before
        continue;
      const double Weight = 1 / static_cast<double>(Place.second - Place.first);
      const double Cost = static_cast<double>(Range.Ticks) / Loads * Weight;
      Costs[First] += Cost;
      Costs[End] -= Cost;
      Weights[First] += Weight;
      Weights[End] -= Weight;
    }
  }

public:
  Pieces(const PlanRecord *Of, uint64_t TripCount) : Cut{0, TripCount} {
    if (Of)
      cut(*Of);
    Load.resize(count());
    Costs.resize(Cut.size());
    Weights.resize(Cut.size());
    if (!Of) {
      Load[0] = size(0);
      return;
    }
    takeLoads(*Of);
    takeTimes(*Of);
  }

  std::vector<AlikeIterations> divide(double Total) const {
    std::vector<double> Around(count()); // costs per load; 0: not known
    double Cost = 0, Weight = 0, Known = 0, KnownLoad = 0;
    for (std::size_t P = 0; P < count(); ++P) {
      Cost += Costs[P];
      Weight += Weights[P];
      // Less than the least weight is what rounding leaves.
      if (Weight < 0.5 / static_cast<double>(Cut.back()))
        continue;
      Around[P] = std::max(Cost / Weight, 0.0);
      Known += Around[P] * Load[P];
      KnownLoad += Load[P];
    }
    const double Usual = KnownLoad > 0 && Known > 0 ? Known / KnownLoad : 1;
    double All = 0;
    for (std::size_t P = 0; P < count(); ++P) {
      if (Around[P] == 0)
        Around[P] = Usual;
      All += Around[P] *= Load[P];
    }
    std::vector<AlikeIterations> Result;
    for (std::size_t P = 0; P < count(); ++P)
      Result.push_back({Cut[P + 1], Around[P] / All * Total / size(P)});
    return Result;
  }
};

} // namespace

std::vector<AlikeIterations> usersched::iterationCosts(const PlanRecord *Of,
                                                       double Total,
                                                       uint64_t TripCount) {
  return Pieces(Of, TripCount).divide(Total);
}
