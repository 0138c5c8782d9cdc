//===- DispatchCalls.h - finds libomp's dispatcher around a loop ---------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_DISPATCHCALLS_H
#define USERSCHED_PLUGIN_DISPATCHCALLS_H

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class AllocaInst;
class CallInst;
class Function;
class IRBuilderBase;
class LLVMContext;
class ReturnInst;
class StructType;
class Twine;
class Value;
} // namespace llvm

namespace usersched {

/// The calls of libomp's dispatcher for one loop.
struct DispatchCalls {
  llvm::CallInst *Init = nullptr;
  llvm::SmallVector<llvm::CallInst *, 4> Nexts, Deinits;
  llvm::SmallVector<llvm::ReturnInst *, 2> Returns; // reached without a deinit
};

/// The init whose chunk is \p Chunk; null if there is none.
llvm::CallInst *findDispatchInit(llvm::CallInst &Chunk);

/// Makes \p Init dispatch the first \p Count iterations, an i64, instead of
/// all.
void dispatchOnly(llvm::Value &Count, llvm::CallInst &Init);

/// The init and every call that it reaches.
DispatchCalls findDispatchCalls(llvm::CallInst &Init);

/// Whether the region asks which thread ran the last iteration.
bool looksAtLast(const DispatchCalls &Calls);

/// A usersched_frame named \p Name in \p F, made ready at its entry.
llvm::AllocaInst *createFrame(llvm::Function &F, const llvm::Twine &Name);

/// Makes the thread leave the loop, if any, that it is in with \p Frame.
void createDeinit(llvm::IRBuilderBase &B, llvm::Value *Frame);

/// Makes LLVM leave the loop over ranges as it is, since it is run a few times
/// only. What is computed once for a range would else be moved in front of them
/// all, where it has to be kept over the calls: work for the compiler, and for
/// the loop within. \p Next is the call in its header.
void leaveRangesAlone(llvm::CallInst &Next, const llvm::CallInst &Init);

/// The type of a usersched_loop.
llvm::StructType *loopLayout(llvm::LLVMContext &C);

} // namespace usersched

#endif
