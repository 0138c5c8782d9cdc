//===- Remarks.h - -Rpass=usersched and -Rpass-missed=usersched ----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_REMARKS_H
#define USERSCHED_PLUGIN_REMARKS_H

namespace llvm {
class Value;
} // namespace llvm

namespace usersched {

struct LoopMarkers;

/// Says that a loop is scheduled by its load, and what could not be used of
/// what would help. \p Team is the loop's hidden argument, a null constant if
/// it has none. To be called while the markers still stand.
void remarkScheduled(const LoopMarkers &L, const llvm::Value *Team);

} // namespace usersched

#endif
