//===- Repetition.h - executions that go as an earlier one ----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a thread knows of the next executions of a loop: see Team.h.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_REPETITION_H
#define USERSCHED_REPETITION_H

#include "run/Instance.h"

namespace usersched {

/// What the next region takes over from one in which thread 0 was in the loop:
/// what that knew at the end. Written between regions.
struct Handover {
  uint64_t Decided = 0; ///< as Repetition::Decided
  uint64_t Region = 0;  ///< the number of the next region
  uint16_t Left = 0;    ///< as Repetition::Left
  uint16_t Epoch = 0;   ///< as Repetition::Epoch
};

/// What a thread knows of a loop that it has executed in this region.
struct Repetition {
  uint64_t Region = 0; ///< in which it is known
  /// The execution in which all this was decided, but for Left and Epoch (and,
  /// of short ones, TripCount and Data). All of a team that have the same one
  /// know the same.
  uint64_t Decided = 0;
  const usersched_loop *Loop = nullptr;
  uint64_t TripCount = 0;
  uint64_t Data = 0;
  uint32_t Threads = 0;
  /// Of the loop: another library's may come to be where this one was.
  uint32_t Flags = 0;
  uint32_t Left = 0;  ///< executions to come without an instance of their own;
                      ///< of short ones, the sum of their weights
  uint16_t Epoch = 0; ///< of the last one, in the slots of In
  uint16_t LastEpoch = 0;
  bool Steals = false;
  uint32_t First = 0; ///< in chunks
  /// Keeps the plan, or has the counter of short ones; null for a loop without
  /// a barrier, and if Left never was above 0.
  Instance *In = nullptr;
  /// What the thread begins with: without stealing its group; with it, if First
  /// is above 0, the first piece of that.
  IterationRange Share;
  /// If there is any: executions that are short, without a plan.
  Selection::Shortness Short;

  void remember(const Call &By, const Instance &At, uint64_t Execution);

  /// The thread of By comes to region Now, which goes on with what Before was
  /// at the end of another one, as Last says.
  void goOn(const Repetition &Before, const Handover &Last, const Call &By,
            uint64_t Now);

  /// The same for the thread that this is about, which comes to Again, if that
  /// is Loop, in a team of TeamSize, if it knows what was decided last. False:
  /// nothing has happened.
  bool goOn(const Handover &Last, const usersched_loop &Again,
            uint32_t TeamSize, uint64_t Now) {
    if (Decided != Last.Decided || Threads != TeamSize || Flags != Again.flags)
      return false;
    takeOver(Last, Now);
    return true;
  }

  /// Left and Epoch in region Now.
  void takeOver(const Handover &Last, uint64_t Now) {
    Region = Now;
    Left = Last.Left;
    Epoch = Last.Epoch;
    if (__builtin_expect(Last.Region != Now, 0))
      skipRegions(Now - Last.Region);
  }

  /// So many regions have come in which thread 0 was not in the loop. If one of
  /// them was cancelled, others may have been: so each leaves out an epoch.
  void skipRegions(uint64_t Regions) {
    if (isShort())
      return;
    if (Epoch + Regions + Left > LastEpoch)
      Left = 0;
    Epoch = static_cast<uint16_t>(Epoch + Regions);
  }

  /// Whether the thread of By, whose this is, executes the loop without an
  /// instance. take() counts the execution.
  bool isOf(const Call &By) const {
    return Loop == By.Loop &&
           (isShort() ? isLeft(Short.of(By.TripCount))
                      : Left > 0 && TripCount == By.TripCount);
  }
  /// Of short ones: whether one of those to come may be such a one.
  bool isLeft(const Selection::Shortness::Kind &Its) const {
    return Its.IsShort && Its.Weight <= Left;
  }
  bool isShort() const { return Short.isAny(); }
  /// Of a short one that is not set up, once it is counted: a number that none
  /// before has had in this team. The sum is larger in each region and after
  /// each decision, and in between there is less Left.
  uint64_t shortExecution() const { return (Region + Decided) << 6 | Left; }
  /// Whether the last execution was as that of By is.
  bool wasAs(const Call &By) const {
    return Loop == By.Loop && TripCount == By.TripCount && Data == By.Data;
  }
  void take(const Call &By);
};

inline void Repetition::take(const Call &By) {
  if (isShort()) {
    const Selection::Shortness::Kind Its = Short.of(By.TripCount);
    Left -= Its.Weight;
    TripCount = By.TripCount;
    Data = By.Data;
    Share = By.share(Its.As);
    return;
  }
  --Left;
  if (Data != By.Data) {
    if (void *Plans = __atomic_load_n(&By.Loop->plans, __ATOMIC_ACQUIRE))
      static_cast<LoopPlans *>(Plans)->noteErratic();
  }
}

inline void Repetition::remember(const Call &By, const Instance &At,
                                 uint64_t Execution) {
  Decided = Execution;
  Loop = By.Loop;
  TripCount = By.TripCount;
  Data = By.Data;
  Threads = By.Threads;
  Flags = By.Loop->flags;
  First = 0;
  Short = At.Ahead.Short;
  Left = At.Ahead.Times;
  if (Left == 0)
    return;
  In = At.Ahead.In;
  Steals = At.Ahead.Steals;
  Epoch = At.Ahead.Epoch;
  LastEpoch = At.Ahead.LastEpoch;
  if (isShort())
    return;
  const KnownPlan &P = *At.plan();
  Share = P.chunks().iterations(P.group(By.Thread));
}

inline void Repetition::goOn(const Repetition &Before, const Handover &Last,
                             const Call &By, uint64_t Now) {
  Region = Now;
  if (Before.Loop != By.Loop ||
      (Before.TripCount != By.TripCount && !Before.isShort()) ||
      Before.Threads != By.Threads || Before.Flags != By.Loop->flags) {
    Loop = nullptr;
    Decided = 0;
    Left = 0;
    return;
  }
  *this = Before;
  takeOver(Last, Now);
  First = 0;
  if (Left == 0 || isShort())
    return;
  const KnownPlan &P = *In->plan();
  Share = P.chunks().iterations(P.group(By.Thread));
}

} // namespace usersched

#endif
