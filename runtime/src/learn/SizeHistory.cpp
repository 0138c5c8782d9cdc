//===- SizeHistory.cpp - what executions of one loop took, by their size --===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See SizeHistory.h.
//
//===----------------------------------------------------------------------===//
#include "learn/SizeHistory.h"

#include "base/Thresholds.h"
#include "learn/Decision.h"

#include <cmath>

using namespace usersched;

static constexpr auto Relaxed = std::memory_order_relaxed;

static float ticksOf(double Microseconds) {
  return static_cast<float>(threshold::ticks(Microseconds));
}

/// The first trip count that is of a larger size. Trip counts of size 1 do not
/// exist.
static uint64_t endOf(int Size) {
  return Size == 0 ? 2 : uint64_t(2 + (Size + 1) % 2) << (Size + 1) / 2 >> 1;
}

bool SizeHistory::comparesMakespans(int Size) const {
  return Size + 1 < Sizes &&
         BySize[Size].Work.get() * static_cast<float>(endOf(Size)) <
             ticksOf(threshold::ShortestGroup);
}

SizeKnowledge SizeHistory::ofSize(int Size) const {
  const Entry &E = BySize[Size];
  SizeKnowledge Result;
  const bool ByMakespan = comparesMakespans(Size);
  for (Technique T : AllTechniques) {
    const int I = static_cast<int>(T);
    const float Cost = T == Technique::Serial || ByMakespan
                           ? E.Of[I].Time.get()
                           : E.cost(T, E.Of[I].Stretch.get());
    if (Cost > 0 && !E.Of[I].IsBarred.load(Relaxed))
      Result.PerIteration[I] = Cost;
    Result.IsDue[I] = E.Of[I].Next.isDue();
  }
  Result.Busy = E.Busy.get();
  return Result;
}

int SizeHistory::nearestKnown(int Size) const {
  for (const int Near : {Size, Size + 1, Size - 1, Size + 2, Size - 2})
    if (Near >= 0 && Near < Sizes && BySize[Near].Work.get() > 0)
      return Near;
  return Size;
}

SizeKnowledge SizeHistory::of(uint64_t TripCount) const {
  return ofSize(nearestKnown(sizeOf(TripCount)));
}

void SizeHistory::began(uint64_t TripCount, const Decision &D) {
  const int Size = sizeOf(TripCount), Known = nearestKnown(Size);
  Entry &E = BySize[Size];
  if (Known != Size)
    E.copy(BySize[Known]);
  for (int T = 0; T < Techniques; ++T) {
    if (!(D.Waiting >> T & 1))
      continue;
    Retry &Next = E.Of[T].Next;
    if (T == static_cast<int>(D.As))
      Next.waitLonger(threshold::FirstRetry, threshold::LastRetry);
    else
      Next.count();
  }
}

float SizeHistory::Entry::inflation(Technique T) const {
  const float Known = T == Technique::Cyclic ? DealtInflation.load(Relaxed) : 1;
  return Known > 0 ? Known : 1;
}

void SizeHistory::Entry::addWork(Technique T, float Ticks) {
  const bool IsDealt = T == Technique::Cyclic;
  const float Expected = cost(T, /*Stretch=*/1);
  if (Expected > 0 && IsDealt != WasDealt.load(Relaxed)) {
    // One execution may have far more to do than another one.
    const float Ratio = std::clamp(Ticks / Expected, 1 / 1.5f, 1.5f);
    // About Ratio to the power of InflationStep; of 1 / Ratio it is the
    // reciprocal.
    const float Share = threshold::InflationStep * (Ratio - 1) / (Ratio + 1);
    const float Step = (1 + Share) / (1 - Share);
    DealtInflation.store(
        inflation(Technique::Cyclic) * (IsDealt ? Step : 1 / Step), Relaxed);
  }
  WasDealt.store(IsDealt, Relaxed);
  Work.add(Ticks / inflation(T));
}

/// Multiplies all times by Factor: an execution of Iterations iterations took
/// so many times as long as the copied time of its technique says. If one
/// thread would take too long then, it is out of the question until its next
/// try.
void SizeHistory::Entry::adapt(float Factor, float Iterations) {
  // If Work was forgotten meanwhile, so was all the rest.
  if (!std::isfinite(Factor))
    return;
  for (auto &T : Of)
    T.Time.scale(Factor);
  Work.scale(Factor);
  auto &Alone = Of[static_cast<int>(Technique::Serial)];
  if (Alone.Time.get() * Iterations > ticksOf(threshold::ShortestGroup))
    Alone.IsBarred.store(true, Relaxed);
}

void SizeHistory::note(uint64_t TripCount, uint32_t Threads, Technique As,
                       uint64_t Makespan, uint64_t Busy, uint64_t Loot) {
  const int Size = sizeOf(TripCount);
  Entry &E = BySize[Size];
  auto &Noted = E.Of[static_cast<int>(As)];
  const auto Ticks = static_cast<float>(std::max<uint64_t>(Makespan, 1));
  const auto Iterations = static_cast<float>(TripCount);
  const auto Team = static_cast<float>(Threads);
  // Clocks of several processors may differ.
  const float Used =
      As == Technique::Serial
          ? Ticks / Team
          : std::clamp(static_cast<float>(Busy) / Team, 1 / Team, Ticks);
  float Sample = Ticks / Iterations;
  // Copied times are of another size. Only their ratios are believed.
  if (E.IsCopied.load(Relaxed)) {
    E.IsCopied.store(false, Relaxed);
    const float Known = Noted.Time.get();
    E.adapt(Known > 0 ? Sample / Known : Used / Iterations / E.Work.get(),
            Iterations);
  }
  Noted.Time.add(Sample);
  if (As == Technique::Serial) {
    Noted.IsBarred.store(Ticks > ticksOf(threshold::ShortestGroup), Relaxed);
  } else {
    const float Stretch = Ticks / Used;
    Noted.Stretch.add(Stretch);
    E.addWork(As, Used / Iterations);
    // The loot belonged to at most all threads but one. With even shares, one
    // of them would have taken so much longer at least. If that is much, this
    // is as good as a try of even shares.
    const float Longer = static_cast<float>(Loot) / (Team - 1);
    Retry &Shares = E.Of[static_cast<int>(Technique::Even)].Next;
    if (As == Technique::Even) {
      E.Busy.add(Team / Stretch);
    } else if (As == Technique::Chunked && Shares.isDue() &&
               Ticks + Longer > static_cast<float>(threshold::Much) * Ticks) {
      E.Busy.add(Team * Used / (Ticks + Longer));
      Shares.waitLonger(threshold::FirstRetry, threshold::LastRetry);
    }
    if (!comparesMakespans(Size))
      Sample = E.cost(As, Stretch);
  }

  // One thread is out of the question while several really help: it would take
  // what they take together. What it took once counts for nothing then.
  auto &Alone = E.Of[static_cast<int>(Technique::Serial)];
  if (E.Busy.get() >= threshold::FewestHelping && Alone.Time.get() > 0) {
    Alone.IsBarred.store(true, Relaxed);
    Alone.Next.wait(threshold::FirstRetry);
  }

  // Where blocks are not dealt out, what it took when they were says nothing.
  E.Of[static_cast<int>(Technique::Cyclic)].IsBarred.store(
      !SizeKnowledge::mayBeDealt(E.Busy.get(), Threads), Relaxed);

  const SizeKnowledge Known = ofSize(Size);
  judge(Size, Known, Ticks);
  // A sample that is better than all others are on average: the next one soon;
  // at once if an average from other times has yet to follow.
  if (!Known.isKnown(As))
    return;
  const float Cost = SizeKnowledge::doubt(As) * Sample;
  bool IsBest = true;
  for (Technique T : AllTechniques) {
    if (T != As && Cost >= Known.cost(T))
      return;
    IsBest = IsBest && Known.cost(As) <= Known.cost(T);
  }
  Noted.Next.wait(threshold::FirstRetry);
  if (!IsBest)
    Noted.Next.hasten(1);
}

/// Draws the conclusions for Size, of which an execution took Last ticks. None
/// for the last size, which has no end.
void SizeHistory::judge(int Size, const SizeKnowledge &Known, float Last) {
  if (Size + 1 >= Sizes)
    return;
  Technique Best = Technique::Even;
  for (Technique T : {Technique::Serial, Technique::Chunked, Technique::Cyclic})
    if (Known.cost(T) < Known.cost(Best))
      Best = T;
  const float Longest = Known.makespan(Best, endOf(Size));
  const bool NeedsNoLook = Known.cost(Technique::Balanced) >= Known.cost(Best);
  // Nor is short what just was not: all are looked at then, until the average
  // has followed or the disturbance is over.
  const bool IsShort =
      NeedsNoLook && std::max(Longest, Last) < ticksOf(threshold::Long);
  Verdicts[Size].store(
      {Best, NeedsNoLook && Longest < ticksOf(threshold::ShortestGroup),
       IsShort},
      Relaxed);
}

ShortVerdicts SizeHistory::verdicts() const {
  ShortVerdicts Result;
  for (int Size = 0; Size < Sizes; ++Size)
    Result.BySize[Size] = Verdicts[Size].load(Relaxed);
  return Result;
}

void SizeHistory::forget() {
  for (Entry &E : BySize) {
    for (auto &T : E.Of) {
      T.Time.forget();
      T.Stretch.forget();
      T.Next.forget();
      T.IsBarred.store(false, Relaxed);
    }
    E.Work.forget();
    E.DealtInflation.store(0, Relaxed);
    E.Busy.forget();
    E.IsCopied.store(false, Relaxed);
  }
  for (std::atomic<ShortVerdict> &Verdict : Verdicts)
    Verdict.store({}, Relaxed);
}
