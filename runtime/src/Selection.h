//===- Selection.h - which technique an execution without a plan gets -----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where no plan would be used again (the levels of a graph search, paper 001),
// to look at the loads costs about as much as it saves, and if the execution is
// very short, so does to share it at all. What is best depends on the machine
// and on who has the data, so it is measured: schedule selection by trial, for
// each size of a loop.
//
// Invariant: these are hints, which several teams may read and write at once
// (relaxed: an update may be lost). Whatever they say, each iteration runs
// once.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_SELECTION_H
#define USERSCHED_SELECTION_H

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace usersched {

/// How an execution without a plan runs.
enum class Technique : uint8_t {
  Inspected, ///< in parallel; chunks of equal load, stealing
  Even,      ///< each thread its even share of the iterations
  Alone      ///< thread 0 has all iterations
};

/// The selection for one loop. Zeroed is: nothing is known.
class Selection {
public:
  /// Executions that take longer are inspected: that costs few per cent of
  /// them, and even shares may be as uneven as the loads.
  static constexpr uint32_t MostUneven = 100; // microseconds
  /// One thread alone gets nothing that takes longer.
  static constexpr uint32_t MostAlone = 20; // microseconds
  /// A technique that is not the best one is tried again after so many
  /// executions, twice as many each time that it is no better.
  static constexpr uint16_t LeastWait = 4, MostWait = 1024;

  /// The technique for the next execution of TripCount iterations, which is at
  /// least 1. MayBeAlone: Technique::Alone is possible.
  Technique choose(uint64_t TripCount, bool MayBeAlone);

  /// Executions of fewer than Below iterations are so short that even a common
  /// start would cost too much; of fewer than AloneBelow, one thread runs all.
  struct Shortness {
    uint64_t Below = 0, AloneBelow = 0;
  };
  /// As far as is known. Fewer iterations are taken to be shorter. In few
  /// steps: whoever sets an execution up asks.
  Shortness shortness(bool MayBeAlone) const;

  /// An execution took Makespan ticks from its set-up until the last thread had
  /// left; Busy is the sum of what each of them was in it.
  void note(uint64_t TripCount, Technique Chosen, uint64_t Makespan,
            uint64_t Busy);

  /// The average makespan of an execution of TripCount iterations, in ticks; 0:
  /// not known.
  float makespan(uint64_t TripCount, Technique Of) const {
    return at(TripCount, Of).PerIteration.load(std::memory_order_relaxed) *
           static_cast<float>(TripCount);
  }

  /// The loop is another one.
  void forget();

private:
  static constexpr int Techniques = 3;
  /// By the trip count's power of two; loops of more iterations are long.
  static constexpr int Sizes = 20;

  /// When a technique is tried that is not the best one.
  struct Trial {
    uint16_t Left; ///< executions until the next one
    uint8_t Waits; ///< log2 of how many there were
    bool IsBarred; ///< until then it is not the best one, whatever its average
    bool operator==(const Trial &O) const {
      return Left == O.Left && Waits == O.Waits && IsBarred == O.IsBarred;
    }
  };

  struct Candidate {
    /// Average makespan over the trip count; 0: not known.
    std::atomic<float> PerIteration;
    std::atomic<Trial> Next;
  };

  struct Size {
    Candidate Of[Techniques];
    /// How many threads were busy on average with even shares, in which none
    /// waits for others; 0: not known.
    std::atomic<float> Busy;
  };
  Size BySize[Sizes] = {};

  /// What follows from that for the sizes whose executions have ended, as a bit
  /// of each in three fields of SizeBits.
  std::atomic<uint64_t> Verdicts{0};
  static constexpr int SizeBits = 20;
  static constexpr uint64_t IsShort = 1, IsAlone = IsShort << SizeBits,
                            IsInspected = IsAlone << SizeBits,
                            IsAny = IsShort | IsAlone | IsInspected;
  static_assert(Sizes <= SizeBits && 3 * SizeBits <= 64, "fits a word");
  void judge(int Size);

  static int sizeOf(uint64_t TripCount) {
    return std::min(63 - __builtin_clzll(TripCount), Sizes - 1);
  }
  const Candidate &at(uint64_t TripCount, Technique S) const {
    return BySize[sizeOf(TripCount)].Of[static_cast<int>(S)];
  }
  static bool wait(Candidate &Its, Trial Next);
};

} // namespace usersched

#endif
