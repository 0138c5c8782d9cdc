//===- EqualFunctions.h - keeps one of several equal functions ------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Many loops of a file have the same load, and code generation is most of what
// an inspect function costs the compiler.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_EQUALFUNCTIONS_H
#define USERSCHED_PLUGIN_EQUALFUNCTIONS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Transforms/Utils/FunctionComparator.h"

namespace usersched {

/// The different functions of one module so far. None may change later.
class EqualFunctions {
  llvm::DenseMap<uint64_t, llvm::SmallVector<llvm::Function *, 1>> Kept;
  llvm::GlobalNumberState Numbers;

public:
  /// Returns the first function with the code of \p F that this was called
  /// with. Erases \p F, which must have no users, if that is another function.
  /// With -g, the code keeps the lines of the first function.
  llvm::Function *keepOne(llvm::Function &F);
};

} // namespace usersched

#endif
