//===- PointerOrigin.cpp - where a pointer comes from ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "nowait/PointerOrigin.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"

using namespace clang;
using namespace llvm;

namespace usersched {

// Returns true for a call that only promises something of its first argument.
static bool returnsArgument(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee || !Call.getNumArgs())
    return false;
  switch (Callee->getBuiltinID()) {
  case Builtin::BI__builtin_assume_aligned:
  case Builtin::BI__builtin_launder:
    return true;
  default:
    return Callee->isInStdNamespace() && Callee->getIdentifier() &&
           (Callee->getName() == "assume_aligned" ||
            Callee->getName() == "launder");
  }
}

const Expr *withoutCasts(const Expr *E) {
  for (;;) {
    E = E->IgnoreParenImpCasts();
    const auto *Cast = dyn_cast<ExplicitCastExpr>(E);
    const auto *Call = dyn_cast<CallExpr>(E);
    if (Cast && (Cast->getCastKind() == CK_NoOp ||
                 (Cast->getCastKind() == CK_BitCast &&
                  Cast->getType()->isAnyPointerType())))
      E = Cast->getSubExpr();
    else if (Call && returnsArgument(*Call))
      E = Call->getArg(0);
    else
      return E;
  }
}

int64_t sizeOf(const ASTContext &Ctx, QualType T) {
  return T->isDependentType() || T->isIncompleteType() || T->isFunctionType() ||
                 !T->isConstantSizeType()
             ? 0
             : Ctx.getTypeSizeInChars(T).getQuantity();
}

int64_t strideOf(const ASTContext &Ctx, const Expr &Pointer) {
  const QualType T = Pointer.getType();
  if (const ArrayType *Array = Ctx.getAsArrayType(T))
    return sizeOf(Ctx, Array->getElementType());
  return T->isAnyPointerType() ? sizeOf(Ctx, T->getPointeeType()) : 0;
}

} // namespace usersched
