//===- EqualFunctions.h - keeps one of several that are the same ----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops often have the same load, and code generation is most of what an
// inspect function costs the compiler.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_EQUALFUNCTIONS_H
#define USERSCHED_PLUGIN_EQUALFUNCTIONS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Transforms/Utils/FunctionComparator.h"

namespace usersched {

/// The functions of one module. They must not change while this lives.
class EqualFunctions {
  llvm::DenseMap<uint64_t, llvm::SmallVector<llvm::Function *, 1>> Kept;
  llvm::GlobalNumberState Numbers;

public:
  /// The first function that it was given with the code of F: F itself, or else
  /// F, which must have no users, is erased. With -g the code keeps the lines
  /// of the first.
  llvm::Function *keepOne(llvm::Function &F);
};

} // namespace usersched

#endif
