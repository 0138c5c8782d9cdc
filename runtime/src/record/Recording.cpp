//===- Recording.cpp - one execution of a loop, for a report or a trace ---===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two looks at the clock per range. A recording never changes which ranges are
// handed out.
//
//===----------------------------------------------------------------------===//
#include "record/Recording.h"

#include "base/Thresholds.h"
#include "record/Recorder.h"

#include <algorithm>
#include <cmath>
#include <ctime>

using namespace usersched;

namespace {

constexpr double Unknown = std::numeric_limits<double>::quiet_NaN();
/// The executions that are sampled: the first ones, in which groups are handed
/// out in pieces to be timed, and every eighth one. In others with a plan, no
/// ranges are kept.
constexpr uint64_t FirstSampled = 8, SampledEvery = 8;
/// Loads of one thread are for usersched_get_costs(): looks at them take 3 % of
/// the time of the iterations at most, after the first one, and nobody has room
/// for the costs of more iterations. A whole loop has ChunksAlone chunks at
/// most.
constexpr uint64_t BusyPerLook = 32, MostCosts = uint64_t(1) << 28,
                   ChunksAlone = 2048;

uint64_t processorNanoseconds() {
  timespec Time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &Time);
  return static_cast<uint64_t>(Time.tv_sec) * 1000000000u +
         static_cast<uint64_t>(Time.tv_nsec);
}
/// Shorter waits are not worth an event.
uint64_t leastIdleTicks() { return clock::ticksPerMicrosecond(); }

} // namespace

Recording::Recording(Recorder &Owner, uint32_t Capacity, Recordings &Home)
    : Owner(Owner), Capacity(Capacity), Home(Home),
      Members(new Member[Capacity]) {}

Recording::~Recording() { finish(); }

void Recording::begin(LoopRecord &Record, const Call &Entered,
                      bool OfOneThread) {
  Loop = &Record;
  Key = {Entered.TripCount, Entered.Data, Entered.Threads};
  Kind = ExecutionKind::Even;
  Measures = false;
  IsPart = OfOneThread && Entered.Threads > 1;
  Threads = OfOneThread ? 1 : Entered.Threads;
  FirstThread = OfOneThread ? Entered.Thread : 0;
  Waits = Owner.traces() && Threads > 1 && !Entered.has(USERSCHED_NOWAIT);
  Loads.reset();
  for (uint32_t T = 0; T < Threads; ++T)
    (Members[T] = Member()).Thread = FirstThread + T;
  HaveLeft.store(0, std::memory_order_relaxed);
  {
    std::lock_guard<Recorder> Held(Owner);
    LoopSums &Sums = Loop->Sums;
    if (FirstThread == 0) {
      ++Sums.Executions;
      Sums.TripCount.add(Entered.TripCount);
      Sums.Threads.add(Entered.Threads);
    }
    Execution = std::max<uint64_t>(Sums.Executions, 1);
    Forgotten = Owner.forgotten();
  }
  IsSampled = Execution <= FirstSampled || Execution % SampledEvery == 0;
}

void Recording::planned(std::shared_ptr<PlanRecord> Of, Reason NewWhy) {
  ran(Technique::Balanced, NewWhy);
  Kind = ExecutionKind::Planned;
  Measures = IsSampled;
  Loads = std::move(Of);
  Loop->count(Count::PlanHits);
  std::lock_guard<Recorder> Held(Owner);
  if (Loads)
    Loads->forgetIfOlder(Owner.forgotten());
  Loop->Sums.LastPlanned = Loads;
}

void Recording::plannedAgain() {
  std::shared_ptr<PlanRecord> Last;
  {
    std::lock_guard<Recorder> Held(Owner);
    Last = Loop->Sums.LastPlanned;
  }
  // Data may be others: they are found to be when the next plan is looked for.
  const bool IsSame = Last && Last->Key.TripCount == Key.TripCount &&
                      Last->Key.Threads == Key.Threads;
  planned(IsSame ? std::move(Last) : nullptr, Reason::Plan);
}

void Recording::unplanned(Technique NewAs, Reason NewWhy) {
  ran(NewAs, NewWhy);
  if (As == Technique::Balanced)
    Kind = ExecutionKind::Inspected;
  Measures = true;
}

void Recording::inspectAlone(const Call &Entered, uint64_t Generation) {
  if (Loop->Name.empty() || Loop->IsConstant || Entered.Threads > 1 ||
      Entered.IsOff || Key.TripCount > MostCosts)
    return;
  {
    std::lock_guard<Recorder> Held(Owner);
    LoopSums &Sums = Loop->Sums;
    const PlanRecord *Known = Sums.LastAlone.get();
    if (Known && Sums.LookGeneration == Generation) {
      const bool IsSame =
          Known->Key.TripCount == Key.TripCount &&
          (Known->Key.Data == Key.Data || !Entered.isReproducible());
      if ((++Sums.SinceLook < threshold::UsualCheck && IsSame) ||
          Sums.Inspecting * BusyPerLook > Sums.Busy)
        return;
    }
    Sums.SinceLook = 0;
    Sums.LookGeneration = Generation;
  }
  const Step Looking(this, Entered.Thread, TraceKind::Inspect,
                     {0, Key.TripCount});
  Inspector Look(*Entered.Loop, Entered.Captures);
  auto Found = std::make_shared<PlanRecord>(
      Key, chunkAll(Look, Key.TripCount, /*Chunk=*/0, ChunksAlone));
  Counters::mine().add(Count::InspectedIterations, Look.inspected());
  std::lock_guard<Recorder> Held(Owner);
  Loop->Sums.LastAlone = std::move(Found);
}

double Recording::loadOf(IterationRange Range, double Unplanned) const {
  if (Kind != ExecutionKind::Planned)
    return Unplanned;
  return Loads ? Loads->load(Range) : Unknown;
}

TraceEvent Recording::event(const Member &M, TraceKind What, uint64_t Begin,
                            uint64_t End, IterationRange Range,
                            double Load) const {
  return {Begin,    End,    Loop, Range, Load, static_cast<uint32_t>(Execution),
          M.Thread, M.From, What};
}

void Recording::enter(uint32_t Thread) {
  Member &M = of(Thread);
  // Before the time is taken: the lane may be that of a thread that still runs.
  M.Events = &Owner.lane();
  if (IsSampled)
    M.ProcessorBefore = processorNanoseconds();
  M.Entered = M.IdleSince = clock::ticks();
  M.Events->endWait(M.Entered);
}

void Recording::noteIdle(Member &M, uint64_t Time) {
  if (!Owner.traces() || Time < M.IdleSince + leastIdleTicks())
    return;
  M.Events->add(event(M, TraceKind::Idle, M.IdleSince, Time, {}, Unknown));
}

void Recording::given(uint32_t Thread, IterationRange Range, double Unplanned) {
  Member &M = of(Thread);
  const double Load = loadOf(Range, Unplanned);
  if (M.Dispatches++ == 0 && Measures &&
      !attempt([&M] { M.Ranges.reserve(MostRanges); }))
    Recorder::giveUp();
  if (!std::isnan(Load))
    M.Load += Load;
  M.Range = Range;
  M.RangeLoad = Load;
  const uint64_t Time = clock::ticks();
  noteIdle(M, Time);
  M.RangeBegan = Time;
}

void Recording::closeRange(Member &M, uint64_t Time) {
  if (M.RangeBegan == 0)
    return;
  M.Busy += Time - M.RangeBegan;
  M.Events->endWait(Time);
  if (Owner.traces())
    M.Events->add(event(M,
                        M.From == Itself ? TraceKind::Own : TraceKind::Stolen,
                        M.RangeBegan, Time, M.Range, M.RangeLoad));
  if (Measures && M.Ranges.size() < M.Ranges.capacity())
    M.Ranges.push_back({M.Range, M.RangeLoad, Time - M.RangeBegan});
  M.RangeBegan = 0;
  M.IdleSince = Time;
}

void Recording::done(uint32_t Thread) {
  closeRange(of(Thread), clock::ticks());
}

void Recording::stole(uint32_t Thread, uint32_t From, uint64_t Iterations,
                      double Load) {
  Member &M = of(Thread);
  M.From = From;
  ++M.Steals;
  M.StolenIterations += Iterations;
  if (!std::isnan(Load))
    M.StolenLoad += Load;
}

void Recording::did(uint32_t Thread, TraceKind What, IterationRange Range,
                    uint64_t Began) {
  const uint64_t Time = clock::ticks();
  Member &M = of(Thread);
  (What == TraceKind::Inspect ? M.Inspecting : M.Balancing) += Time - Began;
  noteIdle(M, Began);
  if (Owner.traces())
    M.Events->add(event(M, What, Began, Time, Range, Unknown));
  M.IdleSince = Time;
}

void Recording::leave(uint32_t Thread) {
  Member &M = of(Thread);
  const uint64_t Time = clock::ticks();
  closeRange(M, Time);
  if (Waits)
    M.WaitEnd =
        M.Events->wait(event(M, TraceKind::Idle, M.IdleSince, 0, {}, Unknown));
  else
    noteIdle(M, Time);
  M.Left = Time;
  if (IsSampled) {
    M.Present = Time - M.Entered;
    M.Processor = processorNanoseconds() - M.ProcessorBefore;
  }
  // Read before: once all have left, another execution may begin here.
  const uint32_t All = Threads;
  if (HaveLeft.fetch_add(1, std::memory_order_acq_rel) + 1 != All)
    return;
  Home.end(*this);
}

void Recording::finish() {
  if (Number == Unused)
    return;
  Number = Unused;
  if (!attempt([this] { addUp(); }))
    Recorder::giveUp();
}

/// Returns how many iterations the loop has.
uint64_t Recording::iterations() const {
  for (uint32_t T = 0; T < Threads; ++T)
    if (Members[T].Iterations > 0)
      return Members[T].Iterations;
  return Key.TripCount;
}

/// Adds what a thread did to the sums of the loop. LoadScale times the load
/// that was counted is the load of the iterations.
void Recording::addWork(const Work &Done, double LoadScale) {
  LoopSums &Sums = Loop->Sums;
  Sums.add(Done);
  Sums.Alike.add(Done);
  Sums.Ended.add(Done);
  Sums.Ended.Load += (LoadScale - 1) * Done.Load;
}

void Recording::addUp() {
  uint64_t First = ~uint64_t(0), Last = 0, AllBusy = 0, Busiest = 0;
  std::vector<double> Busy;
  std::lock_guard<Recorder> Held(Owner);
  if (Forgotten != Owner.forgotten())
    return;
  LoopSums &Sums = Loop->Sums;
  if (!Loads && Measures && Kind != ExecutionKind::Planned) {
    // Of a loop that makes no plans.
    Loads = Sums.Shown && Sums.Shown->Key == Key
                ? Sums.Shown
                : std::make_shared<PlanRecord>(Key);
  }
  AlikeExecutions &Alike = Sums.Alike;
  const uint64_t Iterations = iterations();
  if (Alike.Key.TripCount != Key.TripCount || Alike.Iterations != Iterations) {
    Alike = {};
    Alike.Iterations = Iterations;
  }
  Alike.Key = Key;
  const double LoadScale = Loop->IsConstant ? Alike.iterationsEach() : 1;
  for (uint32_t T = 0; T < Threads; ++T) {
    const Member &M = Members[T];
    Busy.push_back(static_cast<double>(M.Busy));
    AllBusy += M.Busy;
    Busiest = std::max(Busiest, M.Busy);
    if (M.Left == 0)
      continue;
    First = std::min(First, M.Entered);
    Last = std::max(Last, M.Left);
    addWork(M, LoadScale);
    if (Loads)
      for (const MeasuredRange &R : M.Ranges)
        Loads->add(R);
  }
  if (Last == 0 || FirstThread != 0)
    return;
  ++Alike.Executions;
  ++Sums.Ended.Executions;
  Sums.Ended.Ticks += Last - First;
  if (!IsPart) {
    Sums.Ended.Busiest += static_cast<double>(Busiest);
    Sums.Ended.Mean += static_cast<double>(AllBusy) / Threads;
  }
  for (uint32_t T = 0; T < Threads; ++T)
    if (uint64_t NotYet = 0; Members[T].WaitEnd)
      Members[T].WaitEnd->compare_exchange_strong(NotYet, Last,
                                                  std::memory_order_relaxed);
  ++Sums.Ran[static_cast<int>(As)][static_cast<int>(Why)];
  Sums.Ticks += Last - First;
  Sums.Executed.add({Execution, Last - First,
                     IsPart ? Unknown : lambda(std::move(Busy)), Kind,
                     AllBusy});
  Loop->spent(Loads, Last - First);
}

std::shared_ptr<PlanRecord> Recording::madePlan(const Plan &New) {
  auto Made = std::make_shared<PlanRecord>(New);
  std::lock_guard<Recorder> Held(Owner);
  Made->forgetIfOlder(Owner.forgotten());
  Loop->inspected(Loads = Made);
  return Made;
}

void Recording::refined(PlanRecord &Of, const Plan &Better) {
  std::lock_guard<Recorder> Held(Owner);
  Of.takeGroups(Better);
}
