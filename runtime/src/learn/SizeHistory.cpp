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

using namespace usersched;

static constexpr auto Relaxed = std::memory_order_relaxed;

static float ticksOf(double Microseconds) {
  return static_cast<float>(threshold::ticks(Microseconds));
}

float SizeKnowledge::doubt(Rival R) const {
  return R == Groups && isBetterWithLook()  ? threshold::DoubtOfLooks
         : R == Groups || R == HybridShares ? threshold::Doubt
                                            : 1;
}

SizeKnowledge SizeHistory::ofSize(int Size) const {
  const Entry &E = BySize[Size];
  SizeKnowledge Result;
  for (int R = 0; R < Rivals; ++R) {
    const float Average = E.Of[R].PerIteration.get();
    if (Average > 0 && !E.Of[R].IsBarred.load(Relaxed))
      Result.PerIteration[R] = Average;
    Result.IsDue[R] = E.Of[R].Next.isDue();
  }
  Result.Busy = E.Busy.get();
  Result.LostWithLook = E.LostWithLook.get();
  Result.LostWithout = E.LostWithout.get();
  Result.LookIsDue = E.NextLook.isDue();
  return Result;
}

SizeKnowledge SizeHistory::of(uint64_t TripCount) const {
  return ofSize(sizeOf(TripCount));
}

void SizeHistory::began(uint64_t TripCount, const Decision &D) {
  Entry &E = BySize[sizeOf(TripCount)];
  const auto Wait = [](Retry &Next, bool IsTried) {
    if (IsTried)
      Next.waitLonger(threshold::FirstRetry, threshold::LastRetry);
    else
      Next.count();
  };
  for (int R = 0; R < Rivals; ++R)
    if (D.Waiting >> R & 1)
      Wait(E.Of[R].Next, R == rivalOf(D.As));
  if (D.LookWaits)
    Wait(E.NextLook, E.NextLook.isDue());
}

void SizeHistory::note(uint64_t TripCount, Technique As, uint64_t Makespan,
                       uint64_t Busy) {
  const int Size = sizeOf(TripCount);
  const Rival Mine = rivalOf(As);
  Entry &E = BySize[Size];
  auto &Noted = E.Of[Mine];
  const auto Ticks = static_cast<float>(std::max<uint64_t>(Makespan, 1));
  const float Sample = Ticks / static_cast<float>(TripCount);
  Noted.PerIteration.add(Sample);
  if (Mine == OneThread)
    Noted.IsBarred.store(Ticks > ticksOf(threshold::Long), Relaxed);
  if (Mine == EvenShares && Busy > 0)
    E.Busy.add(static_cast<float>(Busy) / Ticks);

  // One thread is out of the question while several really help: it would take
  // what they take together. What it took once counts for nothing then.
  if (E.Busy.get() >= threshold::FewestHelping &&
      E.Of[OneThread].PerIteration.get() > 0) {
    E.Of[OneThread].IsBarred.store(true, Relaxed);
    E.Of[OneThread].Next.wait(threshold::FirstRetry);
  }

  const SizeKnowledge Known = ofSize(Size);
  judge(Size, Known, Ticks);
  // A sample that is better than all others are on average: the next one soon,
  // even if an average from other times has yet to follow.
  if (Known.PerIteration[Mine] == SizeKnowledge::Unknown)
    return;
  const float Cost = Known.doubt(Mine) * Sample;
  for (Rival R : {Groups, EvenShares, HybridShares, OneThread})
    if (R != Mine && Cost >= Known.cost(R))
      return;
  Noted.Next.wait(threshold::FirstRetry);
}

void SizeHistory::noteLost(uint64_t TripCount, Technique As, float Share) {
  Entry &E = BySize[sizeOf(TripCount)];
  const bool HadLook = As == Technique::Balanced;
  Average &Mine = HadLook ? E.LostWithLook : E.LostWithout;
  const float Other = (HadLook ? E.LostWithout : E.LostWithLook).get();
  const bool IsFirst = Mine.get() == 0;
  // Less is chance.
  const float Sample = std::clamp(Share, threshold::LeastLost, 1.0f);
  Mine.add(Sample);
  // The other one soon, or this one, if its average has yet to follow.
  if (IsFirst || (Sample < Other && Mine.get() > Other))
    E.NextLook.wait(threshold::FirstRetry);
}

/// The first trip count that is of a larger size.
static uint64_t endOf(int Size) {
  return uint64_t(2 + (Size + 1) % 2) << (Size + 1) / 2 >> 1;
}

/// Draws the conclusions for Size, of which an execution took Last ticks. None
/// for the last size, which has no end, nor for the first one: a single
/// iteration is shared with nobody.
void SizeHistory::judge(int Size, const SizeKnowledge &Known, float Last) {
  if (Size == 0 || Size + 1 >= Sizes)
    return;
  const float Even = Known.cost(EvenShares), Hybrid = Known.cost(HybridShares),
              Serial = Known.cost(OneThread);
  const float Best = std::min({Even, Hybrid, Serial});
  const float Longest = Best * static_cast<float>(endOf(Size));
  const bool NeedsNoChunks = Known.cost(Groups) >= Best;
  // Nor is short what just was not: all are looked at then, until the average
  // has followed or the disturbance is over.
  const bool IsShort =
      NeedsNoChunks && std::max(Longest, Last) < ticksOf(threshold::Long);
  const ShortVerdict Now(
      Serial == Best && Serial < Even ? Technique::Serial
      : Hybrid < Even                 ? Technique::Hybrid
                                      : Technique::Even,
      NeedsNoChunks && Longest < ticksOf(threshold::ShortestGroup), IsShort);
  if (IsJudged[Size].load(Relaxed) && Verdicts[Size].load(Relaxed) == Now)
    return;
  IsJudged[Size].store(true, Relaxed);
  Verdicts[Size].store(Now, Relaxed);
  fill();
}

void SizeHistory::fill() {
  ShortVerdicts All;
  ShortVerdict Larger;
  for (int Size = Sizes - 1; Size >= 0; --Size) {
    if (IsJudged[Size].load(Relaxed))
      Larger = Verdicts[Size].load(Relaxed);
    else if (!Larger.isPlanless())
      Larger = ShortVerdict();
    All.BySize[Size] = Larger;
  }
  uint64_t New[Words];
  static_assert(sizeof New == sizeof All, "one byte for each size");
  std::memcpy(New, &All, sizeof All);
  for (int W = 0; W < Words; ++W)
    Filled[W].store(New[W], Relaxed);
}

ShortVerdicts SizeHistory::verdicts(bool HasBarrier) const {
  const uint64_t Kept =
      HasBarrier ? ~uint64_t(0) : ~ShortVerdict::TechniqueOfEach;
  uint64_t Known[Words];
  for (int W = 0; W < Words; ++W)
    Known[W] = Filled[W].load(Relaxed) & Kept;
  ShortVerdicts Result;
  std::memcpy(&Result, Known, sizeof Known);
  return Result;
}

void SizeHistory::forget() {
  for (Entry &E : BySize) {
    for (auto &R : E.Of) {
      R.PerIteration.forget();
      R.Next.forget();
      R.IsBarred.store(false, Relaxed);
    }
    for (Average *A : {&E.Busy, &E.LostWithLook, &E.LostWithout})
      A->forget();
    E.NextLook.forget();
  }
  for (std::atomic<bool> &Is : IsJudged)
    Is.store(false, Relaxed);
  fill();
}
