//===- LoopAccesses.h - what a loop reads and writes ----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_LOOPACCESSES_H
#define USERSCHED_PLUGIN_LOOPACCESSES_H

#include "nowait/AccessPath.h"
#include <string>

namespace usersched {

struct Access {
  AccessPath Path;
  const clang::Expr *Where;
  bool IsWrite;
  /// It stands in a critical or ordered region, or behind a lock.
  bool IsProtected;
};

/// Returns the accesses of \p Loop, and of \p Loads, the expressions that its
/// scheduling evaluates, to elements of arrays and containers that all threads
/// share. Leaves out atomic accesses, elements that belong to one thread, and
/// what cannot be followed.
std::vector<Access> accessesOf(const LoopView &Loop,
                               llvm::ArrayRef<const clang::Expr *> Loads);

/// Returns what \p Loads read, expressions as above: elements, and variables
/// and fields that all threads share.
std::vector<Access> readsOfLoads(const LoopView &Loop,
                                 llvm::ArrayRef<const clang::Expr *> Loads);

/// Returns the writes of \p Loop to elements, variables and fields that all
/// threads share. An atomic write is one of them: what reads the same without
/// `atomic` races with it.
std::vector<Access> writesOf(const LoopView &Loop);

/// Returns what the user calls the array, the member function or the variable
/// of \p A.
std::string nameOf(const clang::ASTContext &Ctx, const Access &A);

} // namespace usersched

#endif
