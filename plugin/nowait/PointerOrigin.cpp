//===- PointerOrigin.cpp - where a pointer comes from ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "nowait/PointerOrigin.h"
#include "base/TreeWalk.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
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
  if (const clang::ArrayType *Array = Ctx.getAsArrayType(T))
    return sizeOf(Ctx, Array->getElementType());
  return T->isAnyPointerType() ? sizeOf(Ctx, T->getPointeeType()) : 0;
}

bool isPrivate(const LoopView &Loop, const VarDecl &Variable) {
  return Variable.getTLSKind() != VarDecl::TLS_None ||
         Variable.hasAttr<OMPThreadPrivateDeclAttr>() ||
         Loop.Private.contains(&Variable) ||
         Loop.Region.Private.contains(&Variable);
}

namespace {

class SharedValue {
public:
  explicit SharedValue(const LoopView &Loop) : Loop(Loop) {}

  bool holdsFor(const Expr &E);
  bool holdsFor(const VarDecl &Variable);

private:
  bool mayDiffer(const Stmt &S);
  bool isCopyOfThread(const VarDecl &Variable) const;

  const LoopView &Loop;
  VariableFacts::Variables Seen; // differ only if another one does
};

} // namespace

// Returns true if each thread has Variable at an address of its own.
bool SharedValue::isCopyOfThread(const VarDecl &Variable) const {
  return !Variable.getType()->isReferenceType() &&
         (Loop.isDeclaredInside(&Variable) ||
          Loop.FirstPrivate.contains(&Variable) ||
          Loop.Region.FirstPrivate.contains(&Variable) ||
          (Loop.Region.IsFunction && isa<ParmVarDecl>(Variable)));
}

// Returns true if S itself may be another value in each thread.
bool SharedValue::mayDiffer(const Stmt &S) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(&S)) {
    const VarDecl *Variable = variableOf(Ref);
    return Variable ? !holdsFor(*Variable) : isa<BindingDecl>(Ref->getDecl());
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(&S)) {
    const VarDecl *Variable = Unary->getOpcode() == UO_AddrOf
                                  ? variableOf(Unary->getSubExpr())
                                  : nullptr;
    return Variable && isCopyOfThread(*Variable);
  }
  if (const auto *Call = dyn_cast<CallExpr>(&S))
    return !isa<CXXMemberCallExpr, CXXOperatorCallExpr>(Call) &&
           !returnsArgument(*Call);
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(&S))
    return !isView(Construct->getType());
  return isa<CXXNewExpr, LambdaExpr, StmtExpr, CompoundLiteralExpr>(S);
}

bool SharedValue::holdsFor(const Expr &E) {
  bool Differs = false;
  walkStatements(&E, [&](Stmt &S) {
    Differs |= mayDiffer(S);
    return !Differs;
  });
  return !Differs;
}

bool SharedValue::holdsFor(const VarDecl &Variable) {
  if (!Seen.insert(&Variable).second)
    return true;
  if (isPrivate(Loop, Variable))
    return false;
  for (const VariableFacts *Facts : {&Loop.Facts, &Loop.Region.Facts})
    if (Facts->Ranges.contains(&Variable) ||
        Facts->ThreadNumbers.contains(&Variable))
      return false;
  const QualType Type = Variable.getType();
  if (isCopyOfThread(Variable) && !Type->isScalarType() && !isView(Type))
    return false;
  const VariableFacts &Around = Loop.Region.Facts;
  const auto Assigned = Around.Assigned.find(&Variable);
  if (Assigned != Around.Assigned.end() &&
      !all_of(Assigned->second, [&](const Expr *E) { return holdsFor(*E); }))
    return false;
  if (!Loop.isDeclaredInside(&Variable))
    // Another thread may assign to what they share.
    return Assigned == Around.Assigned.end() || isCopyOfThread(Variable);
  return Variable.hasInit() ? holdsFor(*Variable.getInit())
                            : Assigned != Around.Assigned.end();
}

bool isOfAllThreads(const LoopView &Loop, const Expr &E) {
  return SharedValue(Loop).holdsFor(E);
}

bool isOfAllThreads(const LoopView &Loop, const VarDecl &Variable) {
  return SharedValue(Loop).holdsFor(Variable);
}

} // namespace usersched
