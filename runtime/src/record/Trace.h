//===- Trace.h - what each thread did, and when ---------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread has a lane, to which only it appends events; what is appended
// never changes, but for the end of a wait. So a trace can be written at any
// moment, by any thread and by a signal handler, without a lock.
//
// Memory is bounded: what does not fit is counted. The beginning is kept, since
// loops are inspected and refined at first and then always the same.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_TRACE_H
#define USERSCHED_TRACE_H

#include "plan/ChunkTable.h"

#include <atomic>
#include <cstdint>
#include <memory>

namespace usersched {

class LoopRecord;
class Recording;

enum class TraceKind : uint32_t { Inspect, Balance, Own, Stolen, Idle };

struct TraceEvent {
  uint64_t Begin = 0; ///< ticks
  uint64_t End = 0;   ///< ticks; in a wait 0, if it has not been seen to end
  /// In a wait for others: when they were done; 0: they are not.
  const LoopRecord *Loop = nullptr;
  const std::atomic<uint64_t> *Until = nullptr;
  IterationRange Range;
  double Load = 0; ///< NaN: not known
  uint32_t Execution = 0;
  uint32_t Thread = 0;
  uint32_t From = 0; ///< Stolen: the thread whose chunks these were
  TraceKind Kind = TraceKind::Own;

  TraceEvent until(uint64_t Ticks) const {
    TraceEvent Result = *this;
    Result.End = Ticks;
    return Result;
  }
  TraceEvent whenStored(const std::atomic<uint64_t> &End) const {
    TraceEvent Result = *this;
    Result.Until = &End;
    return Result;
  }
};

/// The events of a lane, some after others.
class TraceBlock {
  friend class Lane;
  TraceEvent ended(uint32_t I, uint64_t Now) const;
  std::atomic<uint32_t> Count{0};
  std::atomic<TraceBlock *> Next{nullptr};

public:
  static constexpr uint32_t Capacity = 512;

private:
  TraceEvent Events[Capacity];
  /// Of waits: where it was seen to end.
  std::atomic<uint64_t> Ends[Capacity] = {};
};

/// Of one living thread; passed on when it ends. Never freed.
class Lane {
  std::atomic<TraceBlock *> First{nullptr};
  std::atomic<uint64_t> Dropped{0};
  TraceBlock *Last = nullptr;
  /// Of a wait that has not been seen to end: where that is noted.
  std::atomic<uint64_t> *WaitEnd = nullptr;
  const std::atomic<uint64_t> *WaitUntil = nullptr;
  /// What all lanes may still allocate.
  std::atomic<int64_t> &BlocksLeft;

  bool makeRoom();

public:
  const uint32_t Number;
  Lane *NextLane = nullptr; ///< of all
  Lane *NextFree = nullptr; ///< of those whose thread has ended
  /// The thread's only: recordings to be used again.
  Recording *Spare = nullptr;

  Lane(uint32_t Number, std::atomic<int64_t> &BlocksLeft)
      : BlocksLeft(BlocksLeft), Number(Number) {}
  ~Lane();
  Lane(const Lane &) = delete;
  Lane &operator=(const Lane &) = delete;

  /// The lane's thread only. An event with Until is a wait, which endWait()
  /// ends.
  void add(const TraceEvent &E);
  /// The thread goes on with something else: what it waited for has ended, Now
  /// at the latest.
  void endWait(uint64_t Now);

  /// Forgets everything; in the child of a fork, where nobody else runs.
  void clear();

  uint64_t dropped() const { return Dropped.load(std::memory_order_relaxed); }
  bool isEmpty() const { return !First.load(std::memory_order_acquire); }

  /// Calls Take(event) for each, which all have an end: Now at the latest. Any
  /// thread.
  template <typename Function> void forEach(uint64_t Now, Function Take) const {
    for (const TraceBlock *B = First.load(std::memory_order_acquire); B;
         B = B->Next.load(std::memory_order_acquire)) {
      const uint32_t Count = B->Count.load(std::memory_order_acquire);
      for (uint32_t I = 0; I < Count; ++I)
        Take(B->ended(I, Now));
    }
  }
};

} // namespace usersched

#endif
