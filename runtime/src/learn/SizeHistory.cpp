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
             ticksOf(threshold::ByMakespan);
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
    const bool IsBarred =
        T == Technique::Serial && E.IsSerialBarred.load(Relaxed);
    if (Cost > 0 && !IsBarred)
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

bool SizeHistory::began(uint64_t TripCount, const Decision &D) {
  const int Size = sizeOf(TripCount), Known = nearestKnown(Size);
  Entry &E = BySize[Size];
  if (Known != Size)
    E.copy(BySize[Known]);
  if (const uint8_t Trial = D.Waiting & Decision::bit(D.As)) {
    const bool MovesData =
        (D.As == Technique::Serial) != (D.Best == Technique::Serial);
    const uint8_t Warm = E.WarmFor.load(Relaxed);
    const bool IsWarmUp =
        MovesData && comparesMakespans(Size) && !(Warm & Trial);
    E.WarmFor.store(IsWarmUp ? Warm | Trial : Warm & ~Trial, Relaxed);
    if (IsWarmUp)
      return true;
  }
  for (Technique T : AllTechniques) {
    Retry &Next = E.of(T).Next;
    if (!(D.Waiting & Decision::bit(T)))
      continue;
    if (T == D.As)
      Next.waitLonger(threshold::FirstRetry, threshold::LastRetry);
    else
      Next.count();
  }
  return false;
}

float SizeHistory::Entry::inflation(Technique T) const {
  const float Known = T == Technique::Cyclic ? DealtInflation.load(Relaxed) : 1;
  return Known > 0 ? Known : 1;
}

float TimedExecution::makespan() const {
  return static_cast<float>(std::max<uint64_t>(Makespan, 1));
}

float TimedExecution::busy() const {
  const auto Team = static_cast<float>(Threads);
  // Clocks of several processors may differ.
  return As == Technique::Serial ? makespan() / Team
                                 : std::clamp(static_cast<float>(Busy) / Team,
                                              1 / Team, makespan());
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
  const float Alone = of(Technique::Serial).Time.get() * Iterations;
  if (Alone > ticksOf(threshold::ShortestGroup))
    IsSerialBarred.store(true, Relaxed);
}

/// Copied times are of another size. Only their ratios are believed, and each
/// only until its technique is measured.
void SizeHistory::Entry::adaptCopied(const TimedExecution &T) {
  if (!std::all_of(std::begin(Of), std::end(Of), [](const Tried &Known) {
        return Known.IsCopied.load(Relaxed);
      }))
    return;
  const float Known = of(T.As).Time.get();
  adapt(Known > 0 ? T.perIteration() / Known
                  : T.busy() / T.iterations() / Work.get(),
        T.iterations());
}

void SizeHistory::Entry::add(const TimedExecution &T) {
  Tried &Noted = of(T.As);
  if (Noted.IsCopied.load(Relaxed)) {
    // What took so much longer than expected may have been disturbed.
    if (T.perIteration() > 2 * Noted.Time.get())
      Noted.Next.hasten(threshold::FirstRetry);
    Noted.IsCopied.store(false, Relaxed);
    Noted.Time.forget();
    Noted.Stretch.forget();
  }
  Noted.Time.add(T.perIteration());
  if (T.As == Technique::Serial) {
    IsSerialBarred.store(T.makespan() > ticksOf(threshold::ShortestGroup),
                         Relaxed);
    return;
  }
  // Its threads cannot have been busy for longer than it took. So this one had
  // far less to do than usual: it shows what each execution costs, and little
  // of what a technique is worth to the others.
  if (2 * T.perIteration() < cost(T.As, /*Stretch=*/1))
    Noted.Next.hasten(1);
  else
    Noted.Stretch.add(T.stretch());
  addWork(T.As, T.busy() / T.iterations());
  const auto Team = static_cast<float>(T.Threads);
  Retry &Shares = of(Technique::Even).Next;
  if (T.As == Technique::Even) {
    Busy.add(Team / T.stretch());
  } else if (T.As == Technique::Chunked && Shares.isDue() &&
             T.makespan() >= ticksOf(threshold::ShortestTheft)) {
    // The loot belonged to at most all threads but one. With even shares, one
    // of them would have taken so much longer at least. If that is much, this
    // is as good as a try of even shares. In a shorter execution, a theft takes
    // as long as what it gets.
    const float Least = T.makespan() + static_cast<float>(T.Loot) / (Team - 1);
    if (Least > static_cast<float>(threshold::Much) * T.makespan()) {
      Busy.add(Team * T.busy() / Least);
      Shares.waitLonger(threshold::FirstRetry, threshold::LastRetry);
    }
  }
}

/// An execution with As took Cost ticks per iteration, as costs are compared.
/// If that is better than all others are on average, the next one is soon; at
/// once if an average from other times has yet to follow.
void SizeHistory::Entry::repeatIfBest(Technique As, float Cost,
                                      const SizeKnowledge &Known) {
  if (!Known.isKnown(As))
    return;
  Cost *= SizeKnowledge::doubt(As);
  bool IsBest = true;
  for (Technique T : AllTechniques) {
    if (T != As && Cost >= Known.cost(T))
      return;
    IsBest = IsBest && Known.cost(As) <= Known.cost(T);
  }
  of(As).Next.wait(threshold::FirstRetry);
  if (!IsBest)
    of(As).Next.hasten(1);
}

void SizeHistory::note(const TimedExecution &T) {
  const int Size = sizeOf(T.TripCount);
  Entry &E = BySize[Size];
  E.adaptCopied(T);
  E.add(T);
  const SizeKnowledge Known = ofSize(Size);
  judge(Size, Known, T.makespan());
  const bool ByMakespan = T.As == Technique::Serial || comparesMakespans(Size);
  E.repeatIfBest(
      T.As, ByMakespan ? T.perIteration() : E.cost(T.As, T.stretch()), Known);
}

/// Draws the conclusions for Size, of which an execution took Last ticks. None
/// for the last size, which has no end.
void SizeHistory::judge(int Size, const SizeKnowledge &Known, float Last) {
  if (Size + 1 >= Sizes)
    return;
  const Technique Best = Known.bestWithoutLook();
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
      T.IsCopied.store(false, Relaxed);
    }
    E.IsSerialBarred.store(false, Relaxed);
    E.Work.forget();
    E.DealtInflation.store(0, Relaxed);
    E.WasDealt.store(false, Relaxed);
    E.Busy.forget();
    E.WarmFor.store(0, Relaxed);
  }
  for (std::atomic<ShortVerdict> &Verdict : Verdicts)
    Verdict.store({}, Relaxed);
}
