//===- BodyCopy.h - the body of a loop, as what its load is inferred from -===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_BODYCOPY_H
#define USERSCHED_PLUGIN_BODYCOPY_H

#include "llvm/ADT/ArrayRef.h"
#include <utility>

namespace llvm {
class CallInst;
class Function;
} // namespace llvm

namespace usersched {

/// \p Loads are markers of \p F: where the region of a load begins, and what
/// stands in it for an inferred load. Replaces the latter by a copy of one
/// iteration of the loop that the region belongs to, with a result of 1 behind
/// it. The copy has its own storage for each variable that an iteration
/// writes, where what is not written first is unknown (see UnknownValues.h).
/// Without a copy, the result alone replaces the marker: if the loop is not as
/// Clang emits it, or has an iteration that is too long, jumps to computed
/// addresses or has no loop that could be counted.
void copyBodies(
    llvm::Function &F,
    llvm::ArrayRef<std::pair<llvm::CallInst *, llvm::CallInst *>> Loads);

} // namespace usersched

#endif
