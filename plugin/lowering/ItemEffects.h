//===- ItemEffects.h - what an expression changes -------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_ITEMEFFECTS_H
#define USERSCHED_PLUGIN_ITEMEFFECTS_H

#include "clang/AST/Expr.h"

namespace usersched {

/// Returns the first part of \p Value that changes something which outlives the
/// evaluation; null if there is none. Does not look into functions.
const clang::Stmt *findSideEffect(const clang::ASTContext &Ctx,
                                  const clang::Expr &Value);

} // namespace usersched

#endif
