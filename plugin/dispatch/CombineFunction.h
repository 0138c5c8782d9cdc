//===- CombineFunction.h - combines the values of reduction blocks --------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_COMBINEFUNCTION_H
#define USERSCHED_PLUGIN_COMBINEFUNCTION_H

#include "llvm/IR/IRBuilder.h"

namespace usersched {

struct LoopReduction;

/// Returns how many bytes a variable of \p Size bytes takes in a block's
/// values.
llvm::Value *alignedSize(llvm::IRBuilder<> &B, llvm::Value &Size);

/// Creates usersched_reduction::combine for the loop of \p R, which is in \p
/// Parent.
llvm::Function *createCombineFunction(const LoopReduction &R,
                                      llvm::Function &Parent);

} // namespace usersched

#endif
