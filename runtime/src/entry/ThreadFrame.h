//===- ThreadFrame.h - what a thread keeps in a usersched_frame -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function with annotated loops has one frame. Its loops use it one after the
// other.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_THREAD_FRAME_H
#define USERSCHED_THREAD_FRAME_H

#include "base/FloatingPoint.h"
#include "entry/OpenMP.h"
#include "team/Team.h"

#include <cstddef>
#include <type_traits>

namespace usersched {

/// The contents of usersched_frame::runtime. Only the thread of the frame uses
/// it. Compiled code makes Loop null; then nothing else has a value. Own has a
/// value if HasOwn.
struct ThreadFrame {
  /// The activation of the last loop: Own, or one in the team of its region.
  Activation *Loop;
  /// The team of the last loop: its region's, or one made for an orphaned loop.
  /// Null if the last loop had none.
  Team *Shared;
  /// The thread in the team Shared, if that is a region's. Team::Alone if the
  /// region has one thread.
  Team::Member *Self;
  /// The value of the loop variable in the first iteration, as an unsigned
  /// integer.
  uint64_t Lower;
  /// The arguments of the last call to enter a loop.
  struct {
    void *Location;
    usersched_loop *Loop;
    Team *Region; ///< null if not known; after join(), if it has one thread
    uint64_t TripCount;
    int32_t GlobalThread;
  } Asked;
  /// True if leaving the loop takes more than Loop->leave().
  bool IsUnusual;
  bool HasOwn;
  bool IsOrphaned;
  uint32_t Threads; ///< in the OpenMP team, when a loop was entered last
  openmp::Work Work;
  Activation Own;

  static ThreadFrame &of(usersched_frame *Frame) {
    static_assert(sizeof(ThreadFrame) <= sizeof Frame->runtime &&
                      alignof(ThreadFrame) <= alignof(usersched_frame),
                  "must fit the compiled code's frames");
    static_assert(std::is_trivially_copyable_v<ThreadFrame>,
                  "needs no constructor");
    return *reinterpret_cast<ThreadFrame *>(Frame->runtime);
  }

  usersched_frame &frame() {
    return *reinterpret_cast<usersched_frame *>(
        reinterpret_cast<char *>(this) - offsetof(usersched_frame, runtime));
  }

  void start() {
    Shared = nullptr;
    IsUnusual = false;
    HasOwn = false;
  }

  /// Leaves the last loop, before another loop is entered.
  void leaveLast() {
    if (Loop)
      leave();
    else
      start();
  }

  /// Joins the team of the region that was asked for, and finds out how many
  /// threads there are. One alone needs no team: then clears Asked.Region.
  void join() {
    Team *const Region = Asked.Region;
    if (!Region || Shared != Region) {
      Threads = openmp::teamSize();
      if (Region) {
        Self =
            Threads > 1
                ? &Region->join(static_cast<uint32_t>(frame().thread), Threads)
                : &Team::Alone;
        Shared = Region;
      }
    }
    if (Threads == 1)
      Asked.Region = nullptr;
  }

  /// Returns the activation with which the thread enters Next: one in Region,
  /// or Own if Region is null.
  Activation &activationFor(usersched_loop &Next, Team *Region) {
    if (Region) {
      Activation &InTeam = Region->activation(*Self, Next);
      InTeam.abandon();
      return InTeam;
    }
    return own();
  }

  Activation &own() {
    if (!HasOwn) {
      HasOwn = true;
      Own = {};
    }
    return Own;
  }

  /// Leaves the last loop. Loop must not be null.
  __attribute__((always_inline)) void leave() {
    if (IsUnusual || !Loop->leaveQuietly())
      leaveUnusual();
  }

  bool leaveLoop() {
    const QuietFloatingPoint Quiet;
    return Loop->leave();
  }

  __attribute__((noinline)) void leaveUnusual() {
    if (!leaveLoop() || !IsUnusual)
      return;
    IsUnusual = false;
    // The next execution takes the long way in, where tools see it.
    Loop->forget();
    Work.end();
    if (!IsOrphaned)
      return;
    openmp::leaveOrphanedTeam(*Shared, Loop->threads());
    Shared = nullptr;
  }
};

} // namespace usersched

#endif
