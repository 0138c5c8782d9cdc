//===- Draft.cpp - an execution that has no plan yet ----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory: 16 bytes per chunk, at most 2^20 chunks, however many iterations.
// Where a `chunk` makes few chunks, only the used part is ever touched.
//
//===----------------------------------------------------------------------===//
#include "plan/Draft.h"

#include "base/Thresholds.h"

#include <limits>

using namespace usersched;

namespace {

constexpr uint32_t MaxSubspaces = 1u << 16;
constexpr uint32_t MaxChunks = 1u << 20;
constexpr uint32_t MostGivenChunks = 1u << 16;

} // namespace

void Draft::allocate(bool HasPrefix) {
  if (Subspaces > AllocatedSubspaces) {
    States.reset(new std::atomic<State>[Subspaces]);
    SubspaceBound.reset(new uint64_t[Subspaces + 1]);
    ChunkCount.reset(new uint32_t[Subspaces]);
    PrefixAt.reset();
    AllocatedSubspaces = Subspaces;
  }
  if (HasPrefix && !PrefixAt)
    PrefixAt.reset(new uint64_t[AllocatedSubspaces + 1]);
  std::size_t Places = firstChunk(Subspaces);
  if (Places > AllocatedPlaces) {
    Bound.reset(new uint64_t[Places]);
    Cumulative.reset(new double[Places]);
    AllocatedPlaces = Places;
  }
}

// What follows sets the subspaces' bounds:
// 0 <= SubspaceBound[S] <= SubspaceBound[S + 1] <= TripCount.

void Draft::divideEvenly(uint64_t TripCount) {
  for (uint32_t S = 0; S < Subspaces; ++S)
    SubspaceBound[S] = evenShare(TripCount, S, Subspaces).Begin;
}

void Draft::divideByPrefix(const Call &Entered) {
  const uint64_t N = Entered.TripCount;
  Inspector Loads(*Entered.Loop, Entered.Captures);
  double Total = Loads.total(0, N);
  for (uint32_t S = 1; S < Subspaces; ++S) {
    const uint64_t Last = SubspaceBound[S - 1];
    // The load that is left is divided evenly among the subspaces that are
    // left, so that one iteration heavier than a share does not leave the last
    // subspaces empty.
    const double Share = Total / (Subspaces - S + 1);
    if (Share > 0 && Last < N) {
      const Cut Next = Loads.cut(Last, N, Share);
      SubspaceBound[S] = Next.End;
      Total -= Next.Load;
    } else {
      SubspaceBound[S] = Last + (N - Last) / (Subspaces - S + 1);
    }
  }
  for (uint32_t S = 0; S <= Subspaces; ++S)
    PrefixAt[S] = Loads.prefixAt(SubspaceBound[S]);
}

/// Divides half by load, so that no subspace has chunks that are too heavy for
/// a plan, and half by iterations, so that no thread inspects most of them.
void Draft::divideAs(const Plan &Replaced) {
  const Plan &Earlier = Replaced.inspected();
  const double Total = Earlier.totalLoad();
  const auto N = static_cast<double>(Earlier.Key.TripCount);
  const auto Before = [&](const uint64_t &Bound) {
    const auto Chunk = static_cast<uint32_t>(&Bound - Earlier.Bound.data());
    const double Load = Total > 0 ? Earlier.Cumulative[Chunk] / Total : 0;
    return Load + static_cast<double>(Bound) / N;
  };
  const double All = Before(Earlier.Bound.back());
  for (uint32_t S = 1; S < Subspaces; ++S)
    SubspaceBound[S] =
        *std::partition_point(Earlier.Bound.begin(), Earlier.Bound.end() - 1,
                              [&](const uint64_t &Bound) {
                                return Before(Bound) < All * S / Subspaces;
                              });
}

void Draft::begin(const Call &Entered, bool WantsPlan, const Plan *Earlier) {
  Key = Entered.key();
  MakesPlan = WantsPlan;
  HasEarlier = Earlier != nullptr;
  Slack = Entered.maySteal() ? threshold::LeastGain : SharpSlack;
  uint64_t Wanted = Entered.Subspaces ? Entered.Subspaces : Entered.Threads;
  Subspaces = static_cast<uint32_t>(
      std::min({Wanted, Entered.TripCount, uint64_t(MaxSubspaces)}));
  const Inspector Loads(*Entered.Loop, Entered.Captures);
  Chunk = Loads.chunkLoad(Entered.Chunk);
  // Without a plan chunks are for thieves, who take half of what is left. Where
  // all iterations weigh the same, finer ones would only take time to list.
  const bool IsFine = Chunk > 0 && (MakesPlan || !Loads.isFlat());
  // Where there are fewer subspaces than threads, several threads run the
  // iterations of one.
  const uint32_t ThreadsOfOne = (Entered.Threads - 1) / Subspaces + 1;
  const uint32_t Most =
      IsFine ? MostGivenChunks : 2 * threshold::ChunksPerThread * ThreadsOfOne;
  ChunksPerSubspace = std::clamp(MaxChunks / Subspaces, MinChunkCapacity, Most);
  // Subspaces of equal load may have any length. Subspaces of equal lengths
  // have one iteration more at most.
  const bool HasEqualLengths = !Entered.Loop->prefix && !Earlier;
  const uint64_t Length = Entered.TripCount / (HasEqualLengths ? Subspaces : 1);
  if (Length < ChunksPerSubspace)
    ChunksPerSubspace = static_cast<uint32_t>(Length + 1);

  allocate(Entered.Loop->prefix != nullptr);
  SubspaceBound[0] = 0;
  SubspaceBound[Subspaces] = Entered.TripCount;
  if (Entered.Loop->prefix)
    divideByPrefix(Entered);
  else if (Earlier)
    divideAs(*Earlier);
  else
    divideEvenly(Entered.TripCount);
  for (uint32_t S = 0; S < Subspaces; ++S)
    States[S].store(State::Unclaimed, std::memory_order_relaxed);
  Missing.store(Subspaces, std::memory_order_relaxed);
}

uint32_t Draft::firstChoice(const Call &Entered) const {
  if (Entered.has(USERSCHED_SUBSPACE_IS_THREAD))
    return Entered.Thread % Subspaces;
  int64_t Choice =
      Entered.Loop->subspace(static_cast<int32_t>(Subspaces), Entered.Captures);
  int64_t Rest = Choice % static_cast<int64_t>(Subspaces);
  return static_cast<uint32_t>(Rest < 0 ? Rest + Subspaces : Rest);
}

bool Draft::claim(uint32_t Subspace) {
  std::atomic<State> &Claimed = States[Subspace];
  State Expected = Claimed.load(std::memory_order_relaxed);
  return Expected == State::Unclaimed &&
         Claimed.compare_exchange_strong(Expected, State::Inspecting,
                                         std::memory_order_acq_rel);
}

uint32_t Draft::claimFrom(uint32_t Preferred, const Call &Entered) {
  const uint32_t Reserved =
      !Entered.maySteal() && Entered.has(USERSCHED_SUBSPACE_IS_THREAD)
          ? Entered.Threads
          : 0;
  uint32_t S = Preferred;
  for (uint32_t Tried = 0; Tried < Subspaces; ++Tried) {
    if ((S >= Reserved || S == Entered.Thread) && claim(S))
      return S;
    S = S + 1 == Subspaces ? 0 : S + 1;
  }
  return None;
}

ChunkRange Draft::inspect(uint32_t Subspace, Inspector &Loads) {
  const uint32_t First = firstChunk(Subspace);
  const IterationRange Range = iterations(Subspace);
  uint32_t Count = 0;
  if (Loads.knowsTotals())
    Loads.stayInside(
        {Range.Begin, Range.End, PrefixAt[Subspace], PrefixAt[Subspace + 1]});
  if (Range.Begin < Range.End)
    Count = chunkSubspace(
        Loads, Range.Begin, Range.End, Chunk,
        {Bound.get() + First, Cumulative.get() + First, ChunksPerSubspace});
  ChunkCount[Subspace] = Count;
  return {First, First + Count};
}

bool Draft::finish(uint32_t Subspace) {
  States[Subspace].store(State::Inspected, std::memory_order_release);
  return Missing.fetch_sub(1, std::memory_order_acq_rel) == 1;
}

bool Draft::isInspecting() const {
  if (Missing.load(std::memory_order_acquire) == 0)
    return false;
  for (uint32_t S = 0; S < Subspaces; ++S)
    if (States[S].load(std::memory_order_acquire) == State::Inspecting)
      return true;
  return false;
}

double Draft::load(IterationRange Range) const {
  const uint64_t *Bounds = SubspaceBound.get();
  const auto S = static_cast<uint32_t>(
      std::upper_bound(Bounds, Bounds + Subspaces, Range.Begin) - Bounds - 1);
  if (ChunkCount[S] == 0)
    return std::numeric_limits<double>::quiet_NaN();
  const uint64_t *First = Bound.get() + firstChunk(S);
  const auto Find = [&](uint64_t Place) {
    return std::lower_bound(First, First + ChunkCount[S], Place) - Bound.get();
  };
  return Cumulative[static_cast<std::size_t>(Find(Range.End))] -
         Cumulative[static_cast<std::size_t>(Find(Range.Begin))];
}

/// Returns true if a chunk of more than one iteration is so heavy that neither
/// stealing nor refinement could make groups of such chunks even.
static bool hasHeavyChunks(const Plan &P) {
  const double Most = P.totalLoad() / P.Key.Threads / 16;
  const ChunkTable Chunks = P.chunks();
  for (uint32_t J = 0; J <= P.lastChunk(); ++J)
    if (Chunks.load({J, J + 1}) > Most &&
        Chunks.iterations({J, J + 1}).size() > 1)
      return true;
  return false;
}

Plan Draft::makePlan() const {
  std::vector<Segment> Segments;
  Segments.reserve(Subspaces);
  double Heaviest = 0; // the load of the heaviest subspace
  for (uint32_t S = 0; S < Subspaces; ++S) {
    const uint32_t First = firstChunk(S);
    if (ChunkCount[S] == 0)
      continue;
    const ChunkTable Chunks = {Bound.get() + First, Cumulative.get() + First};
    Segments.push_back({Chunks, ChunkCount[S]});
    Heaviest = std::max(Heaviest, Chunks.load({0, ChunkCount[S]}));
  }
  Plan Result =
      balance(Key, Segments,
              Chunk > 0 ? Granularity::Given : Granularity::Chosen, Slack);
  // Divided as this plan says, no subspace will have more than half as much.
  const bool IsUneven = Heaviest > 4 * Result.totalLoad() / Subspaces;
  if (Chunk == 0 && !HasEarlier && IsUneven && hasHeavyChunks(Result))
    Result.State = PlanState::Coarse;
  return Result;
}
