//===- ThreadNames.h - names that mean another thing in each thread -------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_THREADNAMES_H
#define USERSCHED_PLUGIN_THREADNAMES_H

#include "llvm/ADT/SmallPtrSet.h"

namespace clang {
class Stmt;
class ValueDecl;
} // namespace clang

namespace usersched {

/// Returns true if \p D is OpenMP's function for the number of the thread, or a
/// variable of which each thread has its own wherever it is named.
bool isOfThread(const clang::ValueDecl &D);

/// Returns what \p Statements name of these.
llvm::SmallPtrSet<const clang::ValueDecl *, 4>
threadNames(const clang::Stmt &Statements);

} // namespace usersched

#endif
