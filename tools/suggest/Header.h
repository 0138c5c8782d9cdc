//===- Header.h - the header and the exits of a loop ----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_SUGGEST_HEADER_H
#define USERSCHED_SUGGEST_HEADER_H

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include <optional>
#include <string>

namespace clang {
class VarDecl;
} // namespace clang

namespace usersched {

/// A counter that runs from one value to another.
struct Header {
  const clang::VarDecl *Counter = nullptr;
  const clang::Expr *Start = nullptr; // null if another statement sets it
  const clang::Expr *End = nullptr;
  bool IncludesEnd = false;
  bool Rises = true;
  /// The constant by which it steps, above 0; empty if it is not known.
  std::string Step;
  /// The condition has other parts.
  bool MayEndEarly = false;
};

/// A comparison, built in or of a class.
struct Comparison {
  clang::BinaryOperatorKind Kind;
  const clang::Expr *Left, *Right;
};

/// Returns what \p S compares; nothing if it is no comparison.
std::optional<Comparison> comparisonIn(const clang::Stmt &S);

/// Returns what the header of \p S says; nothing if it has another form.
std::optional<Header> readHeader(const clang::ASTContext &Ctx,
                                 const clang::ForStmt &S);

/// Returns the same of a loop that runs while \p Condition holds, if that or
/// one statement of \p Body steps the counter; without Start. \p IsDo says that
/// the condition stands behind the body.
std::optional<Header> readCounting(const clang::ASTContext &Ctx,
                                   const clang::Expr *Condition,
                                   const clang::Stmt *Body, bool IsDo);

/// Returns true if \p S, the body of a loop or null, may leave the loop. A
/// break does so if \p BreakLeaves.
bool hasExit(const clang::Stmt *S, bool BreakLeaves = true);

} // namespace usersched

#endif
