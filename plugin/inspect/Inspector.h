//===- Inspector.h - the inspect, subspace and prefix functions -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_INSPECTOR_H
#define USERSCHED_PLUGIN_INSPECTOR_H

#include "llvm/IR/PassManager.h"

namespace usersched {

struct OutlinedRegion;

/// Where the runtime keeps the captures of each region, behind the one pointer
/// that it hands to all functions of a loop: an array with this many pointers.
inline constexpr unsigned CaptureSlots = 3;

/// The function with the protocol of usersched_inspect_function that cuts
/// chunks by the loads that \p Load evaluates. \p IterationIsSigned: the
/// iteration variable is. \p Load may be gone afterwards.
llvm::Function *createInspect(const OutlinedRegion &Load,
                              llvm::Function &Parent, bool IterationIsSigned,
                              llvm::FunctionAnalysisManager &Analyses);

/// usersched_prefix_function over \p Prefix.
llvm::Function *createPrefix(const OutlinedRegion &Prefix,
                             llvm::Function &Parent);

/// usersched_subspace_function over \p Subspace; null if that has no function.
llvm::Function *createSubspace(const OutlinedRegion &Subspace,
                               llvm::Function &Parent);

} // namespace usersched

#endif
