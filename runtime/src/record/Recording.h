//===- Recording.h - one execution of a loop, for a report or a trace -----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread notes in a place of its own what it does and when, so that
// recording disturbs nobody; who leaves last adds the notes to the loop's sums.
// Belongs to an instance, or to a thread that executes a loop alone, and is
// used again.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_RECORDING_H
#define USERSCHED_RECORDING_H

#include "base/Clock.h"
#include "plan/Call.h"
#include "record/LoopRecord.h"
#include "record/Recorder.h"

namespace usersched {

class Recording {
  struct alignas(NoSharing) Member {
    Lane *Its = nullptr;
    uint64_t Entered = 0, Left = 0;
    /// When the present range began; 0 between ranges.
    uint64_t RangeBegan = 0;
    /// The end of what the thread did last.
    uint64_t IdleSince = 0;
    IterationRange Range;
    double RangeLoad = 0;
    uint64_t Busy = 0, Inspecting = 0, Balancing = 0;
    uint64_t Dispatches = 0, Steals = 0, StolenIterations = 0;
    double Load = 0, StolenLoad = 0;
    /// Whose chunks the thread has, or Itself.
    uint32_t From = Itself;
    /// With Measures.
    std::vector<MeasuredRange> Ranges;

    void restart();
  };
  static constexpr uint32_t Itself = ~uint32_t(0);
  static constexpr std::size_t MostRanges = 256; // of a thread

  Recorder &Its;
  std::unique_ptr<Member[]> Members;
  LoopRecord *Loop = nullptr;
  RecordKey Key;
  uint64_t Execution = 0;
  ExecutionKind Kind = ExecutionKind::Even;
  bool Measures = false, Waits = false, IsPart = false, IsOpen = false;
  uint32_t Threads = 0, FirstThread = 0;
  std::shared_ptr<PlanRecord> Loads;
  std::atomic<uint32_t> HaveLeft{0};
  std::atomic<uint64_t> *Ended = nullptr;

  Member &of(uint32_t Thread) { return Members[Thread - FirstThread]; }
  TraceEvent event(TraceKind What, uint32_t Thread, uint64_t Begin,
                   IterationRange Range, double Load) const;
  void closeRange(Member &M, uint32_t Thread, uint64_t Now);
  void noteIdle(Member &M, uint32_t Thread, uint64_t Now);
  void finish();
  void addUp();

public:
  /// For up to Capacity threads.
  Recording(Recorder &Its, uint32_t Capacity);
  ~Recording();
  Recording(const Recording &) = delete;
  Recording &operator=(const Recording &) = delete;

  /// Begins the execution that By enters, of the loop Record; nobody else may
  /// be using this. IsPart: By's thread alone, of several, uses it.
  void begin(LoopRecord &Record, const Call &By, bool IsPart);
  /// By who begins it: it has the plan P, or with null is to be inspected.
  void planned(const Plan *P);
  /// Neither: its loads are not looked at.
  void unweighted();

  LoopRecord &loop() { return *Loop; }

  /// By thread Thread, as it happens. Before enter there are only steps.
  /// Came is when the thread came to the loop, in ticks.
  void enter(uint32_t Thread, uint64_t Came);
  /// Gets Range; Load is NaN if it is not known.
  void given(uint32_t Thread, IterationRange Range, double Load);
  /// Is back from the range.
  void done(uint32_t Thread);
  /// Has chunks, which were From's, or of a subspace of its own.
  void stole(uint32_t Thread, uint32_t From, IterationRange Range, double Load);
  void claimed(uint32_t Thread) { of(Thread).From = Itself; }
  void leave(uint32_t Thread);

  /// By the thread that made the plan New in this execution.
  void madePlan(Plan &New);
  /// Better replaces Old, which the execution goes on to use.
  void refined(const Plan &Old, Plan &Better);

  /// Of a group of Size chunks that usually takes Ticks: the pieces in which it
  /// is to be handed out. Usual, or smaller ones, of which times tell more.
  PieceSizes pieces(PieceSizes Usual, uint32_t Size, uint64_t Ticks) const;

  /// For the thread's next activation that needs one of its own.
  Recording *NextSpare = nullptr;

  /// While it lives, Thread is doing What in iterations Range. Of may be null:
  /// then nothing happens.
  class Step {
    Recording *const Of;
    const uint32_t Thread;
    const TraceKind What;
    const IterationRange Range;
    uint64_t Began = 0;

  public:
    Step(Recording *Of, uint32_t Thread, TraceKind What, IterationRange Range)
        : Of(Of), Thread(Thread), What(What), Range(Range) {
      if (Of)
        Began = clock::ticks();
    }
    ~Step() {
      if (Of)
        Of->did(*this);
    }
    Step(const Step &) = delete;
    Step &operator=(const Step &) = delete;

  private:
    friend class Recording;
  };

private:
  void did(const Step &S);
};

} // namespace usersched

#endif
