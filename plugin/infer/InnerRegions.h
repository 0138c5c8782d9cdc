//===- InnerRegions.h - parallel regions in an iteration ------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_INNERREGIONS_H
#define USERSCHED_PLUGIN_INNERREGIONS_H

#include <cstddef>

namespace llvm {
class CallBase;
class Function;
} // namespace llvm

namespace usersched {

/// Returns the outlined function of the parallel region that \p Call starts;
/// null if it starts none.
llvm::Function *startedRegion(const llvm::CallBase &Call);

/// Returns true if \p Call runs a region as the team of one thread that an `if`
/// clause asks for.
bool isSerialized(const llvm::CallBase &Call);

/// Inlines into \p F the outlined functions of the parallel regions that F
/// starts, if these have at most \p Longest instructions. Returns true if there
/// was one.
bool inlineRegions(llvm::Function &F, size_t Longest);

/// Makes \p F, into which such outlined functions have been inlined, run what
/// a team of one thread runs: all iterations of each worksharing loop.
void runAsOneThread(llvm::Function &F);

} // namespace usersched

#endif
