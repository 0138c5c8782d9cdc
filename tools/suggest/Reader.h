//===- Reader.h - reads expressions of a loop's body ----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_SUGGEST_READER_H
#define USERSCHED_SUGGEST_READER_H

#include "Value.h"
#include "threaddata/Dependence.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/DenseMap.h"
#include <map>
#include <optional>

namespace usersched {

/// The values that a variable of the directive's loops takes; unknown where the
/// header does not say so.
struct VariableRange {
  std::string Name;
  Value Low, High;
};

/// One iteration, up to the statement that is read: what is known there of the
/// variables, and under which conditions it runs.
struct Iteration {
  Iteration(clang::ASTContext &Ctx, const clang::OMPLoopDirective &D)
      : Ctx(Ctx), Directive(D) {}

  clang::ASTContext &Ctx;
  const clang::OMPLoopDirective &Directive;
  Dependence Depends;
  llvm::SmallPtrSet<const clang::ValueDecl *, 4> LoopVariables;
  llvm::SmallVector<VariableRange, 2> Ranges; // of LoopVariables
  /// Variables that the body declares.
  llvm::SmallPtrSet<const clang::ValueDecl *, 8> Inside;
  /// Variables that do not have, when an iteration begins, the value that they
  /// have before the loop.
  llvm::SmallPtrSet<const clang::ValueDecl *, 8> Unsettled;
  /// Variables that the body has assigned.
  std::map<const clang::ValueDecl *, Value> Known;
  /// The conditions around the statement; some may be unknown.
  llvm::SmallVector<Value, 4> Guards;
  /// What the body has written so far.
  llvm::SmallVector<Place, 8> Written;
  /// The functions that the statement stands in, called from the body.
  llvm::SmallVector<const clang::FunctionDecl *, 4> Calls;
  /// `this` in the last of Calls.
  Value Object = constant("this");
};

/// Returns true if \p Context is the function that the loop stands in, whose
/// variables have names there.
bool isFunctionOfLoop(const Iteration &At, const clang::DeclContext *Context);

/// Returns what \p E is when the iteration begins; an unknown value if that
/// cannot be said at the pragma, or evaluating it there could do harm.
Value readValue(const Iteration &At, const clang::Expr *E);

/// Returns \p Object.D, an unknown value if it cannot be said.
Value readMember(const Iteration &At, const Value &Object,
                 const clang::ValueDecl &D);

/// Returns \p E without what changes no value: parentheses, implicit casts,
/// copies.
const clang::Expr *stripped(const clang::Expr *E);

} // namespace usersched

#endif
