//===- Trace.h - what each thread did, and when ---------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread has a lane, to which only it appends events. An event never
// changes, except for the end of a wait, which the thread that is waited for
// stores. So a trace can be written at any moment, by any thread and by a
// signal handler, without a lock.
//
// Memory is bounded: events that do not fit are counted. The first ones are
// kept, since loops are inspected and refined at first.
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
class Recordings;

enum class TraceKind : uint32_t { Inspect, Balance, Own, Stolen, Idle };

struct TraceEvent {
  uint64_t Begin = 0; ///< ticks
  uint64_t End = 0;   ///< ticks; 0 in a wait that has not ended
  const LoopRecord *Loop = nullptr;
  IterationRange Range;
  double Load = 0; ///< NaN: not known
  uint32_t Execution = 0;
  uint32_t Thread = 0;
  uint32_t From = 0; ///< with Stolen: the thread whose chunks these were
  TraceKind Kind = TraceKind::Own;
};

/// The events of a lane, some after others.
struct TraceBlock {
  static constexpr uint32_t Capacity = 512;
  std::atomic<uint32_t> Count{0};
  std::atomic<TraceBlock *> Next{nullptr};
  TraceEvent Events[Capacity];
  /// The ends of waits; 0 as long as they last.
  std::atomic<uint64_t> Ends[Capacity] = {};
};

/// The events of one living thread. A thread that starts later gets the lane of
/// one that has ended. Never freed.
class Lane {
  std::atomic<TraceBlock *> First{nullptr};
  std::atomic<uint64_t> Dropped{0};
  TraceBlock *Last = nullptr;
  /// The end of the last wait.
  std::atomic<uint64_t> *WaitEnd = nullptr;
  /// How many blocks all lanes together may still allocate.
  std::atomic<int64_t> &BlocksLeft;

  bool makeRoom();

public:
  const uint32_t Number;
  Lane *NextLane = nullptr; ///< of all
  /// The thread has ended. Guarded by the recorder's lock.
  bool IsFree = false;
  /// Of loops that the thread executes alone. The thread's only.
  const std::unique_ptr<Recordings> Alone;

  Lane(uint32_t Number, std::atomic<int64_t> &BlocksLeft);
  ~Lane();
  Lane(const Lane &) = delete;
  Lane &operator=(const Lane &) = delete;

  /// Appends E. The lane's thread only. Returns false if there is no room.
  bool add(const TraceEvent &E);
  /// Appends the wait E for other threads, which has no end yet. The lane's
  /// thread only. Returns where the thread that ends the wait stores when, in
  /// place of 0; null if there is no room.
  std::atomic<uint64_t> *wait(const TraceEvent &E);
  /// Ends the last wait, at Time at the latest: the thread goes on. The
  /// lane's thread only.
  void endWait(uint64_t Time);

  /// Forgets everything; in the child of a fork, where nobody else runs.
  void clear();

  uint64_t dropped() const { return Dropped.load(std::memory_order_relaxed); }
  bool isEmpty() const { return !First.load(std::memory_order_acquire); }

  /// Calls Take(event) for each event, in order. What has not ended ends at
  /// Time. Any thread.
  template <typename Function>
  void forEach(uint64_t Time, Function Take) const {
    const TraceBlock *Next = nullptr;
    for (const TraceBlock *B = First.load(std::memory_order_acquire); B;
         B = Next) {
      // Before the count: a block that has a next one is full.
      Next = B->Next.load(std::memory_order_acquire);
      const uint32_t Count = B->Count.load(std::memory_order_acquire);
      for (uint32_t I = 0; I < Count; ++I) {
        TraceEvent E = B->Events[I];
        if (E.End == 0)
          E.End = B->Ends[I].load(std::memory_order_relaxed);
        E.End = std::max(E.Begin, E.End ? E.End : Time);
        Take(E);
      }
    }
  }
};

} // namespace usersched

#endif
