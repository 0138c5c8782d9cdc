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
  /// The number of the execution in which all this was decided, but for Left
  /// and Epoch (and, of short ones, TripCount and Data). All threads of a team
  /// that have the same number know the same.
  uint64_t Decided = 0;
  const usersched_loop *Loop = nullptr;
  uint64_t TripCount = 0;
  uint64_t Data = 0;
  uint32_t Threads = 0;
  /// Of the loop: another library's may come to be where this one was.
  uint32_t Flags = 0;
  /// How the next executions run; while Left is above 0.
  Sequel How = Sequel::SetUp;
  uint16_t Epoch = 0; ///< of the last one, in the slots of In
  uint16_t LastEpoch = 0;
  uint32_t Left = 0; ///< executions to come without an instance of their own
  /// Chunks of the first piece, with Sequel::Stealing; 0: not known.
  uint32_t First = 0;
  /// As Outlook::In.
  Instance *In = nullptr;
  /// What the thread begins with: with Sequel::Groups its group; with
  /// Sequel::Stealing, if First is above 0, the first piece of that.
  IterationRange Share;
  /// With Sequel::Short.
  ShortVerdicts Short;

  bool isShort() const { return How == Sequel::Short; }

  /// The thread of Entered was in an execution that was set up, in At, with
  /// this number.
  void remember(const Call &Entered, const Instance &At, uint64_t Execution);

  /// The thread of Entered comes to region Present, which goes on with what
  /// Before was at the end of another one, as Last says.
  void goOn(const Repetition &Before, const Handover &Last, const Call &Entered,
            uint64_t Present);

  /// The same for the thread that this is about, which comes to Again, if that
  /// is Loop, in a team of TeamSize, if it knows what was decided last. Returns
  /// false if not, and changes nothing.
  bool goOn(const Handover &Last, const usersched_loop &Again,
            uint32_t TeamSize, uint64_t Present) {
    if (Decided != Last.Decided || Threads != TeamSize || Flags != Again.flags)
      return false;
    takeOver(Last, Present);
    return true;
  }

  /// Returns true if the thread of Entered, whose this is, executes the loop
  /// without an instance. take() counts the execution.
  bool isOf(const Call &Entered) const {
    return Loop == Entered.Loop && Left > 0 &&
           (isShort() ? Short.of(Entered.TripCount).isShort()
                      : TripCount == Entered.TripCount);
  }
  /// Returns the number of a short execution that is not set up, once it is
  /// counted: no execution before has had it in this team. The sum is larger in
  /// each region and after each decision, and in between there is less Left.
  uint64_t shortExecution() const { return (Region + Decided) << 8 | Left; }
  static constexpr uint32_t MostLeft = 255;
  /// Returns true if the last execution was as that of Entered is.
  bool wasAs(const Call &Entered) const {
    return Loop == Entered.Loop && TripCount == Entered.TripCount &&
           Data == Entered.Data;
  }
  void take(const Call &Entered);

private:
  void takeOver(const Handover &Last, uint64_t Present);
  void skipRegions(uint64_t Regions);
  void shareGroup(const KnownPlan &P, uint32_t Thread) {
    Share = P.chunks().iterations(P.group(Thread));
  }
};

/// Takes Left and Epoch over, in region Present.
inline void Repetition::takeOver(const Handover &Last, uint64_t Present) {
  Region = Present;
  Left = Last.Left;
  Epoch = Last.Epoch;
  if (__builtin_expect(Last.Region != Present, 0))
    skipRegions(Present - Last.Region);
}

/// So many regions have come in which thread 0 was not in the loop. If one of
/// them was cancelled, other threads may have been: so each region leaves out
/// an epoch.
inline void Repetition::skipRegions(uint64_t Regions) {
  if (isShort())
    return;
  if (Epoch + Regions + Left > LastEpoch)
    Left = 0;
  Epoch = static_cast<uint16_t>(Epoch + Regions);
}

inline void Repetition::take(const Call &Entered) {
  --Left;
  if (isShort()) {
    const ShortVerdict Kind = Short.of(Entered.TripCount);
    TripCount = Entered.TripCount;
    Data = Entered.Data;
    Share = Entered.share(Kind.isSerial(), Kind.isClaimed());
    return;
  }
  if (Data != Entered.Data)
    if (void *Plans = __atomic_load_n(&Entered.Loop->plans, __ATOMIC_ACQUIRE))
      static_cast<LoopPlans *>(Plans)->noteErratic();
}

inline void Repetition::remember(const Call &Entered, const Instance &At,
                                 uint64_t Execution) {
  const Outlook &Ahead = At.Ahead;
  Decided = Execution;
  Loop = Entered.Loop;
  TripCount = Entered.TripCount;
  Data = Entered.Data;
  Threads = Entered.Threads;
  Flags = Entered.Loop->flags;
  First = 0;
  How = Ahead.Next;
  Left = Ahead.Times;
  if (Left == 0)
    return;
  In = Ahead.In;
  Epoch = Ahead.Epoch;
  LastEpoch = Ahead.LastEpoch;
  if (isShort())
    Short = Ahead.Short;
  else
    shareGroup(*At.plan(), Entered.Thread);
}

inline void Repetition::goOn(const Repetition &Before, const Handover &Last,
                             const Call &Entered, uint64_t Present) {
  if (Before.Loop != Entered.Loop ||
      (Before.TripCount != Entered.TripCount && !Before.isShort()) ||
      Before.Threads != Entered.Threads ||
      Before.Flags != Entered.Loop->flags) {
    Region = Present;
    Loop = nullptr;
    Decided = 0;
    Left = 0;
    return;
  }
  *this = Before;
  takeOver(Last, Present);
  First = 0;
  if (Left > 0 && !isShort())
    shareGroup(*In->plan(), Entered.Thread);
}

} // namespace usersched

#endif
