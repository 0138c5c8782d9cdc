//===- Balancer.cpp - makes a plan of the chunks of an inspection ---------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three steps, each a pass in iteration order: even out the chunks (those of a
// heavy subspace are too coarse for the whole loop, those of a light one too
// fine), find the P - 1 cuts, and put the cuts among the chunk boundaries.
//
//===----------------------------------------------------------------------===//
#include "Balancer.h"

#include "Partition.h"

#include <cassert>
#include <cmath>

using namespace usersched;

namespace {

/// So many chunks, and a quarter more, are less than a megabyte in a refined
/// plan, which has 24 bytes for each.
constexpr uint32_t MostChunks = 24576;

/// Chunks for the whole loop, so that one is about 0.1 % of a thread's share;
/// less in large teams. Twice as many, those of an inspection (see Draft.h) and
/// a cut for each thread still have numbers, all together.
double chunksFor(uint32_t Threads) {
  constexpr uint32_t Most = 1024, Fewest = 64;
  return std::min(double(std::clamp(MostChunks / Threads, Fewest, Most)) *
                      Threads,
                  MaxChunkNumber / 4.0);
}

/// A place between two iterations and the load of all iterations before it.
struct Place {
  uint64_t Iteration;
  double Load;
};

class Balancer {
  const PlanKey &Key;
  const Granularity Grain;
  Inspector &Loads;
  /// Ends of the chunks so far, from a leading {0, 0}.
  std::vector<Place> Ends{{0, 0}};
  /// Cuts[K] is where group K ends and group K + 1 begins.
  std::vector<Place> Cuts;

  void append(uint64_t End, double Load) {
    Ends.push_back({End, Ends.back().Load + Load});
  }

  void recut(uint64_t Begin, uint64_t End, double Load, double Fine);
  void keep(const std::vector<Segment> &Segments, std::size_t Count,
            double Total);
  Place cutInside(Place Before, Place After, double Target);
  std::pair<uint64_t, uint64_t> tied(Place Cut) const;

public:
  Balancer(const PlanKey &Key, Granularity Grain, Inspector &Loads)
      : Key(Key), Grain(Grain), Loads(Loads) {}

  void join(const std::vector<Segment> &Segments);
  void findCuts();
  void spreadTies();
  std::unique_ptr<Plan> finish();
};

/// Cuts the chunk [Begin, End) again, into pieces of the load Fine. It has the
/// load Load, but to ask again can bring another answer: what is more than
/// twice the expected number of pieces stays in one.
void Balancer::recut(uint64_t Begin, uint64_t End, double Load, double Fine) {
  for (double Pieces = 2 * Load / Fine; Begin < End && Pieces > 1; --Pieces) {
    Cut Next = Loads.cut(Begin, End, Fine);
    append(Next.End, Next.Load);
    Begin = Next.End;
  }
  if (Begin < End) {
    Cut Rest = Loads.cut(Begin, End, Load);
    append(End, Rest.Load);
  }
}

/// Takes the chunks as they are. If these are too many for a plan, joins
/// neighbours: each result ends as soon as it has a share of the load, which at
/// most MostChunks do, or before it would be longer than MaxLength. Two
/// neighbours of which the first ended for its length are longer than that
/// together, so those are a quarter as many at most.
void Balancer::keep(const std::vector<Segment> &Segments, std::size_t Count,
                    double Total) {
  const bool Fits = Count <= MostChunks;
  const double Share = Total / MostChunks;
  const double MaxLength = 8 * static_cast<double>(Key.TripCount) / MostChunks;
  Ends.reserve(std::min<std::size_t>(Count, MostChunks + MostChunks / 4) + 2);
  Place Begin = Ends.front(); // of the last chunk
  for (const Segment &S : Segments)
    for (uint32_t J = 0; J < S.Count; ++J) {
      Place &Last = Ends.back();
      const uint64_t End = S.Chunks.Bound[J + 1];
      const double Load = S.Chunks.Cumulative[J + 1] - S.Chunks.Cumulative[J];
      const double Gathered = Last.Load - Begin.Load;
      if (Fits || Last.Iteration == 0 || (Gathered > 0 && Gathered >= Share) ||
          static_cast<double>(End - Begin.Iteration) > MaxLength) {
        Begin = Last;
        append(End, Load);
      } else {
        Last = {End, Last.Load + Load};
      }
    }
  assert(Ends.back().Iteration == Key.TripCount);
}

void Balancer::join(const std::vector<Segment> &Segments) {
  double Total = 0;
  std::size_t Count = 0;
  for (const Segment &S : Segments) {
    Total += S.Chunks.Cumulative[S.Count] - S.Chunks.Cumulative[0];
    Count += S.Count;
  }
  if (Grain == Granularity::Given) {
    keep(Segments, Count, Total);
    return;
  }
  Ends.reserve(Count + 1);
  const double Chunks = chunksFor(Key.Threads);
  const double Fine = Total / Chunks;
  const double MaxLength = 8 * static_cast<double>(Key.TripCount) / Chunks;

  std::size_t Mergeable = 0;
  for (const Segment &S : Segments) {
    for (uint32_t J = 0; J < S.Count; ++J) {
      uint64_t Begin = S.Chunks.Bound[J];
      uint64_t End = S.Chunks.Bound[J + 1];
      double Load = S.Chunks.Cumulative[J + 1] - S.Chunks.Cumulative[J];
      // Four times too heavy: not for the last per mille, but for a subspace
      // with most of the load of the loop, whose chunks could not be balanced.
      if (Load > 4 * Fine && End - Begin > 1) {
        recut(Begin, End, Load, Fine);
        Mergeable = Ends.size();
        continue;
      }
      Place &Last = Ends.back();
      const Place &BeforeLast = Ends[Ends.size() < 2 ? 0 : Ends.size() - 2];
      if (Ends.size() > std::max<std::size_t>(Mergeable, 1) &&
          Last.Load - BeforeLast.Load + Load <= Fine &&
          static_cast<double>(End - BeforeLast.Iteration) <= MaxLength)
        Last = {End, Last.Load + Load};
      else
        append(End, Load);
    }
  }
  assert(Ends.back().Iteration == Key.TripCount);
}

/// The place nearest to Target load in the chunk between Before and After, by
/// asking for the loads of its iterations again.
Place Balancer::cutInside(Place Before, Place After, double Target) {
  if (Target <= Before.Load)
    return Before;
  if (Grain == Granularity::Chosen && After.Iteration - Before.Iteration > 1) {
    // The first place at or after the target, and the one before it.
    Cut Reach =
        Loads.cut(Before.Iteration, After.Iteration, Target - Before.Load);
    Place Beyond = {Reach.End, std::min(Before.Load + Reach.Load, After.Load)};
    if (Reach.End == After.Iteration)
      Beyond.Load = After.Load;
    uint64_t Last = Reach.End - 1;
    if (Last > Before.Iteration)
      Before = {Last, std::max(Beyond.Load - Loads.cut(Last, Reach.End, 1).Load,
                               Before.Load)};
    After = Beyond;
  }
  return Target - Before.Load <= After.Load - Target ? Before : After;
}

void Balancer::findCuts() {
  const double Total = Ends.back().Load;
  Cuts.reserve(Key.Threads);
  Place From = Ends.front();
  std::size_t J = 1;
  for (uint32_t K = 1; K < Key.Threads; ++K) {
    double Target = Total * (static_cast<double>(K) / Key.Threads);
    for (; J + 1 < Ends.size() && Ends[J].Load < Target; ++J)
      From = Ends[J];
    // A second cut in the same chunk is looked for behind the first.
    if (!Cuts.empty() && Cuts.back().Iteration > From.Iteration)
      From = Cuts.back();
    Cuts.push_back(From.Iteration < Ends[J].Iteration
                       ? cutInside(From, Ends[J], Target)
                       : From);
  }
}

/// From where to where Cut can be moved without changing any thread's load.
std::pair<uint64_t, uint64_t> Balancer::tied(Place Cut) const {
  auto Less = [](const Place &A, const Place &B) { return A.Load < B.Load; };
  auto Range = std::equal_range(Ends.begin(), Ends.end(), Cut, Less);
  if (Range.first == Range.second)
    return {Cut.Iteration, Cut.Iteration};
  return {Range.first->Iteration, std::prev(Range.second)->Iteration};
}

void Balancer::spreadTies() {
  for (std::size_t K = 0; K < Cuts.size();) {
    auto Range = tied(Cuts[K]);
    std::size_t Next = K + 1;
    while (Next < Cuts.size() && tied(Cuts[Next]) == Range)
      ++Next;
    const uint64_t Parts = Next - K + 1;
    const uint64_t Length = Range.second - Range.first;
    for (uint64_t Part = 1; Part < Parts; ++Part, ++K)
      if (Length > 0)
        Cuts[K].Iteration =
            Range.first + Length / Parts * Part + Length % Parts * Part / Parts;
  }
}

std::unique_ptr<Plan> Balancer::finish() {
  std::vector<uint64_t> Bound;
  std::vector<double> Cumulative;
  std::vector<uint32_t> GroupBegin{0};
  Bound.reserve(Ends.size() + Cuts.size());
  Cumulative.reserve(Ends.size() + Cuts.size());
  GroupBegin.reserve(Key.Threads + 1);

  auto Add = [&](Place P) {
    if (!Bound.empty() && P.Iteration <= Bound.back())
      return;
    // Rounding must not make sums fall.
    double Floor = Cumulative.empty() ? 0 : Cumulative.back();
    Bound.push_back(P.Iteration);
    Cumulative.push_back(std::max(P.Load, Floor));
  };
  std::size_t K = 0;
  for (const Place &End : Ends) {
    for (; K < Cuts.size() && Cuts[K].Iteration <= End.Iteration; ++K) {
      Add(Cuts[K]);
      GroupBegin.push_back(static_cast<uint32_t>(Bound.size() - 1));
    }
    Add(End);
  }
  GroupBegin.push_back(static_cast<uint32_t>(Bound.size() - 1));
  assert(GroupBegin.size() == Key.Threads + 1 &&
         Bound.size() <= MaxChunkNumber);
  lightenHeaviest(Cumulative, GroupBegin);
  return std::make_unique<Plan>(Key, std::move(Bound), std::move(Cumulative),
                                std::move(GroupBegin),
                                std::make_unique<Refinement>(Key.Threads));
}

} // namespace

std::unique_ptr<Plan> usersched::balance(const PlanKey &Key,
                                         const std::vector<Segment> &Segments,
                                         Granularity Grain, Inspector &Loads) {
  Balancer B(Key, Grain, Loads);
  B.join(Segments);
  B.findCuts();
  B.spreadTies();
  return B.finish();
}
