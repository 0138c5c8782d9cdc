//===- BlockFunctions.h - loads of reduction blocks -----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_BLOCKFUNCTIONS_H
#define USERSCHED_PLUGIN_BLOCKFUNCTIONS_H

#include "inspect/InspectFunction.h"

namespace usersched {

/// The place, in the array that usersched_frame::captures points to, of the
/// address of the loop's usersched_reduction: behind the captures of regions.
/// Only loops that have one have this place.
inline constexpr unsigned ReductionSlot = CaptureSlots;

/// Creates a usersched_inspect_function for block numbers. A block has the load
/// that \p Inspect, which is for iterations, finds for its iterations. \p
/// IsReal is that of USERSCHED_LOAD_IS_FLOAT.
llvm::Function *createBlockInspect(llvm::Function &Inspect, bool IsReal,
                                   llvm::Function &Parent);

/// Creates the usersched_prefix_function for block numbers over \p Prefix,
/// which is for iterations.
llvm::Function *createBlockPrefix(llvm::Function &Prefix,
                                  llvm::Function &Parent);

} // namespace usersched

#endif
