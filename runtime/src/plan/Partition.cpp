//===- Partition.cpp - groups of which the heaviest is light --------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Filling one group after the other tells whether no group need be heavier than
// a weight. Bisection finds the least such weight. For that weight, each group
// has an earliest and a latest beginning. A beginning that is outside moves to
// the nearer of the two.
//
//===----------------------------------------------------------------------===//
#include "plan/Partition.h"

#include <algorithm>

using namespace usersched;

namespace {

/// A difference that is not worth another search, and that rounding does not
/// reach, as a part of a share.
constexpr double Tolerance = 0.001;
/// The most that a group may weigh for its thread and its thieves together, as
/// a multiple of the weight within which its heavy chunks end.
constexpr double MostForThieves = 1.5;

/// Thieves even out chunks that are at most one of so many parts of a share.
constexpr int FewestPartsOfLight = 8;

/// Halves the range from Least to Most until it is at most Step wide, or has no
/// number inside: those of programs without subnormal numbers are far apart.
/// Suffices(Most) stays true, if it was.
template <typename Function>
void bisect(double &Least, double &Most, double Step, Function Suffices) {
  while (Most - Least > Step) {
    const double Middle = Least + (Most - Least) / 2;
    if (!(Least < Middle && Middle < Most))
      return;
    (Suffices(Middle) ? Most : Least) = Middle;
  }
}

class Partition {
  const std::vector<double> &Sums;
  const uint32_t Chunks, Groups;

public:
  Partition(const std::vector<double> &Sums, uint32_t Groups)
      : Sums(Sums), Chunks(static_cast<uint32_t>(Sums.size() - 1)),
        Groups(Groups) {}

  double share() const { return Sums.back() / Groups; }

  /// Returns the last end of a group that begins at From and weighs at most
  /// Weight.
  uint32_t reach(uint32_t From, double Weight) const {
    const auto End =
        std::upper_bound(Sums.begin() + From, Sums.end(), Sums[From] + Weight);
    return static_cast<uint32_t>(End - Sums.begin()) - 1;
  }

  bool suffices(double Weight) const {
    uint32_t End = 0;
    for (uint32_t K = 0; K < Groups && End < Chunks; ++K)
      End = reach(End, Weight);
    return End == Chunks;
  }

  double heaviestChunk() const {
    double Most = 0;
    for (uint32_t J = 0; J < Chunks; ++J)
      Most = std::max(Most, Sums[J + 1] - Sums[J]);
    return Most;
  }

  /// Moves Begin so that no group weighs more than Weight. Requires
  /// suffices(Weight).
  void limit(std::vector<uint32_t> &Begin, double Weight) const {
    // The earliest beginning of each group from which the rest can be done.
    std::vector<uint32_t> Earliest(Begin.size());
    Earliest[Groups] = Chunks;
    for (uint32_t K = Groups; K-- > 1;) {
      const double Least = Sums[Earliest[K + 1]] - Weight;
      const auto First =
          std::lower_bound(Sums.begin(), Sums.begin() + Earliest[K + 1], Least);
      Earliest[K] = static_cast<uint32_t>(First - Sums.begin());
      // Rounding must not part what reach() joins.
      if (Earliest[K] > 0 && reach(Earliest[K] - 1, Weight) >= Earliest[K + 1])
        --Earliest[K];
    }
    for (uint32_t K = 1; K < Groups; ++K) {
      const uint32_t Latest =
          std::max(reach(Begin[K - 1], Weight), Begin[K - 1]);
      Begin[K] = std::min(std::max({Begin[K], Earliest[K], Begin[K - 1]}),
                          std::max(Latest, Earliest[K]));
    }
  }
};

/// Groups whose thread runs all heavy chunks itself: a heavy chunk ends within
/// the first OwnWeight of its group.
class PartitionForThieves {
  const Partition &Cuts;
  const std::vector<double> &Sums;
  const double OwnWeight;
  /// The heavy chunks in order, then the number of chunks.
  std::vector<uint32_t> Heavy;

public:
  /// Heavy are chunks of more than Light.
  PartitionForThieves(const Partition &Cuts, const std::vector<double> &Sums,
                      double OwnWeight, double Light)
      : Cuts(Cuts), Sums(Sums), OwnWeight(OwnWeight) {
    const auto Chunks = static_cast<uint32_t>(Sums.size() - 1);
    for (uint32_t J = 0; J < Chunks; ++J)
      if (Sums[J + 1] - Sums[J] > Light)
        Heavy.push_back(J);
    Heavy.push_back(Chunks);
  }

  /// Fills one group after the other up to Weight, or up to the next heavy
  /// chunk if that would come too late. Returns true if all chunks have a
  /// group.
  bool fill(std::vector<uint32_t> &Begin, double Weight) const {
    for (std::size_t K = 1; K < Begin.size(); ++K) {
      const uint32_t Own = Cuts.reach(Begin[K - 1], OwnWeight);
      const uint32_t Next = *std::lower_bound(Heavy.begin(), Heavy.end(), Own);
      Begin[K] =
          std::max(Own, std::min(Cuts.reach(Begin[K - 1], Weight), Next));
    }
    return Begin.back() + 1 == Sums.size();
  }
};

} // namespace

std::vector<uint32_t> usersched::cutEvenly(const std::vector<double> &Sums,
                                           uint32_t Groups) {
  std::vector<uint32_t> Begin{0};
  Begin.reserve(Groups + 1);
  const auto Last = Sums.end() - 1;
  for (uint32_t K = 1; K < Groups; ++K) {
    const double Target = *Last * (static_cast<double>(K) / Groups);
    const auto First = Sums.begin() + Begin.back();
    auto At = std::lower_bound(First, Last, Target);
    if (At != First && Target - *(At - 1) <= *At - Target)
      --At;
    Begin.push_back(static_cast<uint32_t>(At - Sums.begin()));
  }
  Begin.push_back(static_cast<uint32_t>(Last - Sums.begin()));
  return Begin;
}

double usersched::heaviestGroup(const std::vector<double> &Sums,
                                const std::vector<uint32_t> &Begin) {
  double Most = 0;
  for (std::size_t K = 1; K < Begin.size(); ++K)
    Most = std::max(Most, Sums[Begin[K]] - Sums[Begin[K - 1]]);
  return Most;
}

double usersched::leastWeight(const std::vector<double> &Sums,
                              uint32_t Groups) {
  const Partition P(Sums, Groups);
  return std::max(P.share(), P.heaviestChunk());
}

double usersched::weightWithThieves(const std::vector<double> &Sums,
                                    const std::vector<uint32_t> &Begin) {
  const auto Groups = static_cast<uint32_t>(Begin.size() - 1);
  const double Share = Sums.back() / Groups;
  double Most = leastWeight(Sums, Groups);
  for (uint32_t K = 0; K < Groups; ++K)
    for (uint32_t J = Begin[K]; J < Begin[K + 1]; ++J) {
      const double Weight = Sums[J + 1] - Sums[J];
      if (Weight > Share / FewestPartsOfLight)
        Most =
            std::max(Most, std::min(Sums[J] - Sums[Begin[K]], Share) + Weight);
    }
  return Most;
}

bool usersched::leaveToThieves(const std::vector<double> &Sums,
                               std::vector<uint32_t> &Begin, double Saved) {
  const auto Groups = static_cast<uint32_t>(Begin.size() - 1);
  const Partition P(Sums, Groups);
  const double OwnWeight = leastWeight(Sums, Groups) + Tolerance * P.share();
  // Thieves even out light chunks better, but the chunks that are not light
  // must all find a place early in a group.
  for (int Part = 128; Part >= FewestPartsOfLight && Saved * Part >= P.share();
       Part -= Part / 4) {
    const PartitionForThieves Way(P, Sums, OwnWeight, P.share() / Part);
    double Least = OwnWeight, Most = MostForThieves * OwnWeight;
    std::vector<uint32_t> Filled(Begin.size());
    if (!Way.fill(Filled, Most))
      continue;
    bisect(Least, Most, Tolerance * P.share(),
           [&](double Weight) { return Way.fill(Filled, Weight); });
    Way.fill(Begin, Most);
    return true;
  }
  return false;
}

void usersched::lightenHeaviest(const std::vector<double> &Sums,
                                std::vector<uint32_t> &Begin) {
  const Partition P(Sums, static_cast<uint32_t>(Begin.size() - 1));
  double Most = heaviestGroup(Sums, Begin);
  const double Step = Tolerance * P.share();
  double Least = P.share();
  if (!(Most > Least + 2 * Step))
    return;
  Least = std::max(Least, P.heaviestChunk());
  const double Before = Most;
  // Most suffices; Least may.
  if (P.suffices(Least))
    Most = Least;
  bisect(Least, Most, Step, [&](double Weight) { return P.suffices(Weight); });
  if (Before - Most > Step)
    P.limit(Begin, Most);
}
