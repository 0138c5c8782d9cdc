//===- LoopRewriter.h - retargets the dispatch calls of one loop ----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_LOOPREWRITER_H
#define USERSCHED_PLUGIN_LOOPREWRITER_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class AllocaInst;
class Value;
} // namespace llvm

namespace usersched {

class EqualFunctions;
struct LoopMarkers;

/// What the annotated loops of one function share.
struct FunctionState {
  llvm::Function *F = nullptr;
  /// The usersched_frame of the function.
  llvm::AllocaInst *Frame = nullptr;
  /// CaptureSlots pointers: the captures of each region of the current loop.
  /// Behind them, at ReductionSlot, its usersched_reduction if it has one.
  llvm::AllocaInst *Captures = nullptr;
  /// The usersched_team of the parallel region; null at run time if unknown.
  llvm::Value *Team = nullptr;
  /// True if a parallel region of this file hands the team over.
  bool IsTeamKnown = false;
  /// True if the function has so many annotated loops that LLVM needs help to
  /// compile them in linear time.
  bool HasManyLoops = false;
};

/// Replaces the markers of \p Loop by a descriptor and outlined functions, and
/// its calls of libomp's dispatcher by calls of libusersched. Reports an error
/// and changes nothing more if a load cannot be made a function. Invalidates
/// \p Loop. Functions equal to one in \p Synthesized are shared.
/// \p HasSource is that of DispatchPass.
void rewriteLoop(LoopMarkers &Loop, const FunctionState &State,
                 EqualFunctions &Synthesized,
                 llvm::FunctionAnalysisManager &Analyses, bool HasSource);

} // namespace usersched

#endif
