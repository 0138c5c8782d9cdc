//===- LoopMarkers.h - finds what the AST stage left in the IR -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_LOOPMARKERS_H
#define USERSCHED_PLUGIN_LOOPMARKERS_H

#include "inspect/Inspector.h"
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
  llvm::CallInst *Loop = nullptr;
  llvm::CallInst *Iterations = nullptr; // the value for SlotIterations
  llvm::SmallVector<llvm::CallInst *, 4> Values, Data;
  llvm::CallInst *Begin[CaptureSlots] = {}, *End[CaptureSlots] = {};
};

/// All annotated loops of \p F, in the order in which Clang emitted them.
llvm::SmallVector<LoopMarkers, 2> findLoops(llvm::Function &F);

/// The name of the function that \p I calls directly; empty if it does not.
llvm::StringRef calleeName(const llvm::Instruction &I);

/// An argument that is an integer constant.
uint64_t constantArgument(const llvm::CallInst &Call, unsigned Arg);

/// An argument that is a string literal.
llvm::StringRef stringArgument(const llvm::CallInst &Call, unsigned Arg);

} // namespace usersched

#endif
