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
#include "learn/Selection.h"

#include "learn/Exposure.h"

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

/// As Technique, but that Chunks is either of two.
constexpr int Chunks = 0, Even = 1, Hybrid = 2, Alone = 3;

static Technique techniqueOf(int Kind) {
  return Kind == Even     ? Technique::Even
         : Kind == Hybrid ? Technique::Hybrid
                          : Technique::Alone;
}

/// What S costs when it is compared. Averages are not better than this; in
/// doubt, even shares cost others the least: no loads are read, and each thread
/// has what it had under `static`. One thread alone needs no such lead. That
/// threads with shares wait for each other behind the loop, which takes as long
/// as for one to see what another has written, is not in their makespan.
float Selection::cost(const Size &Of, int Kind, float PerIteration) {
  const float Doubt = Kind != Chunks           ? Kind == Hybrid ? 1.015f : 1
                      : Of.Look.isBetterWith() ? 1.125f
                                               : 1.015f;
  return Doubt * PerIteration;
}

Technique Selection::choose(uint64_t TripCount, bool HasBarrier, bool HasPlan) {
  Size &Its = BySize[sizeOf(TripCount)];
  constexpr float Unknown = std::numeric_limits<float>::infinity();
  float Cost[Kinds];
  int Best = Chunks;
  for (int S = 0; S < Kinds; ++S) {
    Cost[S] =
        cost(Its, S, Its.Of[S].PerIteration.load(std::memory_order_relaxed));
    if (Cost[S] == 0 ||
        Its.Of[S].Next.load(std::memory_order_relaxed).IsBarred ||
        (S == Hybrid && !HasBarrier))
      Cost[S] = Unknown;
    else if (Cost[S] < Cost[Best])
      Best = S;
  }
  if (Cost[Chunks] == Unknown)
    return Technique::Inspected;

  // Alone is out of the question while several threads really help, too: it
  // would take what they take together.
  const float Makespan =
      Its.Of[Best].PerIteration.load(std::memory_order_relaxed) *
      static_cast<float>(TripCount);
  const float Busy = Its.Busy.load(std::memory_order_relaxed);
  int Candidates = Kinds;
  if (!HasBarrier || Makespan >= ticksOf(MostAlone) || Busy == 0 || Busy >= 2) {
    Candidates = Alone;
    if (Cost[Alone] != Unknown &&
        wait(Its.Of[Alone], {LeastWait, logOf(LeastWait), true}))
      judge(sizeOf(TripCount), 0);
    if (Best == Alone) {
      Best = Cost[Chunks] <= Cost[Even] ? Chunks : Even;
      Best = Cost[Best] <= Cost[Hybrid] ? Best : Hybrid;
    }
  }
  const bool TriesHybrid = HasBarrier && Makespan >= ticksOf(LeastHybrid);
  const auto ChooseChunks = [&] {
    const bool Looks =
        HasPlan || Makespan < ticksOf(LeastStolen) || Its.Look.choose();
    return Looks ? Technique::Inspected : Technique::Stealing;
  };
  if (Makespan >= ticksOf(MostUneven))
    return ChooseChunks();

  int Chosen = Best;
  for (int S = 0; S < Candidates; ++S) {
    Candidate &Other = Its.Of[S];
    Trial Next = Other.Next.load(std::memory_order_relaxed);
    if (S == Best || (S == Hybrid && !TriesHybrid))
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
  return Chosen == Chunks ? ChooseChunks() : techniqueOf(Chosen);
}

static uint64_t read(const std::atomic<uint64_t> &Set) {
  return Set.load(std::memory_order_relaxed);
}

/// Returns whether that is new.
static bool write(std::atomic<uint64_t> &Set, uint64_t Value) {
  if (read(Set) == Value)
    return false;
  Set.store(Value, std::memory_order_relaxed);
  return true;
}

/// Size is not the last one, which has no end, nor the first one: a single
/// iteration is shared with nobody.
void Selection::judge(int Size, float Last) {
  if (Size == 0 || Size + 1 >= Sizes)
    return;
  float Cost[Kinds];
  for (int S = 0; S < Kinds; ++S) {
    const Candidate &Of = BySize[Size].Of[S];
    Cost[S] =
        cost(BySize[Size], S, Of.PerIteration.load(std::memory_order_relaxed));
    if (Cost[S] == 0 || Of.Next.load(std::memory_order_relaxed).IsBarred)
      Cost[S] = std::numeric_limits<float>::infinity();
  }
  const float Best = std::min({Cost[Even], Cost[Hybrid], Cost[Alone]});
  const uint64_t Bit = uint64_t(1) << Size;
  const float Most = Best * static_cast<float>(endOf(Size));
  const auto Least = static_cast<float>(leastGroupTicks());
  const auto Say = [Bit](std::atomic<uint64_t> &Set, bool Is) {
    return write(Set, Is ? read(Set) | Bit : read(Set) & ~Bit);
  };
  bool IsNew = Say(OfKnown.Known, true);
  // Nor is short what just was not: all are looked at then, until the average
  // has followed or the disturbance is over.
  IsNew |= Say(OfKnown.Short, Cost[Chunks] >= Best &&
                                  std::max(Most, Last) < ticksOf(MostUneven));
  IsNew |= Say(OfKnown.Planless, Cost[Chunks] >= Best && Most < Least);
  IsNew |= Say(OfKnown.Costly, Most >= Least / 4);
  IsNew |= Say(OfKnown.Alone, Cost[Alone] == Best && Cost[Alone] < Cost[Even]);
  IsNew |= Say(OfKnown.Hybrid, Cost[Hybrid] < Cost[Even]);
  if (IsNew)
    conclude();
}

/// The sizes of trip counts whose second binary digit is 0, but for the one
/// before the last, which has no end.
static constexpr uint64_t firstHalves(int Sizes) {
  return 0x5555555555555555 & ((uint64_t(1) << (Sizes - 2)) - 1);
}

/// Where nothing is known: Set as at the next place above of which something
/// is.
static uint64_t fillDown(uint64_t Set, uint64_t Known) {
  uint64_t Open = ~Known;
  for (int Step = 1; Step < 64; Step *= 2) {
    Set |= Set >> Step & Open;
    Open &= Open >> Step;
  }
  return Set;
}

void Selection::conclude() {
  uint64_t Known = read(OfKnown.Known);
  const uint64_t Planless = read(OfKnown.Planless);
  // The second half of a power of two is as the first one, until it is known.
  const uint64_t Largest =
      Planless ? uint64_t(1) << (63 - __builtin_clzll(Planless)) : 0;
  const uint64_t Half = Largest & firstHalves(Sizes) & ~(Known >> 1);
  Known |= Half << 1;
  const auto Fill = [=](uint64_t Sizes) {
    return fillDown(Sizes | (Sizes & Half) << 1, Known);
  };
  // Fewer iterations are taken to be shorter only where it matters little.
  write(OfAll.Short, read(OfKnown.Short) | Fill(Planless));
  write(OfAll.Planless, Fill(Planless));
  write(OfAll.Costly, Fill(read(OfKnown.Costly)));
  write(OfAll.Alone, Fill(read(OfKnown.Alone)));
  write(OfAll.Hybrid, Fill(read(OfKnown.Hybrid)));
}

Selection::Shortness Selection::shortness(bool HasBarrier) const {
  return {read(OfAll.Short), read(OfAll.Planless),
          HasBarrier ? read(OfAll.Alone) : 0,
          HasBarrier ? read(OfAll.Hybrid) : 0, read(OfAll.Costly)};
}

void Selection::note(uint64_t TripCount, Technique Chosen, uint64_t Makespan,
                     uint64_t Busy) {
  Size &Its = BySize[sizeOf(TripCount)];
  Candidate &Mine = Its.Of[kindOf(Chosen)];
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
  const float Cost = cost(Its, kindOf(Chosen), Sample);
  for (int S = 0; S < Kinds; ++S) {
    const Candidate &Other = Its.Of[S];
    const float Average = Other.PerIteration.load(std::memory_order_relaxed);
    IsBest &= &Other == &Mine || Average == 0 || Cost < cost(Its, S, Average) ||
              Other.Next.load(std::memory_order_relaxed).IsBarred;
  }
  if (IsBest)
    Next = {LeastWait, logOf(LeastWait), false};
  wait(Mine, Next);
  judge(sizeOf(TripCount), Ticks);
}

void Selection::forget() {
  for (Size &Its : BySize) {
    for (Candidate &Of : Its.Of) {
      Of.PerIteration.store(0, std::memory_order_relaxed);
      Of.Next.store({}, std::memory_order_relaxed);
    }
    Its.Look.forget();
    Its.Busy.store(0, std::memory_order_relaxed);
  }
  OfKnown.forget();
  OfAll.forget();
}

void Selection::Verdicts::forget() {
  for (std::atomic<uint64_t> *Set :
       {&Known, &Short, &Planless, &Alone, &Hybrid, &Costly})
    Set->store(0, std::memory_order_relaxed);
}
