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

/// Why a loop cannot be lowered.
enum class LoweringProblem {
  Load,       ///< LLVM cannot make its load a function.
  Reductions, ///< They were emitted in a way that the plugin does not know.
  Endless     ///< An item calls what never returns, or has an endless loop.
};

/// Reports \p Problem at the directive of \p L. \p HasSource is that of
/// DispatchPass.
void reportLoop(const LoopMarkers &L, bool HasSource, LoweringProblem Problem);

/// Reports an error for every item marker that is left in \p M: the lowering
/// did not find the loop of its pragma. Without this error, the linker would
/// miss the marker's function.
void reportUnlowered(llvm::Module &M, bool HasSource);

} // namespace usersched

#endif
