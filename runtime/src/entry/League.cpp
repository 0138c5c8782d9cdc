//===- League.cpp - reproducible loops that the teams of a league divide --===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many teams a league has does not follow from the trip count. So one team
// runs a reproducible loop, whatever the league: its blocks are those of the
// whole loop. The copies of the other teams stay identities.
//
//===----------------------------------------------------------------------===//
#include "entry/LoopBlocks.h"

extern "C" int omp_get_team_num(void);

using namespace usersched;

extern "C" __attribute__((visibility("default"))) int32_t
__usersched_whole_loop(usersched_loop *Loop) {
  return isReproducible(*Loop) ? omp_get_team_num() == 0 : -1;
}
