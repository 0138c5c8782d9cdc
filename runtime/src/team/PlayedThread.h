//===- PlayedThread.h - loops that are entered without compiled code ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For the simulator, benchmarks and tests, in which a program plays the threads
// of teams. The library has no such call: see entry/Entry.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLAYED_THREAD_H
#define USERSCHED_PLAYED_THREAD_H

#include "team/Team.h"

namespace usersched {

/// Enters the loop of Entered with Me as a member of T, in few steps if Me was
/// the last activation that entered it. T may be null unless the call needs a
/// team. Leaves the last loop first if Me is still inside.
inline void enter(Activation &Me, const Call &Entered, Team *T) {
  Me.leave();
  if (T && Entered.needsTeam()) {
    const Call &Last = Me.call();
    const bool IsSame =
        Last.Loop == Entered.Loop && Last.Thread == Entered.Thread &&
        Last.Threads == Entered.Threads && Last.Flags == Entered.Flags;
    Team::Member &Self = T->arrive(Entered);
    if (IsSame && T->lastOf(Self, *Entered.Loop) &&
        Me.enterAgain(Entered.Loop, Entered.TripCount, Entered.Data))
      return;
  }
  Me.call() = Entered;
  enter(Me, T);
}

} // namespace usersched

#endif
