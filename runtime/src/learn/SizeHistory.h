//===- SizeHistory.h - what executions of one loop took, by their size ----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where no plan would be used again (the levels of a graph search),
// a look at the loads costs about as much as it saves. If the execution is
// short, so does a plan that is there (the levels of a multigrid solver), and
// if it is very short, to share it at all. So techniques are tried and timed
// (schedule selection by trial), for each size of a loop: a size is half a
// power of two of the trip count. decide() reads what is known here.
//
// One execution may have much more to do than another one of its size, so
// techniques that use all threads are not compared by their makespans, but by
// how much longer the makespan is than the threads were busy. What had less
// than half of the usual work says nothing of that (a late level of a graph
// search): most of what it took is what each execution costs. Executions in
// which threads are busy for less than threshold::ByMakespan are compared by
// their makespans: there, what a technique costs keeps threads busy for about
// as long as the iterations do. And there, a trial that goes from all threads
// to one, or back, may spend most of its time on data that are in other caches.
// So such a trial is two executions, and the second one is timed.
//
// Where blocks are dealt out, the iterations themselves may take longer,
// because their data are in other caches then: work-time inflation (Olivier et
// al., "Characterizing and mitigating work time inflation in task parallel
// programs", SC 2012). Each time blocks are dealt out in a timed execution of
// the size and were not in the last one, or the other way round, the inflation
// goes a step in the direction of what the two say. Executions differ, so a
// single one is believed little.
//
// Invariant: these are hints, which several teams may read and write at once
// (relaxed: an update may be lost). Whatever they say, each iteration runs
// once.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_SIZE_HISTORY_H
#define USERSCHED_SIZE_HISTORY_H

#include "base/Thresholds.h"
#include "learn/Average.h"
#include "learn/Retry.h"
#include "plan/Technique.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace usersched {

struct Decision;

/// What is known of executions of one size. A value.
struct SizeKnowledge {
  static constexpr float Unknown = std::numeric_limits<float>::infinity();
  /// Ticks of makespan for each iteration, with each technique: as measured, or
  /// as its stretch says (see above). Unknown if the technique was never
  /// measured or is out of the question until it is tried again.
  float PerIteration[Techniques];
  bool IsDue[Techniques] = {}; ///< it is to be tried again
  /// How many threads are busy on average with even shares, as measured, or at
  /// most, as thefts of even chunks tell; 0: not known.
  float Busy = 0;

  SizeKnowledge() { std::fill_n(PerIteration, Techniques, Unknown); }
  bool isKnown(Technique T) const {
    return PerIteration[static_cast<int>(T)] != Unknown;
  }
  /// Returns what an execution of TripCount iterations takes with T, in ticks.
  float makespan(Technique T, uint64_t TripCount) const {
    return PerIteration[static_cast<int>(T)] * static_cast<float>(TripCount);
  }
  /// Returns what an execution of TripCount iterations takes with the quickest
  /// technique, in ticks; Unknown if none is known.
  float quickest(uint64_t TripCount) const {
    return *std::min_element(std::begin(PerIteration), std::end(PerIteration)) *
           static_cast<float>(TripCount);
  }
  /// Returns the factor by which T must be better to be taken. In doubt, even
  /// shares cost others the least: no loads are read, and each thread has what
  /// it had under `static`. Even chunks are mostly what it had.
  static float doubt(Technique T) {
    return T == Technique::Balanced ? threshold::Doubt * threshold::Doubt
           : T == Technique::Chunked || T == Technique::Cyclic
               ? threshold::Doubt
               : 1;
  }
  /// Returns what T costs per iteration when it is compared.
  float cost(Technique T) const {
    return doubt(T) * PerIteration[static_cast<int>(T)];
  }
  /// Returns the technique that costs the least of those that look at no loads;
  /// one that is not known if none is.
  Technique bestWithoutLook() const {
    Technique Best = Technique::Even;
    for (Technique T :
         {Technique::Serial, Technique::Chunked, Technique::Cyclic})
      if (cost(T) < cost(Best))
        Best = T;
    return Best;
  }
};

/// What is known of executions of one size that are short. One byte.
class ShortVerdict {
  uint8_t As : 4, Planless : 1, Short : 1;

public:
  ShortVerdict() : ShortVerdict(Technique::Even, false, false) {}
  /// As is not Balanced.
  ShortVerdict(Technique As, bool IsPlanless, bool IsShort)
      : As(static_cast<uint8_t>(As)), Planless(IsPlanless), Short(IsShort) {}

  /// True if even a common start of all threads would cost too much.
  bool isShort() const { return Short; }
  /// True if to find a plan or to make one takes longer than it can save.
  bool isPlanless() const { return Planless; }

  Technique technique() const { return static_cast<Technique>(As); }
};
static_assert(sizeof(ShortVerdict) == 1 && Techniques <= 16, "one byte");

/// A size of a loop, by trip count.
constexpr int Sizes = 40;
inline int sizeOf(uint64_t TripCount) {
  const int Log = 63 - __builtin_clzll(TripCount);
  const auto Next = static_cast<int>(2 * TripCount >> Log & 1);
  return std::min(2 * Log + Next, Sizes - 1);
}

/// The verdicts for all sizes. A value: all threads of a team go by the same.
class ShortVerdicts {
  friend class SizeHistory;
  ShortVerdict BySize[Sizes];

public:
  /// The verdict for executions of TripCount iterations, at least 1.
  ShortVerdict of(uint64_t TripCount) const {
    return BySize[sizeOf(TripCount)];
  }
  /// True if some size is short.
  bool isAny() const {
    return std::any_of(std::begin(BySize), std::end(BySize),
                       [](ShortVerdict V) { return V.isShort(); });
  }
};

/// What an execution took that was timed.
struct TimedExecution {
  uint64_t TripCount;
  uint32_t Threads;
  Technique As;
  /// Ticks until the last thread had left: from the begin of the set-up with
  /// Technique::Balanced, else from when threads could come. With
  /// Technique::Serial, the ticks of thread 0.
  uint64_t Makespan;
  /// Sum of the ticks that each thread was in it, without half of those in
  /// which it looked at loads: the other half would have been the iterations',
  /// which find what the look has brought into the cache.
  uint64_t Busy;
  /// With Technique::Chunked, the sum of the ticks from when a thread's own
  /// chunks were used up until it left.
  uint64_t Loot = 0;

  float iterations() const { return static_cast<float>(TripCount); }
  /// In ticks, more than 0.
  float makespan() const;
  float perIteration() const { return makespan() / iterations(); }
  /// Ticks that a thread was busy, on average: more than 0, at most all.
  float busy() const;
  /// The makespan over what it would be if no thread's time was lost.
  float stretch() const { return makespan() / busy(); }
};

/// Zeroed means that nothing is known.
class SizeHistory {
public:
  /// Returns what is known of executions of TripCount iterations; if that is
  /// nothing, what is known of a size near. What is compared is relative, or by
  /// iteration.
  SizeKnowledge of(uint64_t TripCount) const;
  /// Returns the verdicts for all sizes.
  ShortVerdicts verdicts() const;
  /// Returns the verdict for executions of TripCount iterations, at least 1.
  ShortVerdict verdict(uint64_t TripCount) const {
    return Verdicts[sizeOf(TripCount)].load(std::memory_order_relaxed);
  }

  /// An execution of TripCount iterations was set up as D says. From then on
  /// its size has a history of its own. That begins as of() said, with times
  /// that note() adapts. Returns true if the execution only warms caches up and
  /// is not to be timed: see above.
  [[nodiscard]] bool began(uint64_t TripCount, const Decision &D);

  /// An execution that began so, and is timed, has ended.
  void note(const TimedExecution &T);

  /// The loop is another one.
  void forget();

private:
  struct Entry {
    struct Tried {
      Average Time; ///< makespan over the trip count, in ticks
      /// Makespan over what it would be if no thread's time was lost, at least
      /// 1; 0: not measured. Serial has none.
      Average Stretch;
      Retry Next;
      /// Time and Stretch are of another size.
      std::atomic<bool> IsCopied;
    } Of[Techniques];
    /// Technique::Serial is out of the question until its next try, whatever
    /// its average.
    std::atomic<bool> IsSerialBarred;
    /// The bits of the techniques whose trial at this size has warmed caches up
    /// and is still to be timed.
    std::atomic<uint8_t> WarmFor;
    /// Ticks that the threads were busy, over their number and the trip count,
    /// where blocks are not dealt out.
    Average Work;
    /// Factor by which iterations take longer where blocks are dealt out; 0:
    /// not known, taken as 1.
    std::atomic<float> DealtInflation;
    /// Blocks were dealt out in the last timed execution, Serial ones aside.
    std::atomic<bool> WasDealt;
    /// See SizeKnowledge.
    Average Busy;

    void copy(const Entry &Other) {
      for (int T = 0; T < Techniques; ++T) {
        Of[T].Time.copy(Other.Of[T].Time);
        Of[T].Stretch.copy(Other.Of[T].Stretch);
        Of[T].Next.copy(Other.Of[T].Next);
        Of[T].Next.hasten(threshold::FirstRetry);
        Of[T].IsCopied.store(true, std::memory_order_relaxed);
      }
      IsSerialBarred.store(Other.IsSerialBarred.load(std::memory_order_relaxed),
                           std::memory_order_relaxed);
      Work.copy(Other.Work);
      DealtInflation.store(Other.DealtInflation.load(std::memory_order_relaxed),
                           std::memory_order_relaxed);
      Busy.copy(Other.Busy);
    }
    Tried &of(Technique T) { return Of[static_cast<int>(T)]; }
    void adaptCopied(const TimedExecution &T);
    void adapt(float Factor, float Iterations);
    void add(const TimedExecution &T);
    void repeatIfBest(Technique As, float Cost, const SizeKnowledge &Known);
    float inflation(Technique T) const;
    /// With T, an iteration kept the threads busy for Ticks, over their number.
    void addWork(Technique T, float Ticks);
    /// Returns what an iteration takes with T if no thread's time is lost but
    /// as Stretch says.
    float cost(Technique T, float Stretch) const {
      return Stretch * Work.get() * inflation(T);
    }
  };
  Entry BySize[Sizes] = {};

  /// What follows for executions that are short: nothing, at sizes of which
  /// nothing is known.
  std::atomic<ShortVerdict> Verdicts[Sizes] = {};

  SizeKnowledge ofSize(int Size) const;
  int nearestKnown(int Size) const;
  /// Returns true if threads are busy for less than threshold::ByMakespan in an
  /// execution of Size.
  bool comparesMakespans(int Size) const;
  void judge(int Size, const SizeKnowledge &Known, float Last);
};

} // namespace usersched

#endif
