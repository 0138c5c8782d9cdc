//===- MarkerCalls.h - builds the calls by which the stages communicate ---===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A marker function is declared at its first use: a file without the pragma
// contains none of the declarations.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_MARKERCALLS_H
#define USERSCHED_PLUGIN_MARKERCALLS_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"

namespace clang {
class ASTContext;
class FunctionDecl;
class Sema;
} // namespace clang

namespace usersched {

/// Declares marker::Item at file scope, so that name lookup finds it for the
/// spliced tokens. Does nothing the second time.
void declareItemMarker(clang::Sema &S);

/// Builds expressions for the lowering. All are prvalues at \p Loc.
class MarkerCalls {
public:
  explicit MarkerCalls(clang::ASTContext &Ctx) : Ctx(Ctx) {}

  /// Builds a call of \p Name, whose parameters have the types of \p Args.
  clang::Expr *call(llvm::StringRef Name, clang::QualType Result,
                    llvm::ArrayRef<clang::Expr *> Args,
                    clang::SourceLocation Loc);
  /// Builds an unsigned long long literal.
  clang::Expr *integer(uint64_t Value, clang::SourceLocation Loc);
  /// Builds a string literal, decayed to a pointer.
  clang::Expr *string(llvm::StringRef Text, clang::SourceLocation Loc);
  /// Builds `(void *)&LValue`.
  clang::Expr *addressOf(clang::Expr *LValue, clang::SourceLocation Loc);
  /// Builds the conversion of an lvalue to its value; returns a prvalue as it
  /// is.
  clang::Expr *load(clang::Expr *E);
  /// Builds the conversion of \p E, an arithmetic or pointer prvalue or lvalue,
  /// to the built-in arithmetic type \p To.
  clang::Expr *convert(clang::Expr *E, clang::QualType To);
  /// Builds an `unsigned long long` that tells the values of \p E, as convert()
  /// takes it, apart. No sanitizer checks its conversions, since the value is
  /// not the user's: the bits of a real, `bool` or enumeration lvalue of at
  /// most 64 bits, which may have no value yet, else as convert().
  clang::Expr *bits(clang::Expr *E);
  /// Builds `Left, Right`; returns \p Right if \p Left is null.
  clang::Expr *comma(clang::Expr *Left, clang::Expr *Right);

private:
  clang::FunctionDecl *declare(llvm::StringRef Name, clang::QualType Result,
                               llvm::ArrayRef<clang::Expr *> Args);

  clang::ASTContext &Ctx;
  llvm::StringMap<clang::FunctionDecl *> Declared;
};

} // namespace usersched

#endif
