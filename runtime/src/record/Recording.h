//===- Recording.h - one execution of a loop, for a report or a trace -----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread notes in its own Member what it does and when. The thread that
// leaves last adds the notes to the loop's sums. A recording is used again. It
// belongs to a team (see Recordings.h), or to a thread that executes a loop
// alone.
//
// Invariant: a recording observes. Nothing in it changes who runs which
// iterations. inspectAlone() alone evaluates loads.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_RECORDING_H
#define USERSCHED_RECORDING_H

#include "base/CacheLine.h"
#include "base/Clock.h"
#include "plan/Call.h"
#include "record/LoopRecord.h"
#include "record/Trace.h"

namespace usersched {

class Recorder;
class Recordings;

class Recording {
  struct alignas(NoSharing) Member : Work {
    uint32_t Thread = 0;
    Lane *Events = nullptr;         ///< of the thread; null until it enters
    uint64_t Entered = 0, Left = 0; ///< ticks; Left is 0 until the thread left
    uint64_t RangeBegan = 0;        ///< ticks, of Range; 0 between ranges
    uint64_t IdleSince = 0; ///< ticks, the end of what the thread did last
    /// The thread's processor time when it entered, if the execution is sampled
    uint64_t ProcessorBefore = 0;
    IterationRange Range;
    double RangeLoad = 0; ///< NaN: not known
    /// The thread from which the chunks were stolen, or Itself.
    uint32_t From = Itself;
    /// Of the loop, if the execution is of its reduction blocks; else 0.
    uint64_t Iterations = 0;
    /// What was timed, if the recording Measures.
    std::vector<MeasuredRange> Ranges;
    /// The end of the thread's wait for the others; null if it does not wait.
    /// Written by the thread that leaves last.
    std::atomic<uint64_t> *WaitEnd = nullptr;
  };
  static constexpr uint32_t Itself = ~uint32_t(0);
  static constexpr std::size_t MostRanges = 256; // of a thread

  Recorder &Owner;
  const uint32_t Capacity;
  Recordings &Home;
  std::unique_ptr<Member[]> Members;
  LoopRecord *Loop = nullptr;
  PlanKey Key = {};
  uint64_t Execution = 0; ///< of the loop, from 1
  uint32_t Forgotten = 0; ///< Recorder::forgotten() when it began
  ExecutionKind Kind = ExecutionKind::Even;
  Technique As = Technique::Even;
  Reason Why = Reason::OneThread;
  bool IsSampled = false; ///< what costs a little more is noted, too
  bool Measures = false, Waits = false, IsPart = false;
  uint32_t Threads = 0, FirstThread = 0;
  /// The record of the plan that the execution has or makes; null: none, or not
  /// known.
  std::shared_ptr<PlanRecord> Loads;
  std::atomic<uint32_t> HaveLeft{0};

  Member &of(uint32_t Thread) { return Members[Thread - FirstThread]; }
  TraceEvent event(const Member &M, TraceKind What, uint64_t Begin,
                   uint64_t End, IterationRange Range, double Load) const;
  void closeRange(Member &M, uint64_t Time);
  void noteIdle(Member &M, uint64_t Time);
  void did(uint32_t Thread, TraceKind What, IterationRange Range,
           uint64_t Began);
  uint64_t iterations() const;
  void addUp();
  void addWork(const Work &Done, double LoadScale);

public:
  /// Tells the recordings of a series apart: the number of the execution, from
  /// 1, or Unused. Guarded by the lock of Home.
  uint64_t Number = Unused;
  static constexpr uint64_t Unused = 0;

  /// Makes room for Capacity threads. When all have left, the recording can be
  /// used again, as Home says.
  Recording(Recorder &Owner, uint32_t Capacity, Recordings &Home);
  uint32_t capacity() const { return Capacity; }
  ~Recording();
  Recording(const Recording &) = delete;
  Recording &operator=(const Recording &) = delete;

  /// Begins the execution of the loop Record that Entered enters. Nobody else
  /// may use this recording meanwhile. With OfOneThread, only its thread uses
  /// it afterwards, even if the team has more.
  void begin(LoopRecord &Record, const Call &Entered, bool OfOneThread);
  bool isInspected() const { return Kind == ExecutionKind::Inspected; }
  // The thread that sets the execution up says how it runs. An execution of
  // which nothing is said looks at no loads.

  /// Notes that the execution has the plan with the record Of, or null.
  void planned(std::shared_ptr<PlanRecord> Of, Reason NewWhy);
  /// Notes that it has the plan of the last execution that had one.
  void plannedAgain();
  /// Notes that it has no plan; NewAs says whether it looks at its loads.
  void unplanned(Technique NewAs, Reason NewWhy);
  /// Notes that threads run it without anything that was set up.
  void ran(Technique NewAs, Reason NewWhy) {
    As = NewAs;
    Why = NewWhy;
  }

  /// Looks at the loads of the execution, if it is one by a team of one thread
  /// of a loop with a name: there is no plan that knows them. Not each time:
  /// they are looked at if the trip count is another one than at the last look,
  /// and in every threshold::UsualCheck-th execution; but after the first look
  /// only while all looks take a small share of the loop's time. A look of
  /// another Generation, PlanCache's, does not count. Called when the thread
  /// has entered, before iterations begin. Throws std::bad_alloc.
  void inspectAlone(const Call &Entered, uint64_t Generation);

  LoopRecord &loop() { return *Loop; }

  // Each thread says what it does, at the moment when it does it.

  /// Notes that Thread enters the loop.
  void enter(uint32_t Thread);
  /// Notes that what the execution counts are reduction blocks, of a loop with
  /// so many iterations.
  void countsBlocks(uint32_t Thread, uint64_t Iterations) {
    of(Thread).Iterations = Iterations;
  }
  /// Notes that Thread begins Range, which begins and ends where chunks do.
  /// Unplanned is its load if there is no plan; NaN if it is not known.
  void given(uint32_t Thread, IterationRange Range, double Unplanned);
  /// Notes that Thread has ended its range.
  void done(uint32_t Thread);
  /// Notes that Thread has stolen chunks from thread From, with so many
  /// iterations and this load; NaN if it is not known.
  void stole(uint32_t Thread, uint32_t From, uint64_t Iterations, double Load);
  /// Returns the load of Range, which begins and ends where chunks do, by the
  /// plan; Unplanned if there is no plan.
  double loadOf(IterationRange Range, double Unplanned) const;
  /// Notes that Thread has chunks of its own.
  void claimed(uint32_t Thread) { of(Thread).From = Itself; }
  /// Notes that Thread leaves the loop. It must not use this afterwards.
  void leave(uint32_t Thread);
  /// Adds the notes to the sums, once, and is not in use any more. No other
  /// thread will come.
  void finish();

  /// Notes that the calling thread made the plan New in this execution. Returns
  /// New's record.
  std::shared_ptr<PlanRecord> madePlan(const Plan &New);
  /// Notes that Better, with the record Of, replaces the execution's plan for
  /// later executions.
  void refined(PlanRecord &Of, const Plan &Better);

  /// Notes that Thread does What in iterations Range as long as the step lives.
  /// Notes nothing if Of is null.
  class Step {
    Recording *const Of;
    const uint32_t Thread;
    const TraceKind What;
    const IterationRange Range;
    const uint64_t Began;

  public:
    Step(Recording *Of, uint32_t Thread, TraceKind What, IterationRange Range)
        : Of(Of), Thread(Thread), What(What), Range(Range),
          Began(Of ? clock::ticks() : 0) {}
    ~Step() {
      if (Of)
        Of->did(Thread, What, Range, Began);
    }
    Step(const Step &) = delete;
    Step &operator=(const Step &) = delete;
  };
};

} // namespace usersched

#endif
