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

// Errors at the directive of L, with the HasSource of DispatchPass.

/// LLVM cannot make the load of \p L a function.
void reportLoad(const LoopMarkers &L, bool HasSource);
/// The reductions of \p L were emitted in a way that the plugin does not know.
void reportReductions(const LoopMarkers &L, bool HasSource);
/// An item of \p L calls a function that never returns, or contains an endless
/// loop.
void reportEndless(const LoopMarkers &L, bool HasSource);

/// Reports an error for every item marker that is left in \p M: the lowering
/// did not find the loop of its pragma. Without this error, the linker would
/// miss the marker's function.
void reportUnlowered(llvm::Module &M, bool HasSource);

} // namespace usersched

#endif
