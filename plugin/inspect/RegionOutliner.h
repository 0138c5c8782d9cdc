//===- RegionOutliner.h - moves a region into a function of its own -------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_REGIONOUTLINER_H
#define USERSCHED_PLUGIN_REGIONOUTLINER_H

#include "base/Markers.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/IRBuilder.h"

namespace usersched {

/// A region that has been moved into a function of its own.
struct OutlinedRegion {
  /// `(iteration, ptr captures) -> i64`, or `-> double`. The iteration has the
  /// type of the directive's iteration variable. Null if there is no region, or
  /// if it cannot be outlined.
  llvm::Function *Evaluate = nullptr;
  /// True if Evaluate returns a signed integer.
  bool IsSigned = false;
  /// The captures to pass to Evaluate: a value of the function that the region
  /// came from.
  llvm::Value *Captures = nullptr;
};

/// Moves the code between \p Begin and \p End into a function of its own, with
/// its own storage for the loop variables, and erases both markers. Evaluate is
/// null if the region cannot be outlined, for example because it never ends.
OutlinedRegion outlineRegion(llvm::CallInst &Begin, llvm::CallInst &End,
                             marker::Region Kind);

/// Adds an empty internal function `PARENT.usersched.SUFFIX` with the target
/// features of its parent.
llvm::Function *createSynthesized(llvm::FunctionType *Type,
                                  llvm::Function &Parent,
                                  const llvm::Twine &Suffix);

/// Emits the conversion of a load, or a sum of loads, to what the runtime
/// counts it as: negative numbers and NaN become 0, integers are at most
/// INT64_MAX.
llvm::Value *clampLoad(llvm::IRBuilder<> &B, llvm::Value *Load, bool IsSigned);

/// Emits a load of the captures of one region from \p Captures, the array of
/// all regions' captures.
llvm::Value *regionCaptures(llvm::IRBuilder<> &B, llvm::Value *Captures,
                            marker::Region Kind);

/// Keeps LLVM's passes away from \p F, which is as good as they would make it.
void leaveAsItIs(llvm::Function &F);

} // namespace usersched

#endif
