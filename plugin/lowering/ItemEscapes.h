//===- ItemEscapes.h - what makes an expression impossible to move --------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_ITEMESCAPES_H
#define USERSCHED_PLUGIN_ITEMESCAPES_H

namespace clang {
class Expr;
class Stmt;
} // namespace clang

namespace usersched {

/// Returns a statement in \p Value that leaves it or handles an exception, or a
/// block; null if there is none. Lambdas are functions of their own and do not
/// count.
const clang::Stmt *findEscape(clang::Expr &Value);

} // namespace usersched

#endif
