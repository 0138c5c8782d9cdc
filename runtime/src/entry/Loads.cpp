//===- Loads.cpp - what a program learns of its loops ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Contracts are in usersched.h. A loop with a name is recorded, as for a
// report; these functions read its record.
//
//===----------------------------------------------------------------------===//
#include "base/FloatingPoint.h"
#include "learn/CostModel.h"
#include "plan/ReductionBlocks.h"
#include "record/IterationCosts.h"
#include "record/Recorder.h"

#include "usersched.h"

#include <algorithm>
#include <mutex>
#include <utility>

using namespace usersched;

#define USERSCHED_EXPORT __attribute__((visibility("default")))

namespace {

/// Calls Visit(record, seconds of a tick) for each loop with this name, or for
/// each loop with a name if that is null, while the recorder's lock is held.
template <typename Function> void visitLoops(const char *Name, Function Visit) {
  Recorder *R = Recorder::known();
  if (!R)
    return;
  std::lock_guard<Recorder> Held(*R);
  const double SecondsPerTick = R->secondsPerTick();
  for (LoopRecord &Loop : R->loops())
    if (!Loop.Name.empty() && (!Name || Loop.Name == Name))
      Visit(Loop, SecondsPerTick);
}

/// Returns the loads of the executions that are alike; null if nothing is known
/// of them. The data of reduction blocks say how many iterations they are.
const PlanRecord *loadsOf(const LoopSums &Sums) {
  const PlanKey &Last = Sums.Alike.Key;
  const bool MayDiffer = Sums.Alike.Iterations == Last.TripCount;
  for (const auto *Known : {&Sums.LastPlanned, &Sums.Shown, &Sums.LastAlone})
    if (*Known && (*Known)->Key.TripCount == Last.TripCount &&
        (MayDiffer || (*Known)->Key.Data == Last.Data))
      return Known->get();
  return nullptr;
}

/// Returns the processor time of threads in iterations, as Done says: a thread
/// may lose its processor in one. Where that was not sampled, All says how much
/// they lost.
double processorSeconds(const Work &Done, const Work &All,
                        double SecondsPerTick) {
  const Work &Sampled = Done.Present > 0 ? Done : All;
  const double Seconds = static_cast<double>(Done.Busy) * SecondsPerTick;
  if (Sampled.Present == 0)
    return Seconds;
  const double Share = static_cast<double>(Sampled.Processor) * 1e-9 /
                       (static_cast<double>(Sampled.Present) * SecondsPerTick);
  return Seconds * std::min(Share, 1.0);
}

void addSamples(const LoopRecord &Loop, double SecondsPerTick,
                CostModel &Model) {
  const PlanRecord *Of = loadsOf(Loop.Sums);
  if (!Of)
    return;
  const double Each = Loop.Sums.Alike.iterationsEach();
  for (const auto &[Place, Range] : Of->ranges())
    Model.add({Range.Load * (Loop.IsConstant ? Each : 1),
               static_cast<double>(Range.Range.size()) * Each,
               static_cast<double>(Range.Ticks) * SecondsPerTick});
}

/// Adds to Costs, of Count iterations, the seconds of each in a mean execution
/// of Loop. Returns false if its last execution had another number of
/// iterations.
bool addCosts(const LoopRecord &Loop, double SecondsPerTick, double *Costs,
              uint64_t Count) {
  const AlikeExecutions &Alike = Loop.Sums.Alike;
  if (Alike.Executions == 0 || Alike.Iterations != Count)
    return false;
  // Reduction blocks, if those were counted; or one for each iteration.
  const uint64_t Blocks = Alike.Key.TripCount;
  const ReductionBlocks Cut = ReductionBlocks::cut(Count, Blocks);
  const double Total = processorSeconds(Alike, Loop.Sums, SecondsPerTick) /
                       static_cast<double>(Alike.Executions);
  uint64_t Next = 0, Block = 0;
  for (const AlikeIterations &Part :
       iterationCosts(loadsOf(Loop.Sums), Total, Blocks))
    for (; Block < Part.End; ++Block) {
      const uint64_t End = Cut.begin(Block + 1);
      const double CostEach = Part.CostEach / static_cast<double>(End - Next);
      for (; Next < End; ++Next)
        Costs[Next] += CostEach;
    }
  return true;
}

/// A function of its own, as QuietFloatingPoint asks.
[[gnu::noinline]] uint64_t takeLoads(const char *Name, usersched_loads *Loads) {
  uint64_t Loops = 0;
  double Busiest = 0, Mean = 0;
  CostModel Model;
  *Loads = {};
  visitLoops(Name, [&](LoopRecord &Loop, double SecondsPerTick) {
    LoopSums &Sums = Loop.Sums;
    const EndedSums Ended = std::exchange(Sums.Ended, {});
    Loops += Ended.Executions > 0;
    Loads->executions += Ended.Executions;
    Loads->seconds += static_cast<double>(Ended.Ticks) * SecondsPerTick;
    Loads->thread_seconds += processorSeconds(Ended, Sums, SecondsPerTick);
    Loads->load += Ended.Load;
    Busiest += Ended.Busiest;
    Mean += Ended.Mean;
    addSamples(Loop, SecondsPerTick, Model);
  });
  Loads->imbalance = Mean > 0 ? Busiest / Mean : 1;
  CostFit Fit;
  if (Model.fit(Fit)) {
    Loads->seconds_per_load = Fit.PerLoad;
    Loads->seconds_per_iteration = Fit.PerIteration;
  } else if (Loads->load > 0) {
    Loads->seconds_per_load = Loads->thread_seconds / Loads->load;
  }
  return Loops;
}

/// See takeLoads().
[[gnu::noinline]] uint64_t readCosts(const char *Name, double *Costs,
                                     uint64_t Count) {
  std::fill_n(Costs, Count, 0.0);
  uint64_t Loops = 0;
  visitLoops(Name, [&](LoopRecord &Loop, double SecondsPerTick) {
    if (!attempt(
            [&] { Loops += addCosts(Loop, SecondsPerTick, Costs, Count); }))
      Recorder::giveUp();
  });
  return Loops;
}

} // namespace

extern "C" {

USERSCHED_EXPORT uint64_t usersched_get_loads(const char *Name,
                                              struct usersched_loads *Loads) {
  const QuietFloatingPoint Quiet;
  return takeLoads(Name, Loads);
}

USERSCHED_EXPORT uint64_t usersched_get_costs(const char *Name, double *Costs,
                                              uint64_t Count) {
  const QuietFloatingPoint Quiet;
  return readCosts(Name, Costs, Count);
}

} // extern "C"
