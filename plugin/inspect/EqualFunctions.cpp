//===- EqualFunctions.cpp - keeps one of several equal functions ----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "inspect/EqualFunctions.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/StructuralHash.h"

using namespace llvm;

namespace usersched {

Function *EqualFunctions::keepOne(Function &F) {
  assert(F.use_empty() && "F may be erased");
  SmallVectorImpl<Function *> &Similar =
      Kept[StructuralHash(F, /*DetailedHash=*/true)];
  for (Function *Other : Similar)
    if (FunctionComparator(&F, Other, &Numbers).compare() == 0) {
      F.eraseFromParent();
      return Other;
    }
  Similar.push_back(&F);
  return &F;
}

} // namespace usersched
