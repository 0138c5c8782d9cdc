//===- MarkerCalls.h - builds the calls by which the stages communicate ---===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions are declared when the first annotated loop is met: a file
// without the pragma sees none of them.
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

/// Declares marker::Item at file scope, so that the spliced tokens find it.
/// Does nothing the second time.
void declareItemMarker(clang::Sema &S);

/// Builds expressions for the lowering. All are prvalues located at \p Loc.
class MarkerCalls {
public:
  explicit MarkerCalls(clang::ASTContext &Ctx) : Ctx(Ctx) {}

  /// Calls \p Name, whose parameters take the types of \p Args.
  clang::Expr *call(llvm::StringRef Name, clang::QualType Result,
                    llvm::ArrayRef<clang::Expr *> Args,
                    clang::SourceLocation Loc);
  clang::Expr *integer(uint64_t Value, clang::SourceLocation Loc);
  clang::Expr *string(llvm::StringRef Text, clang::SourceLocation Loc);
  clang::Expr *addressOf(clang::Expr *LValue, clang::SourceLocation Loc);
  /// The value of an lvalue; a prvalue is returned as it is.
  clang::Expr *load(clang::Expr *E);
  /// \p E, an arithmetic prvalue or lvalue, as a value of the built-in
  /// arithmetic type \p To.
  clang::Expr *convert(clang::Expr *E, clang::QualType To);
  /// `Left, Right`; \p Left may be null.
  clang::Expr *comma(clang::Expr *Left, clang::Expr *Right);

private:
  clang::FunctionDecl *declare(llvm::StringRef Name, clang::QualType Result,
                               llvm::ArrayRef<clang::Expr *> Args);

  clang::ASTContext &Ctx;
  llvm::StringMap<clang::FunctionDecl *> Declared;
};

} // namespace usersched

#endif
