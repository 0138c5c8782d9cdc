//===- BodyCopy.h - the body of a loop, as what its load is inferred from -===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_BODYCOPY_H
#define USERSCHED_PLUGIN_BODYCOPY_H

namespace llvm {
class CallInst;
}

namespace usersched {

/// Replaces \p Inferred, the marker between \p Begin and its end, by a copy of
/// one iteration of the loop that \p Begin belongs to, with a result of 1
/// behind it. The copy has its own storage for each variable that an iteration
/// writes, where what is not written first is unknown (see UnknownValues.h).
/// Without a copy, the result alone replaces the marker: if the loop is not as
/// Clang emits it, or has an iteration that is too long or jumps to computed
/// addresses.
void copyBody(llvm::CallInst &Begin, llvm::CallInst &Inferred);

} // namespace usersched

#endif
