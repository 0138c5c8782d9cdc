//===- SizeHistory.h - what executions of one loop took, by their size ----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where no plan would be used again (the levels of a graph search, paper 001),
// a look at the loads costs about as much as it saves. If the execution is
// short, so does a plan that is there (the levels of a multigrid solver), and
// if it is very short, to share it at all. Which technique is best depends on
// the machine and on who has the data, so techniques are tried and timed
// (schedule selection by trial), for each size of a loop: a size is half a
// power of two of the trip count. decide() reads what is known here.
//
// Invariant: these are hints, which several teams may read and write at once
// (relaxed: an update may be lost). Whatever they say, each iteration runs
// once.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_SIZE_HISTORY_H
#define USERSCHED_SIZE_HISTORY_H

#include "learn/Average.h"
#include "learn/Retry.h"
#include "plan/Technique.h"

#include <cstring>
#include <iterator>
#include <limits>

namespace usersched {

struct Decision;

/// Techniques that are compared by their makespans. Balanced and Chunked are
/// one: which of the two, the time that threads lose decides.
enum Rival : uint8_t { Groups, EvenShares, HybridShares, OneThread, Rivals };
constexpr Rival rivalOf(Technique T) {
  // In the order of Technique.
  constexpr Rival Of[Techniques] = {Groups, Groups, EvenShares, HybridShares,
                                    OneThread};
  return Of[static_cast<int>(T)];
}
static_assert(Techniques == 5 && Rivals == 4, "rivalOf() knows them all");
/// Returns the technique of R; Balanced for Groups.
constexpr Technique techniqueOf(Rival R) {
  constexpr Technique Of[Rivals] = {Technique::Balanced, Technique::Even,
                                    Technique::Hybrid, Technique::Serial};
  return Of[R];
}
static_assert(rivalOf(techniqueOf(Groups)) == Groups &&
                  rivalOf(techniqueOf(EvenShares)) == EvenShares &&
                  rivalOf(techniqueOf(HybridShares)) == HybridShares &&
                  rivalOf(techniqueOf(OneThread)) == OneThread,
              "techniqueOf() is the inverse of rivalOf()");

/// What is known of executions of one size. A value.
struct SizeKnowledge {
  static constexpr float Unknown = std::numeric_limits<float>::infinity();
  /// Average makespan over the trip count, in ticks, of each rival; Unknown if
  /// it was never measured or is out of the question until it is tried again.
  float PerIteration[Rivals] = {Unknown, Unknown, Unknown, Unknown};
  static_assert(Rivals == 4, "a missing value would be 0, the best of all");
  bool IsDue[Rivals] = {}; ///< it is to be tried again
  /// How many threads were busy on average with even shares; 0: not known.
  float Busy = 0;
  /// Share of the threads' time that was lost with chunks, after a look at the
  /// loads and without one; 0: not known.
  float LostWithLook = 0, LostWithout = 0;
  bool LookIsDue = false; ///< the other one of the two is to be tried again

  bool isBetterWithLook() const {
    return LostWithout == 0 || LostWithLook < LostWithout;
  }
  /// Returns the factor by which R must be better to be taken. In doubt, even
  /// shares cost others the least: no loads are read, and each thread has what
  /// it had under `static`.
  float doubt(Rival R) const;
  /// Returns what R costs per iteration when it is compared.
  float cost(Rival R) const { return doubt(R) * PerIteration[R]; }
};

/// What is known of executions of one size that are short. One byte.
class ShortVerdict {
  enum : uint8_t { Short = 1, Planless = 2, Serial = 4, Claimed = 8 };
  uint8_t Bits = 0;

public:
  ShortVerdict() = default;
  /// As is Even, Hybrid or Serial.
  ShortVerdict(Technique As, bool IsPlanless, bool IsShort)
      : Bits(static_cast<uint8_t>(
            (shapeOf(As).Others == Rest::Claimed ? Claimed : 0u) |
            (shapeOf(As).IsSerial ? Serial : 0u) |
            (IsPlanless ? Planless : 0u) | (IsShort ? Short : 0u))) {}
  bool operator==(ShortVerdict Other) const { return Bits == Other.Bits; }
  /// The bits that technique() depends on, in each byte of a word.
  static constexpr uint64_t TechniqueOfEach =
      0x0101010101010101u * (Serial | Claimed);

  /// True if even a common start of all threads would cost too much.
  bool isShort() const { return Bits & Short; }
  /// True if to find a plan or to make one takes longer than it can save.
  bool isPlanless() const { return Bits & Planless; }

  // The technique, as Technique.h says of each.
  bool isSerial() const { return Bits & Serial; }
  bool isClaimed() const { return Bits & Claimed; }
  Technique technique() const {
    return isSerial()    ? Technique::Serial
           : isClaimed() ? Technique::Hybrid
                         : Technique::Even;
  }
};

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

/// Zeroed means that nothing is known.
class SizeHistory {
public:
  /// Returns what is known of executions of TripCount iterations.
  SizeKnowledge of(uint64_t TripCount) const;
  /// Returns the verdicts for all sizes. Sizes of which nothing is known copy
  /// the next larger one of which something is, if that is planless.
  /// Without a barrier at the end of each execution, shares are even: threads
  /// may be in several executions at once.
  ShortVerdicts verdicts(bool HasBarrier) const;

  /// An execution of TripCount iterations was set up as D says, and is timed.
  void began(uint64_t TripCount, const Decision &D);

  /// It took Makespan ticks from when threads could come until the last one had
  /// left; Busy is the sum of the ticks that each of them was in it.
  void note(uint64_t TripCount, Technique As, uint64_t Makespan, uint64_t Busy);

  /// Of one with chunks: it lost this share of its threads' time.
  void noteLost(uint64_t TripCount, Technique As, float Share);

  /// The loop is another one.
  void forget();

private:
  struct Entry {
    struct {
      Average PerIteration;
      Retry Next;
      /// Out of the question until the next try, whatever its average.
      std::atomic<bool> IsBarred;
    } Of[Rivals];
    Average Busy, LostWithLook, LostWithout;
    Retry NextLook;
  };
  Entry BySize[Sizes] = {};

  /// Of sizes whose executions have ended.
  std::atomic<bool> IsJudged[Sizes] = {};
  std::atomic<ShortVerdict> Verdicts[Sizes] = {};
  /// A ShortVerdicts, in words.
  static constexpr int Words = Sizes / 8;
  std::atomic<uint64_t> Filled[Words] = {};

  SizeKnowledge ofSize(int Size) const;
  void judge(int Size, const SizeKnowledge &Known, float Last);
  void fill();
};

} // namespace usersched

#endif
