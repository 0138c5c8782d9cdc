//===- DispatchCalls.h - finds libomp's dispatcher around a loop ---------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_DISPATCHCALLS_H
#define USERSCHED_PLUGIN_DISPATCHCALLS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include <string>

namespace llvm {
class AllocaInst;
class CallInst;
class Function;
class Instruction;
class ReturnInst;
class Twine;
class Value;
} // namespace llvm

namespace usersched {

/// The calls of libomp's dispatcher for one loop.
struct DispatchCalls {
  llvm::CallInst *Init = nullptr;
  llvm::SmallVector<llvm::CallInst *, 4> Nexts, Deinits;
  /// The returns that a path reaches from the init without a deinit: there, a
  /// thread leaves the loop by `cancel`.
  llvm::SmallVector<llvm::ReturnInst *, 2> Returns;
};

/// Calls \p Visit for each instruction on the paths behind \p From. Visit
/// returns false where a path ends.
void walkBehind(llvm::Instruction &From,
                llvm::function_ref<bool(llvm::Instruction &)> Visit);

/// Returns the dispatch_init that takes \p Chunk as its chunk size; null if
/// none does.
llvm::CallInst *findDispatchInit(llvm::CallInst &Chunk);

/// Makes \p Init dispatch only the first \p Count iterations, an i64.
void dispatchOnly(llvm::Value &Count, llvm::CallInst &Init);

/// Returns \p Init with the other calls of its loop.
DispatchCalls findDispatchCalls(llvm::CallInst &Init);

/// Returns true if the loop asks which thread ran the last iteration
/// (lastprivate, linear).
bool looksAtLast(const DispatchCalls &Calls);

/// Adds a usersched_frame \p Name to \p F, initialized at the entry of \p F.
llvm::AllocaInst *createFrame(llvm::Function &F, const llvm::Twine &Name);

/// Returns how the name of \p Init, a dispatch_init, ends: `_4`, `_4u`, `_8` or
/// `_8u`, the size and sign of the iteration variable.
std::string iterationTypeSuffix(const llvm::CallInst &Init);

/// Emits a call of \p Name, a function that does not throw and returns a
/// \p Result.
llvm::CallInst *callRuntime(llvm::IRBuilderBase &B, llvm::StringRef Name,
                            llvm::Type *Result,
                            llvm::ArrayRef<llvm::Value *> Args);

/// Replaces \p Call by a call of the function \p Name, which does not throw and
/// returns what the callee of \p Call returns.
void replaceCall(llvm::CallInst &Call, const llvm::Twine &Name,
                 llvm::ArrayRef<llvm::Value *> Args);

/// Makes a thread that leaves the loop by `cancel` leave it in libusersched,
/// too. \p Frame is the usersched_frame of the loop.
void deinitBeforeReturns(const DispatchCalls &Calls, llvm::Value *Frame);

/// Emits a call of __usersched_loop_next, or of __usersched_reduction_next if
/// the loop has a \p Reduction, in the loop over ranges, which begins
/// at \p Header, behind \p Before, and asks with \p Next for a range. Returns
/// the first number of the range and how many there are, as i64.
///
/// Keeps LLVM from transforming the loop over ranges, which runs few times.
/// LLVM would move computations out of it, and their results would occupy
/// registers across the calls: the compiler would work more, and the loop
/// inside would run slower.
std::pair<llvm::Value *, llvm::Value *>
createNextRange(llvm::IRBuilder<> &B, llvm::Value *Frame, llvm::CallInst &Next,
                const llvm::BasicBlock &Before, llvm::BasicBlock &Header,
                llvm::Value *Reduction = nullptr);

} // namespace usersched

#endif
