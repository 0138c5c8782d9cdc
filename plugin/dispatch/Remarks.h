//===- Remarks.h - -Rpass=usersched and -Rpass-missed=usersched ----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_REMARKS_H
#define USERSCHED_PLUGIN_REMARKS_H

namespace usersched {

struct LoopMarkers;

/// Says that a loop is scheduled by its load, and what could not be used of
/// what would help. \p IsTeamKnown: a region of the module hands the loop its
/// team. To be called while the markers still stand.
void remarkScheduled(const LoopMarkers &L, bool IsTeamKnown);

} // namespace usersched

#endif
