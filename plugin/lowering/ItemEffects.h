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

/// The first part of \p Value that changes something which outlives it, or
/// null. What a called function does is not looked at.
const clang::Stmt *findSideEffect(const clang::ASTContext &Ctx,
                                  const clang::Expr &Value);

} // namespace usersched

#endif
