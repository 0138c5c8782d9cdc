//===- OwnStorage.h - variables with storage of their own -----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_OWNSTORAGE_H
#define USERSCHED_PLUGIN_OWNSTORAGE_H

#include "llvm/ADT/ArrayRef.h"

namespace clang {
class ASTContext;
class ForStmt;
class Stmt;
class VarDecl;
} // namespace clang

namespace usersched {

/// Returns \p For with storage of its own for \p Variables, which need not be
/// declared yet, and of which there is at least one. The initialization of \p
/// For must be an expression.
clang::Stmt *withOwnStorage(clang::ASTContext &Ctx,
                            llvm::ArrayRef<const clang::VarDecl *> Variables,
                            clang::ForStmt &For);

} // namespace usersched

#endif
