//===- ExpressionReader.h - how one expression is read --------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_SUGGEST_EXPRESSIONREADER_H
#define USERSCHED_SUGGEST_EXPRESSIONREADER_H

#include "Reader.h"
#include "clang/AST/ExprCXX.h"
#include <string>

namespace usersched {

/// Reads expressions for Reader.h: what names stand for is in Names.cpp, what
/// operators and calls make of it in Reader.cpp. Each function returns an
/// unknown value for what the pragma cannot say.
class ExpressionReader {
public:
  explicit ExpressionReader(const Iteration &At) : At(At), Ctx(At.Ctx) {}

  Value read(const clang::Expr *E);
  Value readCall(const clang::CallExpr &E);
  Value member(Value Base, bool IsArrow, const clang::ValueDecl &Member);

private:
  Value readVariable(const clang::DeclRefExpr &E);
  Value readMember(const clang::MemberExpr &E);
  Value readElement(const clang::Expr *Array, const clang::Expr *Index);
  Value readUnary(const clang::UnaryOperator &E);
  Value readBinary(const clang::BinaryOperator &E);
  Value readCast(const clang::ExplicitCastExpr &E);
  Value dereferenced(Value Pointer);
  Value global(const clang::ValueDecl &D);

  /// Returns \p V, which is read from memory: unknown if the iteration has
  /// written there.
  Value touched(Value V) const;
  /// Returns \p E as the user wrote it, in an instance of a template, too.
  std::string printed(const clang::Expr &E) const;
  /// Returns the text of \p Range; nothing if the pragma cannot have it.
  std::string source(clang::SourceRange Range) const;
  bool isCalled() const { return !At.Calls.empty(); }
  bool isLocalOfBody(const clang::Decl &D) const;

  const Iteration &At;
  clang::ASTContext &Ctx;
};

} // namespace usersched

#endif
