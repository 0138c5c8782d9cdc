//===- Balancer.cpp - makes a plan of the chunks of an inspection ---------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three steps, each a pass in iteration order: join chunks that are finer than
// a plan needs, put the P - 1 cuts between two chunks each, and move them where
// that leaves a group too heavy.
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

/// The chunks of a plan, as in Plan.
struct Chunks {
  std::vector<uint64_t> Bound{0};
  std::vector<double> Cumulative{0};

  /// Appends a chunk that ends at End.
  void append(uint64_t End, double Load) {
    Bound.push_back(End);
    Cumulative.push_back(Cumulative.back() + Load);
  }
  /// Joins the last chunk, if there is one, with one behind it that ends at
  /// End, if both together have at most MostLoad and MostLength. False: they
  /// have more, and nothing has changed.
  bool extend(uint64_t End, double Load, double MostLoad, double MostLength) {
    if (Bound.size() == 1)
      return false;
    const std::size_t Before = Bound.size() - 2;
    if (!(Cumulative.back() - Cumulative[Before] + Load <= MostLoad) ||
        static_cast<double>(End - Bound[Before]) > MostLength)
      return false;
    Bound.back() = End;
    Cumulative.back() += Load;
    return true;
  }
};

/// All chunks of Segments. Neighbours are joined if there are more than a plan
/// needs. Two neighbours that are not joined have more than MostLoad or
/// MostLength together, so there are at most 2 Total / MostLoad and
/// 2 TripCount / MostLength chunks. Subspaces that may become groups as they
/// are keep their bounds.
Chunks join(const PlanKey &Key, const std::vector<Segment> &Segments,
            Granularity Grain) {
  double Total = 0;
  std::size_t Count = 0;
  for (const Segment &S : Segments) {
    Total += S.Chunks.load({0, S.Count});
    Count += S.Count;
  }
  const bool IsGiven = Grain == Granularity::Given;
  const bool Joins = !IsGiven || Count > MostChunks;
  const double Wanted = IsGiven ? MostChunks : chunksFor(Key.Threads);
  const double MostLoad = (IsGiven ? 2 : 1) * Total / Wanted;
  const double MostLength = 8 * static_cast<double>(Key.TripCount) / Wanted;
  const bool JoinsSubspaces = Segments.size() > Key.Threads;

  Chunks Result;
  const std::size_t Most =
      Joins ? static_cast<std::size_t>(9 * Wanted / 4) + Segments.size()
            : Count;
  Result.Bound.reserve(std::min(Count, Most) + 1);
  Result.Cumulative.reserve(std::min(Count, Most) + 1);
  for (const Segment &S : Segments)
    for (uint32_t J = 0; J < S.Count; ++J) {
      const uint64_t End = S.Chunks.Bound[J + 1];
      const double Load = S.Chunks.load({J, J + 1});
      if (!Joins || (J == 0 && !JoinsSubspaces) ||
          !Result.extend(End, Load, MostLoad, MostLength))
        Result.append(End, Load);
    }
  assert(Result.Bound.back() == Key.TripCount);
  return Result;
}

/// Several groups may begin where there is no load: there, the iterations are
/// divided evenly.
void spreadTies(const Chunks &All, std::vector<uint32_t> &GroupBegin) {
  const std::vector<double> &Sums = All.Cumulative;
  const auto Groups = static_cast<uint32_t>(GroupBegin.size() - 1);
  for (uint32_t K = 1, Next; K < Groups; K = Next) {
    const auto Tied =
        std::equal_range(Sums.begin(), Sums.end(), Sums[GroupBegin[K]]);
    const auto First = All.Bound.begin() + (Tied.first - Sums.begin());
    const auto Last = All.Bound.begin() + (Tied.second - Sums.begin()) - 1;
    for (Next = K + 1;
         Next < Groups && Sums[GroupBegin[Next]] == Sums[GroupBegin[K]];)
      ++Next;
    for (uint32_t G = K; G < Next; ++G) {
      const IterationRange Share =
          evenShare(*Last - *First, G - K + 1, Next - K + 1);
      const auto At = std::lower_bound(First, Last, *First + Share.Begin);
      GroupBegin[G] = static_cast<uint32_t>(At - All.Bound.begin());
    }
  }
}

/// What is too heavy for a chunk of a plan.
class Limits {
  const double Share;              ///< of the load, of each thread
  const double Usual;              ///< the load of a chunk
  const double Most = 8 * Usual;   ///< the load of any chunk
  const double Off = Share / 2048; ///< how far a group may end from its share

public:
  Limits(const PlanKey &Key, double Total)
      : Share(Total / Key.Threads), Usual(Total / chunksFor(Key.Threads)) {}

  /// The load of the pieces that chunk J should be cut into; 0: it is not too
  /// heavy, or cannot be cut.
  double pieceOf(const ChunkTable &Chunks, uint32_t J) const {
    if (Chunks.iterations({J, J + 1}).size() == 1)
      return 0;
    const double Before = Chunks.Cumulative[J];
    const double After = Chunks.Cumulative[J + 1];
    // The first place where a group should end that Before is not good for.
    const double Cut = (std::floor((Before + Off) / Share) + 1) * Share;
    if (Cut < After - Off)
      return Off;
    return After - Before > Most ? Usual : 0;
  }
};

std::unique_ptr<Plan> planOf(const PlanKey &Key, Chunks All) {
  std::vector<uint32_t> GroupBegin = cutEvenly(All.Cumulative, Key.Threads);
  spreadTies(All, GroupBegin);
  lightenHeaviest(All.Cumulative, GroupBegin);
  return std::make_unique<Plan>(
      Key, std::move(All.Bound), std::move(All.Cumulative),
      std::move(GroupBegin), std::make_unique<Refinement>(Key.Threads));
}

} // namespace

std::unique_ptr<Plan> usersched::balance(const PlanKey &Key,
                                         const std::vector<Segment> &Segments,
                                         Granularity Grain) {
  std::unique_ptr<Plan> Result = planOf(Key, join(Key, Segments, Grain));
  const Limits Allowed(Key, Result->totalLoad());
  if (Grain == Granularity::Chosen)
    for (uint32_t J = 0; J <= Result->lastChunk() && !Result->IsRough; ++J)
      Result->IsRough = Allowed.pieceOf(Result->chunks(), J) > 0;
  return Result;
}

std::unique_ptr<Plan> usersched::sharpen(const Plan &Rough, Inspector &Loads) {
  const ChunkTable Old = Rough.loads();
  const Limits Allowed(Rough.Key, Rough.totalLoad());
  Chunks New;
  for (uint32_t J = 0; J <= Rough.lastChunk(); ++J) {
    const uint64_t End = Old.Bound[J + 1];
    const double Load = Old.load({J, J + 1});
    const double Piece = Allowed.pieceOf(Old, J);
    // To ask again can bring other loads: what is more than twice the expected
    // number of pieces stays in one.
    for (double Left = Piece > 0 ? 2 * Load / Piece : 0;
         Left > 1 && New.Bound.back() < End; --Left) {
      const Cut Next = Loads.cut(New.Bound.back(), End, Piece);
      New.append(Next.End, Next.Load);
    }
    if (Piece == 0)
      New.append(End, Load);
    else if (New.Bound.back() < End)
      New.append(End, Loads.sum(New.Bound.back(), End));
  }
  return planOf(Rough.Key, std::move(New));
}
