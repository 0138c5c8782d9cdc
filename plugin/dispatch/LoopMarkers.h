//===- LoopMarkers.h - finds what the AST stage left in the IR -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_LOOPMARKERS_H
#define USERSCHED_PLUGIN_LOOPMARKERS_H

#include "inspect/InspectFunction.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace llvm {
class CallInst;
class Function;
class Instruction;
} // namespace llvm

namespace usersched {

/// The markers of one loop in one function (see Markers.h).
struct LoopMarkers {
  llvm::CallInst *Loop = nullptr; // of marker::Loop or marker::Taskloop
  /// The value for SlotIterations; null if all iterations are dispatched.
  llvm::CallInst *Iterations = nullptr;
  /// Where the load belongs that the loop leaves to the compiler; null if the
  /// pragma says the load.
  llvm::CallInst *Inferred = nullptr;
  bool IsInferred = false; // also when Inferred has been replaced
  llvm::SmallVector<llvm::CallInst *, 4> Values, Data;
  /// By marker::Region; null if the loop has no such region.
  llvm::CallInst *Begin[CaptureSlots] = {}, *End[CaptureSlots] = {};

  bool isTaskloop() const;
};

/// Returns the annotated loops of \p F, in the order in which Clang emitted
/// them.
llvm::SmallVector<LoopMarkers, 2> findLoops(llvm::Function &F);

/// Returns the name of the function that \p I calls directly; empty if \p I is
/// no such call.
llvm::StringRef calleeName(const llvm::Instruction &I);

/// Returns argument \p Arg of \p Call, which is an integer constant.
uint64_t constantArgument(const llvm::CallInst &Call, unsigned Arg);

/// Returns argument \p Arg of \p Call, which is a string literal.
llvm::StringRef stringArgument(const llvm::CallInst &Call, unsigned Arg);

} // namespace usersched

#endif
