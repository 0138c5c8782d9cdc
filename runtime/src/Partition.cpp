//===- Partition.cpp - groups of which the heaviest is light --------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether all groups can be at most so heavy is told by filling one after the
// other; the least such weight is found by bisection. With it each beginning
// has an earliest and a latest place, and goes to the one nearest to where it
// was.
//
//===----------------------------------------------------------------------===//
#include "Partition.h"

#include <algorithm>

using namespace usersched;

namespace {

/// Of what a share is: not worth another search.
constexpr double Tolerance = 0.001;

class Partition {
  const std::vector<double> &Sums;
  const uint32_t Chunks, Groups;

public:
  Partition(const std::vector<double> &Sums, uint32_t Groups)
      : Sums(Sums), Chunks(static_cast<uint32_t>(Sums.size() - 1)),
        Groups(Groups) {}

  double share() const { return Sums.back() / Groups; }

  /// The last end of a group that begins at From and is at most so heavy.
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

  /// Requires suffices(Weight).
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

} // namespace

void usersched::lightenHeaviest(const std::vector<double> &Sums,
                                std::vector<uint32_t> &Begin) {
  const Partition P(Sums, static_cast<uint32_t>(Begin.size() - 1));
  double Most = 0;
  for (std::size_t K = 1; K < Begin.size(); ++K)
    Most = std::max(Most, Sums[Begin[K]] - Sums[Begin[K - 1]]);
  const double Step = Tolerance * P.share();
  double Least = P.share();
  if (!(Most > Least + 2 * Step))
    return;
  Least = std::max(Least, P.heaviestChunk());
  const double Before = Most;
  // Least may suffice, Most does.
  if (P.suffices(Least))
    Most = Least;
  while (Most - Least > Step) {
    const double Middle = Least + (Most - Least) / 2;
    (P.suffices(Middle) ? Most : Least) = Middle;
  }
  if (Before - Most > Step)
    P.limit(Begin, Most);
}
