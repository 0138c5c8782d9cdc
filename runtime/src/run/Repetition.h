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

/// What a region takes over from an earlier one: what thread 0 knew of the loop
/// when that region ended. Written between regions, by the forking thread.
struct Handover {
  uint64_t Decided = 0; ///< as Repetition::Decided
  uint64_t Region = 0;  ///< the number of the region after that one
  uint16_t Left = 0;    ///< as Repetition::Left
  uint16_t Epoch = 0;   ///< as Repetition::Epoch
};

/// What a thread knows of the next executions of a loop. Written by that
/// thread.
struct Repetition {
  uint64_t Region = 0; ///< the number of the region in which it is known
  /// The number of the execution in which this was decided; 0 if nothing was.
  /// Threads of a team with the same number know the same, except for Left and
  /// Epoch (and, of short executions, TripCount and Data).
  uint64_t Decided = 0;
  const usersched_loop *Loop = nullptr;
  uint64_t TripCount = 0;
  uint64_t Data = 0;
  uint32_t Threads = 0;
  /// usersched_loop::flags. Tells the loop from one of another library that is
  /// loaded at the same address.
  uint32_t Flags = 0;
  /// Next the next executions run; while Left is above 0.
  Sequel Next = Sequel::SetUp;
  /// The last execution's in which threads could steal, in the slots of
  /// RepeatInstance.
  uint16_t Epoch = 0;
  uint16_t LastEpoch = 0; ///< the last epoch that may be used
  uint32_t Left = 0; ///< executions to come without an instance of their own
  /// With Sequel::Stealing: the number of chunks in the first piece; 0 if not
  /// known.
  uint32_t FirstPiece = 0;
  /// As Outlook::RepeatInstance.
  Instance *RepeatInstance = nullptr;
  /// What the thread begins with: its group with Sequel::Groups; the first
  /// piece of its group with Sequel::Stealing, if FirstPiece is above 0.
  IterationRange Share;
  /// With Sequel::Short: which trip counts are short, and how they run.
  ShortVerdicts Short;

  bool isShort() const { return Next == Sequel::Short; }
  /// Returns false if RepeatInstance may be used otherwise now than was
  /// decided. Called while no execution that was decided on is under way.
  bool isLatest() const {
    return !RepeatInstance ||
           RepeatInstance->Execution.load(std::memory_order_relaxed) == Decided;
  }
  /// Returns how the execution that is entered runs, if isOf() it.
  Technique technique(const Call &Entered) const {
    if (!isShort())
      return Technique::Balanced;
    const Technique As = Short.of(Entered.TripCount).technique();
    return As == Technique::Chunked && !Entered.mayBeChunked() ? Technique::Even
                                                               : As;
  }

  /// Takes over what the instance Current says of the executions after its own,
  /// which has the number Execution.
  void remember(const Call &Entered, const Instance &Current,
                uint64_t Execution);

  /// Begins region Present with what was known at the end of an earlier region:
  /// Before, with the Left and Epoch of Inherited. Knows nothing if the call is
  /// of another kind.
  void goOn(const Repetition &Before, const Handover &Inherited,
            const Call &Entered, uint64_t Present);

  /// Begins region Present with what this thread knew, and the Left and Epoch
  /// of Inherited. Returns false and changes nothing if the thread does not
  /// know what was decided last, or Again and TeamSize are not of that
  /// decision.
  bool goOn(const Handover &Inherited, const usersched_loop &Again,
            uint32_t TeamSize, uint64_t Present) {
    if (Decided != Inherited.Decided || Threads != TeamSize ||
        Flags != Again.flags)
      return false;
    takeOver(Inherited, Present);
    return true;
  }

  /// Returns true if the execution that is entered goes as was decided. take()
  /// counts it then.
  bool isOf(const Call &Entered) const {
    return Loop == Entered.Loop && Left > 0 &&
           (isShort() ? Short.of(Entered.TripCount).isShort()
                      : TripCount == Entered.TripCount);
  }
  /// Returns true if the last execution had the same loop, trip count and data.
  bool wasAs(const Call &Entered) const {
    return Loop == Entered.Loop && TripCount == Entered.TripCount &&
           Data == Entered.Data;
  }
  /// Returns true if such an execution has an instance of the ring all the
  /// same: threads steal, and its slots must not be those of the last one.
  bool needsInstance(const Call &Entered) const {
    return !Entered.maySlotsRepeat() && isShort() &&
           technique(Entered) == Technique::Chunked;
  }
  /// Counts an execution that goes as was decided.
  void take(const Call &Entered);

private:
  void takeOver(const Handover &Inherited, uint64_t Present);
  void skipRegions(uint64_t Regions);
  void shareGroup(const KnownPlan &P, uint32_t Thread) {
    Share = P.chunks().iterations(P.group(Thread));
  }
};

/// Takes Left and Epoch over into region Present.
inline void Repetition::takeOver(const Handover &Inherited, uint64_t Present) {
  Region = Present;
  Left = Inherited.Left;
  Epoch = Inherited.Epoch;
  if (__builtin_expect(Inherited.Region != Present, 0))
    skipRegions(Present - Inherited.Region);
}

/// Leaves out an epoch for each of Regions in which thread 0 was not in the
/// loop: if a region was cancelled, other threads may have been in the loop,
/// and may have decided otherwise.
inline void Repetition::skipRegions(uint64_t Regions) {
  if (Epoch + Regions + Left > LastEpoch || !isLatest())
    Left = 0;
  Epoch = static_cast<uint16_t>(Epoch + Regions);
}

inline void Repetition::take(const Call &Entered) {
  --Left;
  if (isShort()) {
    TripCount = Entered.TripCount;
    Data = Entered.Data;
    return;
  }
  if (Data != Entered.Data)
    if (void *Plans = __atomic_load_n(&Entered.Loop->plans, __ATOMIC_ACQUIRE))
      static_cast<LoopPlans *>(Plans)->noteErratic();
}

inline void Repetition::remember(const Call &Entered, const Instance &Current,
                                 uint64_t Execution) {
  const Outlook &Ahead = Current.Ahead;
  Decided = Execution;
  Loop = Entered.Loop;
  TripCount = Entered.TripCount;
  Data = Entered.Data;
  Threads = Entered.Threads;
  Flags = Entered.Loop->flags;
  FirstPiece = 0;
  Next = Ahead.Next;
  Left = Ahead.Times;
  if (Left == 0)
    return;
  RepeatInstance = Ahead.RepeatInstance;
  Epoch = Ahead.Epoch;
  LastEpoch = Ahead.LastEpoch;
  if (isShort())
    Short = Ahead.Short;
  else
    shareGroup(*Current.plan(), Entered.Thread);
}

inline void Repetition::goOn(const Repetition &Before,
                             const Handover &Inherited, const Call &Entered,
                             uint64_t Present) {
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
  takeOver(Inherited, Present);
  FirstPiece = 0;
  if (Left > 0 && !isShort())
    shareGroup(*RepeatInstance->plan(), Entered.Thread);
}

} // namespace usersched

#endif
