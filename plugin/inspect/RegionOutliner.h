//===- RegionOutliner.h - moves an evaluation out of its function ---------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_REGIONOUTLINER_H
#define USERSCHED_PLUGIN_REGIONOUTLINER_H

#include "base/Markers.h"
#include "llvm/ADT/Twine.h"

namespace llvm {
class CallInst;
class Function;
class FunctionType;
class Value;
} // namespace llvm

namespace usersched {

/// A region that has been moved out of its function.
struct OutlinedRegion {
  /// `(iteration, ptr captures) -> i64`, or `-> double`. The iteration has the
  /// type of the directive's iteration variable.
  llvm::Function *Evaluate = nullptr;
  /// Of an integer that Evaluate returns.
  bool IsSigned = false;
  /// What to pass as captures, in the function that the region came from.
  llvm::Value *Captures = nullptr;
};

/// Moves what stands between two markers into a function of its own, in which
/// loop variables have storage of their own. Afterwards the region is gone
/// from its function. Returns a null function if the region cannot be
/// outlined (it never ends, say).
OutlinedRegion outlineRegion(llvm::CallInst &Begin, llvm::CallInst &End,
                             marker::Region Kind);

/// An empty internal function `PARENT.usersched.SUFFIX`, compiled for the same
/// target features as its parent.
llvm::Function *createSynthesized(llvm::FunctionType *Type,
                                  llvm::Function &Parent,
                                  const llvm::Twine &Suffix);

} // namespace usersched

#endif
