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

/// A team, with begin() called.
Team &takeTeam();

/// The calling thread keeps the team for its next region.
void keepTeam(Team &T);

/// Puts the team where any thread takes it.
void shareTeam(Team &T);

} // namespace usersched

#endif
