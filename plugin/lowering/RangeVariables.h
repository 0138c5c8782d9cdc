//===- RangeVariables.h - range-for elements that a region names ----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_RANGEVARIABLES_H
#define USERSCHED_PLUGIN_RANGEVARIABLES_H

#include "clang/AST/Stmt.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class ASTContext;
class Expr;
class VarDecl;
} // namespace clang

namespace usersched {

/// Replaces, in \p Value, the element \p Old of a range-for (or its structured
/// bindings) by a new variable with the same initializer, and appends the
/// declaration of that variable to \p Body. Does nothing if \p Value does not
/// name the element. Returns false if the structured bindings cannot be copied.
bool declareRangeVariable(clang::ASTContext &Ctx, clang::VarDecl &Old,
                          clang::Expr *Value,
                          llvm::SmallVectorImpl<clang::Stmt *> &Body);

} // namespace usersched

#endif
