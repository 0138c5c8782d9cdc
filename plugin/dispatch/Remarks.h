//===- Remarks.h - what -Rpass=usersched and its kin say ------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_REMARKS_H
#define USERSCHED_PLUGIN_REMARKS_H

namespace usersched {

struct InferredLoad;

struct LoopMarkers;

/// Emits a remark that the loop is scheduled by its load, an analysis remark
/// for a load that telescopes, and missed remarks for a load that is not used
/// and for a team that is not known.
/// \p Telescopes: nothing is inspected, although there is no `prefix`.
/// \p IsTeamKnown: a region of the module hands the team to the loop. Called
/// before the markers are erased.
void remarkScheduled(const LoopMarkers &L, bool Telescopes, bool IsTeamKnown);

/// Emits, at each loop in the body of \p L, whether the load that was inferred
/// counts that loop; at \p L a missed remark if no load was inferred.
void remarkInferred(const LoopMarkers &L, const InferredLoad &Load);

} // namespace usersched

#endif
