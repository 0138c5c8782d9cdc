//===- DataUse.h - what a loop does with its thread's data ----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_DATAUSE_H
#define USERSCHED_PLUGIN_DATAUSE_H

#include "threaddata/RegionData.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace usersched {

/// What a worksharing loop does with data that each thread has of its own.
class DataUse {
public:
  DataUse(clang::ASTContext &Ctx, const RegionData &Region,
          const clang::OMPLoopDirective &D);

  /// The data that the loop leaves in its thread: variables, and arrays of
  /// which a thread has elements. By the data: the first statement that writes.
  llvm::MapVector<const clang::ValueDecl *, const clang::Stmt *> Written;
  /// The data of the thread that the loop names before it writes them.
  llvm::SmallSetVector<const clang::ValueDecl *, 8> Read;

  /// Returns a statement that writes shared data, at a place or with a value
  /// that \p Data decides on; null if there is none.
  const clang::Stmt *publishes(const clang::ValueDecl &Data) const;

private:
  bool isInside(const clang::ValueDecl &Variable) const;
  void findWritten();

  const RegionData &Region;
  const AssignedValues NoValues;
  LoopView Loop;
};

} // namespace usersched

#endif
