//===- Selection.cpp - which technique an execution without a plan gets ---===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Selection.h.
//
//===----------------------------------------------------------------------===//
#include "Selection.h"

#include "Exposure.h"

#include <limits>

using namespace usersched;

static constexpr uint8_t logOf(uint32_t Power) {
  return static_cast<uint8_t>(__builtin_ctz(Power));
}

/// With Next, which is as it is most of the time: then nothing is written.
/// Returns whether it is barred only now.
bool Selection::wait(Candidate &Its, Trial Next) {
  const Trial Before = Its.Next.load(std::memory_order_relaxed);
  if (!(Before == Next))
    Its.Next.store(Next, std::memory_order_relaxed);
  return Next.IsBarred && !Before.IsBarred;
}

static float ticksOf(uint32_t Microseconds) {
  return static_cast<float>(Microseconds * clock::ticksPerMicrosecond());
}

/// One disturbance must not decide, so a sample counts no more than twice the
/// average.
static float average(float Known, float Sample) {
  return Known > 0 ? (3 * Known + std::min(Sample, 2 * Known)) / 4 : Sample;
}

/// What S costs when it is compared. Averages are not better than this; in
/// doubt, even shares cost others the least: no loads are read, and each thread
/// has what it had under `static`. One thread alone needs no such lead. That
/// threads with shares wait for each other behind the loop, which takes as long
/// as for one to see what another has written, is not in their makespan.
static float compared(int S, float PerIteration) {
  constexpr float Doubt = 1.125f;
  return S == static_cast<int>(Technique::Inspected) ? Doubt * PerIteration
                                                     : PerIteration;
}

Technique Selection::choose(uint64_t TripCount, bool MayBeAlone) {
  Size &Its = BySize[sizeOf(TripCount)];
  constexpr float Unknown = std::numeric_limits<float>::infinity();
  constexpr int Inspected = static_cast<int>(Technique::Inspected);
  constexpr int Alone = static_cast<int>(Technique::Alone);
  float Cost[Techniques];
  int Best = Inspected;
  for (int S = 0; S < Techniques; ++S) {
    Cost[S] =
        compared(S, Its.Of[S].PerIteration.load(std::memory_order_relaxed));
    if (Cost[S] == 0 || Its.Of[S].Next.load(std::memory_order_relaxed).IsBarred)
      Cost[S] = Unknown;
    else if (Cost[S] < Cost[Best])
      Best = S;
  }
  if (Cost[Inspected] == Unknown)
    return Technique::Inspected;

  // Alone is out of the question while several threads really help, too: it
  // would take what they take together.
  const float Makespan = makespan(TripCount, static_cast<Technique>(Best));
  const float Busy = Its.Busy.load(std::memory_order_relaxed);
  int Candidates = Techniques;
  if (!MayBeAlone || Makespan >= ticksOf(MostAlone) || Busy == 0 || Busy >= 2) {
    Candidates = Alone;
    if (Cost[Alone] != Unknown &&
        wait(Its.Of[Alone], {LeastWait, logOf(LeastWait), true}))
      judge(sizeOf(TripCount));
    if (Best == Alone)
      Best = Cost[Inspected] <= Cost[Alone - 1] ? Inspected : Alone - 1;
  }
  if (Makespan >= ticksOf(MostUneven))
    return Technique::Inspected;

  int Chosen = Best;
  for (int S = 0; S < Candidates; ++S) {
    Candidate &Other = Its.Of[S];
    Trial Next = Other.Next.load(std::memory_order_relaxed);
    if (S == Best)
      continue;
    if (Next.Left > 0) {
      --Next.Left;
      Other.Next.store(Next, std::memory_order_relaxed);
    } else if (Chosen == Best) {
      Chosen = S;
      Next.Waits = std::min(
          std::max(static_cast<uint8_t>(Next.Waits + 1), logOf(LeastWait)),
          logOf(MostWait));
      Next.Left = static_cast<uint16_t>(1u << Next.Waits);
      Other.Next.store(Next, std::memory_order_relaxed);
    }
  }
  return static_cast<Technique>(Chosen);
}

/// Size is not the last one, which has no end, nor the first one: a single
/// iteration is shared with nobody.
void Selection::judge(int Size) {
  if (Size == 0 || Size + 1 >= Sizes)
    return;
  float Cost[Techniques];
  for (int S = 0; S < Techniques; ++S) {
    const Candidate &Of = BySize[Size].Of[S];
    Cost[S] = compared(S, Of.PerIteration.load(std::memory_order_relaxed));
    if (Cost[S] == 0 || Of.Next.load(std::memory_order_relaxed).IsBarred)
      Cost[S] = std::numeric_limits<float>::infinity();
  }
  const auto [Inspected, Even, Alone] = Cost;
  const float Best = std::min(Even, Alone);
  const auto End = static_cast<float>(uint64_t(2) << Size);
  uint64_t Verdict = 0;
  if (Inspected < Best)
    Verdict = IsInspected;
  else if (Best * End < static_cast<float>(leastGroupTicks()))
    Verdict = Alone < Even ? IsShort | IsAlone : IsShort;
  const uint64_t Before = Verdicts.load(std::memory_order_relaxed);
  const uint64_t After = (Before & ~(IsAny << Size)) | Verdict << Size;
  if (After != Before)
    Verdicts.store(After, std::memory_order_relaxed);
}

Selection::Shortness Selection::shortness(bool MayBeAlone) const {
  const uint64_t Known = Verdicts.load(std::memory_order_relaxed);
  // Only sizes below the first one that is inspected.
  const uint64_t Inspected = Known / IsInspected;
  const uint64_t Smaller = (Inspected & -Inspected) - 1;
  constexpr uint64_t All = IsAlone - 1;
  const auto EndOf = [](uint64_t Set) {
    return Set ? uint64_t(2) << (63 - __builtin_clzll(Set)) : 0;
  };
  Shortness Result;
  Result.Below = EndOf(Known & All & Smaller);
  if (MayBeAlone)
    Result.AloneBelow = EndOf(Known / IsAlone & All & Smaller);
  return Result;
}

void Selection::note(uint64_t TripCount, Technique Chosen, uint64_t Makespan,
                     uint64_t Busy) {
  Size &Its = BySize[sizeOf(TripCount)];
  Candidate &Mine = Its.Of[static_cast<int>(Chosen)];
  const auto Ticks = static_cast<float>(std::max<uint64_t>(Makespan, 1));
  const float Sample = Ticks / static_cast<float>(TripCount);
  const float Known = Mine.PerIteration.load(std::memory_order_relaxed);
  Mine.PerIteration.store(average(Known, Sample), std::memory_order_relaxed);

  if (Chosen == Technique::Even) {
    const float Threads = Its.Busy.load(std::memory_order_relaxed);
    Its.Busy.store(average(Threads, static_cast<float>(Busy) / Ticks),
                   std::memory_order_relaxed);
  }

  Trial Next = Mine.Next.load(std::memory_order_relaxed);
  if (Chosen == Technique::Alone)
    Next.IsBarred = Ticks > ticksOf(MostAlone);
  // A sample that is better than all others are on average: the next one soon,
  // even if an average from other times has yet to follow.
  bool IsBest = !Next.IsBarred;
  const float Cost = compared(static_cast<int>(Chosen), Sample);
  for (int S = 0; S < Techniques; ++S) {
    const Candidate &Other = Its.Of[S];
    const float Average = Other.PerIteration.load(std::memory_order_relaxed);
    IsBest &= &Other == &Mine || Average == 0 || Cost < compared(S, Average) ||
              Other.Next.load(std::memory_order_relaxed).IsBarred;
  }
  if (IsBest)
    Next = {LeastWait, logOf(LeastWait), false};
  wait(Mine, Next);
  judge(sizeOf(TripCount));
}

void Selection::forget() {
  for (Size &Its : BySize) {
    for (Candidate &Of : Its.Of) {
      Of.PerIteration.store(0, std::memory_order_relaxed);
      Of.Next.store({}, std::memory_order_relaxed);
    }
    Its.Busy.store(0, std::memory_order_relaxed);
  }
  Verdicts.store(0, std::memory_order_relaxed);
}
