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

/// Returns a number below End for the execution with this number in its team:
/// the numbers of executions in a row are spread evenly (Fibonacci hashing). A
/// rule that picks executions by their numbers alone would always pick the same
/// ones of several loops in turn, or of the levels of a graph search.
inline uint32_t spreadOver(uint64_t Execution, uint32_t End) {
  return static_cast<uint32_t>((Execution * 0x9e3779b97f4a7c15u >> 32) * End >>
                               32);
}

/// What a thread knows of the next executions of a loop. Written by that
/// thread.
struct Repetition {
  uint64_t Series = 0; ///< the number of the series in which it is known
  const usersched_loop *Loop = nullptr;
  uint64_t TripCount = 0;
  uint64_t Data = 0;
  /// usersched_loop::flags. Tells the loop from one of another library that is
  /// loaded at the same address.
  uint32_t Flags = 0;
  /// How the next executions run; while Left is above 0.
  Sequel Next = Sequel::SetUp;
  /// The last execution's in which threads could steal, in the slots of
  /// RepeatInstance.
  uint16_t Epoch = 0;
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
  /// Returns how the execution that is entered runs, if isOf() it.
  Technique technique(const Call &Entered) const {
    if (!isShort())
      return Technique::Balanced;
    const Technique As = Short.of(Entered.TripCount).technique();
    return As == Technique::Chunked && !Entered.mayBeChunked() ? Technique::Even
                                                               : As;
  }

  /// Begins the series Present, in which nothing is decided yet.
  void begin(uint64_t Present) {
    Series = Present;
    Left = 0;
  }

  /// Takes over what the instance Current says of the executions after its own.
  void remember(const Call &Entered, const Instance &Current);

  /// Returns true if the execution that is entered goes as was decided. take()
  /// counts it then.
  bool isOf(const Call &Entered) const {
    return Left > 0 && Loop == Entered.Loop && Flags == Entered.Loop->flags &&
           (isShort() ? Short.of(Entered.TripCount).isShort()
                      : TripCount == Entered.TripCount);
  }
  /// Returns true if the last execution that this thread knows of had the same
  /// loop, trip count and data.
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
};

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

inline void Repetition::remember(const Call &Entered, const Instance &Current) {
  const Outlook &Ahead = Current.Ahead;
  Loop = Entered.Loop;
  TripCount = Entered.TripCount;
  Data = Entered.Data;
  Flags = Entered.Loop->flags;
  FirstPiece = 0;
  Next = Ahead.Next;
  Left = Ahead.Times;
  if (Left == 0)
    return;
  RepeatInstance = Ahead.RepeatInstance;
  Epoch = Ahead.Epoch;
  if (isShort()) {
    Short = Ahead.Short;
    return;
  }
  const KnownPlan &P = *Current.plan();
  Share = P.chunks().iterations(P.group(Entered.Thread));
}

} // namespace usersched

#endif
