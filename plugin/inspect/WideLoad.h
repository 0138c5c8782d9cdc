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

/// The number of iterations whose loads a wide load computes. Four 32-bit
/// integers fill the smallest vector register of every machine that has any.
inline constexpr unsigned WideLanes = 4;

/// Emits the loads of the iterations from \p First on at \p B, the end of a
/// block, and returns them as `<WideLanes x i64>`. Returns null and emits
/// nothing if the load is anything but integer arithmetic on elements that
/// neighbouring iterations read side by side.
///
/// \p Evaluate, `(iteration, ptr captures) -> i64`, must be simple and have one
/// block. \p IsSigned: the type of its iteration is signed. First has at least
/// the bits of that type; iterations are not negative and do not wrap.
///
/// The result is exact for loads from 0 to 2^31 - 1. Any other load may become
/// another number outside this range.
llvm::Value *createWideLoad(llvm::IRBuilder<> &B, llvm::Function &Evaluate,
                            llvm::Value *First, llvm::Value *Captures,
                            bool IsSigned);

} // namespace usersched

#endif
