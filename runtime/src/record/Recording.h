//===- Recording.h - one execution of a loop, for a report or a trace -----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread notes in a place of its own what it does and when, so that
// recording disturbs nobody; who leaves last adds the notes to the loop's sums.
// Belongs to a team (see Recordings.h), or to a thread that executes a loop
// alone, and is used again.
//
// Invariant: a recording observes. Nothing in it changes how a loop runs.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_RECORDING_H
#define USERSCHED_RECORDING_H

#include "base/CacheLine.h"
#include "base/Clock.h"
#include "plan/Call.h"
#include "record/LoopRecord.h"
#include "record/Recorder.h"

namespace usersched {

class Recordings;

class Recording {
  struct alignas(NoSharing) Member : Work {
    Lane *Its = nullptr;
    uint64_t Entered = 0, Left = 0;
    /// When the present range began; 0 between ranges.
    uint64_t RangeBegan = 0;
    /// The end of what the thread did last.
    uint64_t IdleSince = 0;
    IterationRange Range;
    double RangeLoad = 0;
    /// Whose chunks the thread has, or Itself.
    uint32_t From = Itself;
    /// With Measures.
    std::vector<MeasuredRange> Ranges;
    /// The end of the wait for the other threads; null: there is none.
    std::atomic<uint64_t> *WaitEnd = nullptr;

    void restart();
  };
  static constexpr uint32_t Itself = ~uint32_t(0);
  static constexpr std::size_t MostRanges = 256; // of a thread

  Recorder &Its;
  const uint32_t Capacity;
  Recordings *const Home;
  std::unique_ptr<Member[]> Members;
  LoopRecord *Loop = nullptr;
  PlanKey Key = {};
  uint64_t Execution = 0;
  /// Recorder::forgotten() at the beginning.
  uint32_t Forgotten = 0;
  ExecutionKind Kind = ExecutionKind::Even;
  unsigned Row = 0; ///< of RanRows
  bool Measures = false, Waits = false, IsPart = false, IsOpen = false;
  uint32_t Threads = 0, FirstThread = 0;
  /// Of the plan that the execution has; null: none, or not known.
  std::shared_ptr<PlanRecord> Planned;
  /// Of the plan that was made in the execution.
  std::shared_ptr<PlanRecord> Made;
  std::atomic<uint32_t> HaveLeft{0};

  Member &of(uint32_t Thread) { return Members[Thread - FirstThread]; }
  TraceEvent event(TraceKind What, uint32_t Thread, uint64_t Begin,
                   uint64_t End, IterationRange Range, double Load) const;
  void is(ExecutionKind New);
  void closeRange(Member &M, uint32_t Thread, uint64_t Now);
  void noteIdle(Member &M, uint32_t Thread, uint64_t Now);
  double loadOf(IterationRange Range, double Unplanned) const;
  void addUp();

public:
  /// For up to Capacity threads. Goes back to Home when all have left, or with
  /// null to the recorder, by the only thread.
  explicit Recording(Recorder &Its, uint32_t Capacity,
                     Recordings *Home = nullptr);
  uint32_t capacity() const { return Capacity; }
  ~Recording();
  Recording(const Recording &) = delete;
  Recording &operator=(const Recording &) = delete;

  /// Begins the execution that By enters, of the loop Record; nobody else may
  /// be using this. IsPart: By's thread alone, of several, uses it.
  void begin(LoopRecord &Record, const Call &By, bool IsPart);
  bool isBegun() const { return IsOpen; }
  bool isInspected() const { return Kind == ExecutionKind::Inspected; }
  /// The thread that sets the execution up says: it has the plan of which the
  /// report knows Of, or null.
  void planned(std::shared_ptr<PlanRecord> Of);
  /// It goes as the last execution with a plan for as many iterations.
  void plannedAgain();
  /// It has none, so that its loads are looked at.
  void unplanned();
  /// Neither: its loads are not looked at.
  void unweighted() { is(ExecutionKind::Even); }
  /// The thread that sets the execution up says, after the above: it runs as
  /// this row of RanRows says.
  void ran(unsigned NewRow) { Row = NewRow; }

  LoopRecord &loop() { return *Loop; }

  /// By thread Thread, as it happens. First it enters the loop.
  void enter(uint32_t Thread);
  /// Gets Range, which begins and ends as chunks do. Unplanned is its load if
  /// there is no plan, NaN if it is not known.
  void given(uint32_t Thread, IterationRange Range, double Unplanned);
  /// Is back from the range.
  void done(uint32_t Thread);
  /// Has chunks, which were From's, or of a subspace of its own.
  void stole(uint32_t Thread, uint32_t From, IterationRange Range,
             double Unplanned);
  void claimed(uint32_t Thread) { of(Thread).From = Itself; }
  /// Leaves the loop, after which the thread must not use this.
  void leave(uint32_t Thread);
  /// All that will come have left: adds the notes to the sums, once.
  void finish();

  /// By the thread that made the plan New in this execution.
  /// Returns what the report is to know of New.
  std::shared_ptr<PlanRecord> madePlan(const Plan &New);
  /// Better, of which the report knows Of, replaces the execution's plan for
  /// later ones.
  void refined(PlanRecord &Of, const Plan &Better);

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
