//===- Balancer.cpp - makes a plan of the chunks of an inspection ---------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// balance() takes three steps, each a pass in iteration order: join chunks that
// are finer than a plan needs, put the P - 1 cuts between two chunks each, and
// move them where that leaves a group too heavy.
//
//===----------------------------------------------------------------------===//
#include "plan/Balancer.h"

#include "base/Thresholds.h"
#include "plan/Partition.h"

#include <cassert>
#include <cmath>

using namespace usersched;

namespace {

/// Returns the number of chunks for the whole loop: one is about 0.4 % of a
/// thread's share. So many that 2.25 times as many, which join() may leave,
/// those of an inspection (see Draft.h) and what cutHeavy() adds still have
/// numbers.
double chunksFor(uint32_t Threads) {
  return std::min(double(threshold::ChunksPerThread) * Threads,
                  MaxChunkNumber / 4.0);
}

/// A place between two iterations, and the load of all iterations before it.
struct Place {
  uint64_t Iteration;
  double Load;
};

/// Returns Old, cut at Places, which are in order. A chunk may begin there
/// already.
Chunks cutAt(const Chunks &Old, const std::vector<Place> &Places) {
  Chunks Result;
  Result.reserve(Old.size() + Places.size());
  const auto Put = [&](uint64_t Iteration, double Load) {
    if (Iteration > Result.Bound.back())
      Result.append(Iteration, Load);
  };
  auto Next = Places.begin();
  for (std::size_t J = 1; J < Old.Bound.size(); ++J) {
    for (; Next != Places.end() && Next->Iteration < Old.Bound[J]; ++Next)
      Put(Next->Iteration, std::min(Next->Load, Old.Cumulative[J]));
    Put(Old.Bound[J], Old.Cumulative[J]);
  }
  return Result;
}

/// Returns all chunks of Segments, joined with neighbours if there are more
/// than a plan needs.
/// * Granularity::Chosen: two neighbours that are not joined have more than an
///   even part of the load together, or are longer than MostLength together. So
///   at most 2.25 times the wanted number of chunks remain.
/// * Granularity::Given: chunks are joined until they have an even part.
/// Chunks of two subspaces are not joined if the subspaces may become groups.
Chunks join(const PlanKey &Key, const std::vector<Segment> &Segments,
            Granularity Grain) {
  double Total = 0;
  std::size_t Count = 0;
  for (const Segment &S : Segments) {
    Total += S.Chunks.load({0, S.Count});
    Count += S.Count;
  }
  const bool IsGiven = Grain == Granularity::Given;
  const bool Joins = !IsGiven || Count > threshold::MostChunksOfAPlan;
  const double Wanted =
      IsGiven ? threshold::MostChunksOfAPlan : chunksFor(Key.Threads);
  const double Part = Total / Wanted;
  const double MostLength = 8 * static_cast<double>(Key.TripCount) / Wanted;
  const bool JoinsSubspaces = Segments.size() > Key.Threads;

  Chunks Result;
  Result.reserve(Count);
  const auto JoinsLast = [&](uint64_t End, double Load) {
    const uint32_t J = Result.size() - 1;
    const double Last = Result.Cumulative[J + 1] - Result.Cumulative[J];
    const bool IsFull = IsGiven ? Last > 0 && Last >= Part : Last + Load > Part;
    return !IsFull && static_cast<double>(End - Result.Bound[J]) <= MostLength;
  };
  for (const Segment &S : Segments)
    for (uint32_t J = 0; J < S.Count; ++J) {
      const uint64_t End = S.Chunks.Bound[J + 1];
      const double Load = S.Chunks.Cumulative[J + 1] - S.Chunks.Cumulative[J];
      const bool IsFirst = Result.size() == 0 || (J == 0 && !JoinsSubspaces);
      const double LoadBefore = Result.Cumulative.back() + Load;
      if (Joins && !IsFirst && JoinsLast(End, Load))
        Result.removeLast();
      Result.append(End, LoadBefore);
    }
  assert(Result.Bound.back() == Key.TripCount);
  return Result;
}

/// Divides iterations without load evenly among the groups that begin there.
void spreadTies(Chunks &All, std::vector<uint32_t> &GroupBegin) {
  const auto Groups = static_cast<uint32_t>(GroupBegin.size() - 1);
  std::vector<Place> Begins;
  bool HasTies = false;
  for (const uint32_t Begin : GroupBegin)
    Begins.push_back({All.Bound[Begin], All.Cumulative[Begin]});
  for (uint32_t K = 1, Next; K < Groups; K = Next) {
    const double Load = Begins[K].Load;
    const auto Tied =
        std::equal_range(All.Cumulative.begin(), All.Cumulative.end(), Load);
    const uint64_t First = All.Bound[Tied.first - All.Cumulative.begin()];
    const uint64_t Last = All.Bound[Tied.second - All.Cumulative.begin() - 1];
    for (Next = K + 1; Next < Groups && Begins[Next].Load == Load;)
      ++Next;
    for (uint32_t G = K; G < Next; ++G)
      Begins[G].Iteration =
          First + evenShare(Last - First, G - K + 1, Next - K + 1).Begin;
    HasTies |= Last > First;
  }
  if (!HasTies)
    return;
  All = cutAt(All, Begins);
  for (uint32_t K = 1; K < Groups; ++K)
    GroupBegin[K] = static_cast<uint32_t>(
        std::lower_bound(All.Bound.begin(), All.Bound.end(),
                         Begins[K].Iteration) -
        All.Bound.begin());
  GroupBegin[Groups] = All.size();
}

Plan planOf(const PlanKey &Key, Chunks All) {
  std::vector<uint32_t> GroupBegin = cutEvenly(All.Cumulative, Key.Threads);
  spreadTies(All, GroupBegin);
  lightenHeaviest(All.Cumulative, GroupBegin);
  All.shrinkToFit();
  return {Key, std::move(All.Bound), std::move(All.Cumulative),
          std::move(GroupBegin)};
}

/// Calls Found(J, Target) for each ideal end of a group, in order, that lies
/// inside chunk J, so far from both of its ends that the groups beside it would
/// be uneven by more than Slack, if J can be cut. Target is the load before
/// that end.
template <typename Function>
void forEachRoughEnd(const Plan &P, double Slack, Function Found) {
  const ChunkTable Chunks = P.chunks();
  const double *First = Chunks.Cumulative + 1, *Last = First + P.lastChunk();
  const double Total = *Last, Near = Total / P.Key.Threads * Slack / 2;
  for (uint32_t K = 1; K < P.Key.Threads && Total > 0; ++K) {
    const double Target = Total * (static_cast<double>(K) / P.Key.Threads);
    First = std::lower_bound(First, Last, Target);
    const auto J = static_cast<uint32_t>(First - Chunks.Cumulative - 1);
    if (First[-1] + Near < Target && Target + Near < First[0] &&
        Chunks.iterations({J, J + 1}).size() > 1)
      Found(J, Target);
  }
}

/// Finds the two neighbouring places between Before and After that have Target
/// between them, by bisection. Appends them to Found.
void findAround(double Target, Place Before, Place After, Inspector &Loads,
                std::vector<Place> &Found) {
  while (After.Iteration - Before.Iteration > 1) {
    const uint64_t Middle =
        Before.Iteration + (After.Iteration - Before.Iteration) / 2;
    // The loop may return other loads when it is asked again.
    const double Load =
        std::min(Before.Load + Loads.sum(Before.Iteration, Middle), After.Load);
    (Load < Target ? Before : After) = {Middle, Load};
  }
  Found.push_back(Before);
  Found.push_back(After);
}

} // namespace

Plan usersched::balance(const PlanKey &Key,
                        const std::vector<Segment> &Segments, Granularity Grain,
                        double Slack) {
  Plan Result = planOf(Key, join(Key, Segments, Grain));
  Result.HasGivenChunks = Grain == Granularity::Given;
  if (Result.HasGivenChunks)
    return Result;
  forEachRoughEnd(Result, Slack,
                  [&](uint32_t, double) { Result.State = PlanState::Rough; });
  return Result;
}

Chunks usersched::cutHeavy(const Plan &P, std::vector<double> Cumulative) {
  const double Parts = std::min(32.0 * P.Key.Threads, MaxChunkNumber / 8.0);
  const double Most = Cumulative.back() / Parts;
  const ChunkTable Old = {P.Bound.data(), Cumulative.data()};
  const auto IsLong = [&](uint32_t J) {
    return Old.load({J, J + 1}) > Most && Most > 0 &&
           Old.iterations({J, J + 1}).size() > 1;
  };
  bool IsAnyLong = false;
  for (uint32_t J = 0; J <= P.lastChunk() && !P.HasGivenChunks; ++J)
    IsAnyLong |= IsLong(J);
  if (!IsAnyLong && !P.hasCutChunks())
    return {P.Bound, std::move(Cumulative)};

  const std::vector<double> Loads = P.loads();
  const double PerLoad = Cumulative.back() / Loads.back();
  const uint64_t *Inspected = P.inspected().Bound.data();
  Chunks Result;
  const auto Append = [&](uint64_t End, uint32_t J) {
    Result.append(End, Old.loadBefore(End, J));
  };
  for (uint32_t J = 0; J <= P.lastChunk(); ++J) {
    const IterationRange All = Old.iterations({J, J + 1});
    while (*Inspected < All.Begin)
      ++Inspected;
    const std::size_t Last = Result.Bound.size() - 1;
    if (*Inspected > All.Begin &&
        Cumulative[J + 1] - Result.Cumulative[Last - 1] <= Most) {
      Result.removeLast();
    } else if (IsLong(J) && !(Old.load({J, J + 1}) <=
                              2 * PerLoad * (Loads[J + 1] - Loads[J]))) {
      const auto Count = static_cast<uint32_t>(
          std::min({std::ceil(Old.load({J, J + 1}) / Most), Parts,
                    static_cast<double>(All.size())}));
      for (uint32_t K = 1; K < Count; ++K)
        Append(All.Begin + evenShare(All.size(), K, Count).Begin, J);
    }
    Append(All.End, J);
  }
  Result.shrinkToFit();
  return Result;
}

Plan usersched::sharpen(const Plan &Rough, Inspector &Loads) {
  const ChunkTable Old = Rough.chunks();
  std::vector<Place> Ends;
  forEachRoughEnd(Rough, SharpSlack, [&](uint32_t J, double Target) {
    Place Before = {Old.Bound[J], Old.Cumulative[J]};
    // A second end in the same chunk is looked for behind the first.
    if (!Ends.empty() && Ends.back().Iteration > Before.Iteration)
      Before = Ends.back();
    if (Before.Load < Target)
      findAround(Target, Before, {Old.Bound[J + 1], Old.Cumulative[J + 1]},
                 Loads, Ends);
  });
  return planOf(Rough.Key, cutAt({Rough.Bound, Rough.Cumulative}, Ends));
}
