//===- WideLoad.h - the loads of several iterations at once ---------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_WIDELOAD_H
#define USERSCHED_PLUGIN_WIDELOAD_H

#include "llvm/IR/IRBuilder.h"

namespace usersched {

/// How many loads a wide load has: four 32-bit integers fill a vector register
/// of every machine that has some.
inline constexpr unsigned WideLanes = 4;

/// Computes at \p B, which is at the end of a block, the loads of iteration
/// \p First and of those after it: `<WideLanes x i64>`. Null, with nothing
/// added, if the load is anything but arithmetic on what neighbouring
/// iterations find side by side in memory.
///
/// \p Evaluate, `(iteration, ptr captures) -> i64`, is simple and one block.
/// First is not shorter than its iteration, whose type \p IsSigned says more
/// of; no number is negative, and none wraps. A load that is negative or has
/// more than 31 bits may become another such number.
llvm::Value *createWideLoad(llvm::IRBuilder<> &B, llvm::Function &Evaluate,
                            llvm::Value *First, llvm::Value *Captures,
                            bool IsSigned);

} // namespace usersched

#endif
