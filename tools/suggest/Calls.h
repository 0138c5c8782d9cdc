//===- Calls.h - what the body of a loop calls and writes -----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_SUGGEST_CALLS_H
#define USERSCHED_SUGGEST_CALLS_H

#include "Purity.h"
#include "Reader.h"

namespace usersched {

/// Returns what \p Target, an expression that is written, is a part of.
Place placeOf(const Iteration &At, const clang::Expr *Target);

/// Returns what a call of \p Callee may write: objects, or pointers to them.
llvm::SmallVector<const clang::Expr *, 4>
writtenBy(const clang::FunctionDecl &Callee,
          llvm::ArrayRef<const clang::Expr *> Arguments,
          const clang::Expr *Object);

/// Returns what `this` is in a function that is called for \p Object.
Value objectOf(const Iteration &At, const clang::Expr *Object);

/// Returns the begin and the end of what a function of the library works
/// through; twice the length, if it takes one; nothing if it does not.
std::optional<std::pair<const clang::Expr *, const clang::Expr *>>
spanOf(const clang::FunctionDecl &Callee,
       llvm::ArrayRef<const clang::Expr *> Arguments);

/// Returns true for a function of the library whose time depends on how much
/// there is of what it gets, or that calls what it holds.
bool mayTakeLong(const clang::FunctionDecl &Callee);

bool isOfOpenMP(const clang::FunctionDecl &Callee);

/// Returns true if \p Target is an element of which several iterations have a
/// part: its index is a quotient, or it is a bit. What an iteration or a thread
/// has declared is its own.
bool isShared(const Iteration &At, const clang::Expr *Target);

/// Returns true if a loop only repeats an atomic operation until no other
/// thread comes between.
bool isRetry(const clang::Expr *Condition, const clang::Stmt *Body);

/// Returns true if a condition in \p Body, a loop that it ends, depends on the
/// iteration.
bool hasDependentExit(const Iteration &At, const clang::Stmt *Body);

/// Returns "line 12", with the file unless it is that of the loop.
std::string lineOf(const Iteration &At, clang::SourceLocation Loc);
std::string nameOf(const clang::FunctionDecl &Callee);

} // namespace usersched

#endif
