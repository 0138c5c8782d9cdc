//===- Selection.h - which technique an execution without a plan gets -----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where no plan would be used again (the levels of a graph search, paper 001),
// to look at the loads costs about as much as it saves. If the execution is
// short, so does a plan that is there (the levels of a multigrid solver), and
// if it is very short, to share it at all. What is best depends on the machine
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

#include "learn/LookSelection.h"
#include "plan/Technique.h"

namespace usersched {

/// The selection for one loop. Zeroed is: nothing is known.
class Selection {
public:
  /// Executions that take longer have chunks: even shares may be as uneven as
  /// the loads.
  static constexpr uint32_t MostUneven = 100; // microseconds
  /// Chunks in executions that take less are inspected: there is nothing to
  /// steal.
  static constexpr uint32_t LeastStolen = 20; // microseconds
  /// One thread alone gets nothing that takes longer.
  static constexpr uint32_t MostAlone = 50; // microseconds
  /// A technique that is not the best one is tried again after so many
  /// executions, twice as many each time that it is no better.
  static constexpr uint16_t LeastWait = 4, MostWait = 1024;

  /// Hybrid is not tried where the best technique takes less.
  static constexpr uint32_t LeastHybrid = 4; // microseconds

  /// The technique for the next execution of TripCount iterations, which is at
  /// least 1. HasBarrier: techniques for which threads must not be in several
  /// executions at once are possible, Hybrid and Alone. HasPlan: nothing is to
  /// be inspected.
  Technique choose(uint64_t TripCount, bool HasBarrier, bool HasPlan = false);

  /// What is known of short executions, as a bit of each size.
  struct Shortness {
    /// Those that are so short that even a common start would cost too much.
    uint64_t Short = 0;
    /// Those for which to find a plan or to make one takes longer than it can
    /// save.
    uint64_t Planless = 0;
    /// Of short ones: those that one thread runs, and those of which only a
    /// part is shared evenly.
    uint64_t Alone = 0, Hybrid = 0;
    /// Of short ones: those that take so long that a look at one costs little.
    uint64_t Costly = 0;

    bool isAny() const { return Short != 0; }
    bool isPlanless(uint64_t TripCount) const {
      return Planless & bitOf(TripCount);
    }

    struct Kind {
      bool IsShort;
      /// What follows is of short ones.
      Technique As;
      /// What one takes of all that are to be run without a look at one.
      uint32_t Weight;
    };
    /// An execution of TripCount iterations.
    __attribute__((always_inline)) Kind of(uint64_t TripCount) const {
      const uint64_t Bit = bitOf(TripCount);
      return {(Short & Bit) != 0,
              Alone & Bit    ? Technique::Alone
              : Hybrid & Bit ? Technique::Hybrid
                             : Technique::Even,
              Costly & Bit ? 4u : 1u};
    }

  private:
    static uint64_t bitOf(uint64_t TripCount) {
      return uint64_t(1) << sizeOf(TripCount);
    }
  };
  /// As far as is known. Fewer iterations are taken to be shorter. In few
  /// steps: whoever sets an execution up asks.
  Shortness shortness(bool HasBarrier) const;

  /// An execution took Makespan ticks from when threads could come until the
  /// last one had left; Busy is the sum of what each of them was in it.
  void note(uint64_t TripCount, Technique Chosen, uint64_t Makespan,
            uint64_t Busy);

  /// An execution that Chosen gave chunks to lost this share of its threads'
  /// time.
  void noteLost(uint64_t TripCount, Technique Chosen, float Share) {
    BySize[sizeOf(TripCount)].Look.note(Chosen == Technique::Inspected, Share);
  }

  /// The average makespan of an execution of TripCount iterations, in ticks; 0:
  /// not known.
  float makespan(uint64_t TripCount, Technique Of) const {
    return at(TripCount, Of).PerIteration.load(std::memory_order_relaxed) *
           static_cast<float>(TripCount);
  }

  /// The loop is another one.
  void forget();

private:
  /// What is compared by how long it takes: chunks, of whatever kind, and the
  /// techniques that have none.
  static constexpr int Kinds = 4;
  static int kindOf(Technique S) {
    return std::max(static_cast<int>(S) - 1, 0);
  }
  /// By the trip count's power of two, and the next binary digit; loops of more
  /// iterations are long, so the trip counts of short ones have 20 digits.
  static constexpr int Sizes = 40;

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
    Candidate Of[Kinds];
    LookSelection Look;
    /// How many threads were busy on average with even shares, in which none
    /// waits for others; 0: not known.
    std::atomic<float> Busy;
  };
  Size BySize[Sizes] = {};
  static float cost(const Size &Of, int Kind, float PerIteration);

  /// A Shortness, and what is known of it; read and written one by one.
  struct Verdicts {
    std::atomic<uint64_t> Known, Short, Planless, Alone, Hybrid, Costly;
    void forget();
  };
  /// What follows from that for the sizes whose executions have ended; and for
  /// the others.
  Verdicts OfKnown = {}, OfAll = {};
  /// Last: the makespan of an execution just now, or 0.
  void judge(int Size, float Last);
  void conclude();

  static int sizeOf(uint64_t TripCount) {
    const int Log = 63 - __builtin_clzll(TripCount);
    const auto Next = static_cast<int>(2 * TripCount >> Log & 1);
    return std::min(2 * Log + Next, Sizes - 1);
  }
  /// The first trip count that is of a larger size.
  static uint64_t endOf(int Size) {
    return uint64_t(2 + (Size + 1) % 2) << (Size + 1) / 2 >> 1;
  }
  const Candidate &at(uint64_t TripCount, Technique S) const {
    return BySize[sizeOf(TripCount)].Of[kindOf(S)];
  }
  static bool wait(Candidate &Its, Trial Next);
};

} // namespace usersched

#endif
