//===- InspectFunction.h - the inspect, subspace and prefix functions -----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_INSPECTFUNCTION_H
#define USERSCHED_PLUGIN_INSPECTFUNCTION_H

#include "inspect/SimpleLoad.h"

namespace usersched {

struct OutlinedRegion;

/// The number of kinds of regions. usersched_frame::captures points to an array
/// with one pointer for each kind: the captures of that region.
inline constexpr unsigned CaptureSlots = 3;

/// Creates the usersched_inspect_function that cuts chunks by the loads that
/// \p Load evaluates, whose function has the \p Shape that simplifyLoad()
/// found. \p IterationIsSigned: the iteration variable is signed. May erase
/// Load.Evaluate.
llvm::Function *createInspect(const OutlinedRegion &Load, LoadShape Shape,
                              llvm::Function &Parent, bool IterationIsSigned);

/// Creates the usersched_prefix_function over \p Prefix.
llvm::Function *createPrefix(const OutlinedRegion &Prefix,
                             llvm::Function &Parent);

/// Creates the usersched_subspace_function over \p Subspace; returns null if
/// the loop has no such region.
llvm::Function *createSubspace(const OutlinedRegion &Subspace,
                               llvm::Function &Parent);

} // namespace usersched

#endif
