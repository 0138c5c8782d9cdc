//===- Activation.h - one thread in the loops of one function -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The thread's side of the scheduler: enter, next until there is nothing more,
// leave. Lives in usersched_frame::runtime and is valid when zeroed. Only its
// thread touches it.
//
// Invariant: every iteration of an execution is handed out exactly once, over
// all threads, as long as all threads ask until they get nothing.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_ACTIVATION_H
#define USERSCHED_ACTIVATION_H

#include "Statistics.h"
#include "Team.h"

namespace usersched {

class Activation {
  enum class Mode : uint32_t {
    Outside, ///< of any loop
    Drained, ///< nothing more for this thread
    Whole,   ///< Own is one range that nobody else can take
    Claiming ///< from the own slot; when that is empty, from elsewhere
  };

  /// In ticks.
  struct OwnTime {
    uint64_t EnteredAt;
    uint64_t OwnGroup; ///< how long that took; 0 until it is done
  };

  Position Where;
  Mode Now;
  uint16_t Epoch;
  /// Of the own slot.
  SlotWord Initial;
  /// Of a piece, while nobody is idle.
  PieceSizes Pieces;
  Slot *OwnSlot;
  ChunkTable Chunks;
  uint64_t Dispatches;

  Call By;
  union {
    IterationRange Own = {}; ///< in Mode::Whole
    OwnTime Time;            ///< in Mode::Claiming
  };
  Counters *Counts;
  /// Without a plan: the subspace to claim next, or Draft::None.
  uint32_t NextSubspace;
  /// From whom the last theft was, as the place in the order of victims.
  uint32_t LastVictim;

  uint32_t pieceOf(uint32_t Left) const;
  ChunkRange claimOwn();
  bool give(ChunkRange Range, IterationRange &Result);
  bool nextElsewhere(IterationRange &Result);
  void endOwnGroup();
  bool nextDrafted(IterationRange &Result);
  bool takeSubspace(IterationRange &Result);
  bool isWorthLooking() const;
  bool isWorthStealing(uint32_t Victim, ChunkRange Left) const;
  ChunkRange stealFrom(uint32_t Place);
  ChunkRange steal();
  bool giveLast(IterationRange &Result);

public:
  /// Enters the loop of Entered, as a member of T, which may be null unless
  /// Entered.needsTeam(). Leaves a loop that the thread has not left.
  void enter(const Call &Entered, Team *T);

  /// The next iterations for this thread, never empty; false if there are none.
  bool next(IterationRange &Result);

  /// Leaves the loop, even if there is more to do (`cancel`). False if the
  /// thread is in none.
  bool leave();

  /// The next loop is the first one of another team.
  void forgetTeam() { Where = {}; }

  uint64_t tripCount() const { return By.TripCount; }
  uint32_t threads() const { return By.Threads; }
};

/// How many of Left chunks a thread hands itself at once: half within bounds;
/// at most an eighth when someone is idle.
inline uint32_t Activation::pieceOf(uint32_t Left) const {
  if (Where.At->someoneIsIdle(Where.Execution))
    return std::max(std::min(Left / 8, Pieces.Most), 1u);
  return std::min(std::max(std::min(Left / 2, Pieces.Most), Pieces.Least),
                  Left);
}

inline ChunkRange Activation::claimOwn() {
  return OwnSlot->takeFront(Initial,
                            [this](uint32_t Left) { return pieceOf(Left); });
}

inline bool Activation::give(ChunkRange Range, IterationRange &Result) {
  Result = Chunks.iterations(Range);
  ++Dispatches;
  return true;
}

inline bool Activation::next(IterationRange &Result) {
  if (Now == Mode::Claiming) {
    ChunkRange Range = claimOwn();
    if (!Range.empty())
      return give(Range, Result);
  }
  return nextElsewhere(Result);
}

} // namespace usersched

#endif
