//===- LoweringErrors.h - what cannot be lowered, said to the user -------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_LOWERINGERRORS_H
#define USERSCHED_PLUGIN_LOWERINGERRORS_H

namespace llvm {
class Module;
} // namespace llvm

namespace usersched {

struct LoopMarkers;

/// An error at the directive of \p L. \p HasSource: the module comes from
/// source, whose places Clang can show.
void reportLoop(const LoopMarkers &L, bool HasSource, const char *Problem);

/// Errors for the markers of \p M that no loop has: one that is still an
/// ordinary call stands where the lowering does not look. Better an error here
/// than one from the linker.
void reportUnlowered(llvm::Module &M, bool HasSource);

} // namespace usersched

#endif
