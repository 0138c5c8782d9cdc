//===- TeamPool.h - teams for regions to come -----------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A forking thread keeps the teams that it has used, so that a region in steady
// state allocates nothing and takes no lock. What a thread keeps goes to a
// common list when it ends, and from there to other threads: there are never
// more teams than were once in use at the same time, plus those that living
// threads keep.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_TEAM_POOL_H
#define USERSCHED_TEAM_POOL_H

#include "team/Team.h"

namespace usersched {

/// Returns a team whose begin(MayBeCancelled) was called.
Team &takeTeam(bool MayBeCancelled);

/// Keeps T for the next region of the calling thread.
void keepTeam(Team &T);

/// Gives T to whichever thread needs a team next.
void shareTeam(Team &T);

} // namespace usersched

#endif
