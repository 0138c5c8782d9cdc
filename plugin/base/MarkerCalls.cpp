//===- MarkerCalls.cpp - builds the calls by which the stages communicate -===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nodes are created directly, without Sema: Sema diagnoses a reference that it
// builds inside a captured region as a reference from another context.
//
//===----------------------------------------------------------------------===//
#include "base/MarkerCalls.h"
#include "base/Markers.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Sema/Sema.h"

using namespace clang;
using namespace llvm;

namespace usersched {

// Declares a function with C linkage that does not throw.
static FunctionDecl *declareFunction(ASTContext &Ctx, StringRef Name,
                                     QualType Result, ArrayRef<QualType> Params,
                                     bool Variadic) {
  DeclContext *DC = Ctx.getTranslationUnitDecl();
  if (Ctx.getLangOpts().CPlusPlus) {
    auto *Linkage =
        LinkageSpecDecl::Create(Ctx, DC, SourceLocation(), SourceLocation(),
                                LinkageSpecLanguageIDs::C, /*HasBraces=*/false);
    Linkage->setImplicit();
    DC->addDecl(Linkage);
    DC = Linkage;
  }
  FunctionProtoType::ExtProtoInfo Info;
  Info.Variadic = Variadic;
  QualType Type = Ctx.getFunctionType(Result, Params, Info);
  auto *F = FunctionDecl::Create(
      Ctx, DC, SourceLocation(), SourceLocation(), &Ctx.Idents.get(Name), Type,
      /*TInfo=*/nullptr, SC_Extern, /*UsesFPIntrin=*/false,
      /*isInlineSpecified=*/false, /*hasWrittenPrototype=*/true);
  SmallVector<ParmVarDecl *, 8> Decls;
  for (QualType Param : Params)
    Decls.push_back(ParmVarDecl::Create(Ctx, F, SourceLocation(),
                                        SourceLocation(), nullptr, Param,
                                        nullptr, SC_None, nullptr));
  F->setParams(Decls);
  F->setImplicit();
  F->addAttr(NoThrowAttr::CreateImplicit(Ctx));
  DC->addDecl(F);
  return F;
}

void declareItemMarker(Sema &S) {
  ASTContext &Ctx = S.Context;
  IdentifierInfo &Name = Ctx.Idents.get(marker::Item);
  const auto Known = Ctx.getTranslationUnitDecl()->lookup(&Name);
  // A module that has annotated loops of its own declares it, too, and does not
  // export it.
  for (NamedDecl *Declared : Known)
    Declared->setVisibleDespiteOwningModule();
  if (!Known.empty())
    return;
  QualType Text = Ctx.getPointerType(Ctx.CharTy.withConst());
  FunctionDecl *F =
      declareFunction(Ctx, marker::Item, Ctx.IntTy,
                      {Text, Text, Text, Ctx.UnsignedLongLongTy}, false);
  F->setVisibleDespiteOwningModule();
  S.PushOnScopeChains(F, S.TUScope, /*AddToContext=*/false);
}

FunctionDecl *MarkerCalls::declare(StringRef Name, QualType Result,
                                   ArrayRef<Expr *> Args) {
  FunctionDecl *&F = Declared[Name];
  if (!F) {
    // Calls of begin differ in their number of variables. Every other marker
    // takes the same types in all calls, so the first call declares it.
    bool Variadic = Name == marker::Begin;
    SmallVector<QualType, 8> Params;
    for (Expr *Arg : Args)
      if (!Variadic || Arg->getType()->isIntegerType())
        Params.push_back(Arg->getType());
    F = declareFunction(Ctx, Name, Result, Params, Variadic);
  }
  return F;
}

Expr *MarkerCalls::call(StringRef Name, QualType Result, ArrayRef<Expr *> Args,
                        SourceLocation Loc) {
  FunctionDecl *F = declare(Name, Result, Args);
  Expr *Callee = DeclRefExpr::Create(
      Ctx, NestedNameSpecifierLoc(), SourceLocation(), F,
      /*RefersToEnclosingVariableOrCapture=*/false, Loc, F->getType(),
      Ctx.getLangOpts().CPlusPlus ? VK_LValue : VK_PRValue);
  Callee = ImplicitCastExpr::Create(Ctx, Ctx.getPointerType(F->getType()),
                                    CK_FunctionToPointerDecay, Callee, nullptr,
                                    VK_PRValue, FPOptionsOverride());
  return CallExpr::Create(Ctx, Callee, Args, Result, VK_PRValue, Loc,
                          FPOptionsOverride());
}

Expr *MarkerCalls::integer(uint64_t Value, SourceLocation Loc) {
  QualType Type = Ctx.UnsignedLongLongTy;
  return IntegerLiteral::Create(Ctx, APInt(Ctx.getTypeSize(Type), Value), Type,
                                Loc);
}

Expr *MarkerCalls::string(StringRef Text, SourceLocation Loc) {
  QualType Char = Ctx.CharTy;
  if (Ctx.getLangOpts().CPlusPlus)
    Char = Char.withConst();
  Expr *Literal = clang::StringLiteral::Create(
      Ctx, Text, StringLiteralKind::Ordinary, /*Pascal=*/false,
      Ctx.getStringLiteralArrayType(Char, Text.size()), Loc);
  return ImplicitCastExpr::Create(Ctx, Ctx.getPointerType(Char),
                                  CK_ArrayToPointerDecay, Literal, nullptr,
                                  VK_PRValue, FPOptionsOverride());
}

Expr *MarkerCalls::addressOf(Expr *LValue, SourceLocation Loc) {
  Expr *Address = UnaryOperator::Create(
      Ctx, LValue, UO_AddrOf, Ctx.getPointerType(LValue->getType()), VK_PRValue,
      OK_Ordinary, Loc, /*CanOverflow=*/false, FPOptionsOverride());
  return ImplicitCastExpr::Create(Ctx, Ctx.VoidPtrTy, CK_BitCast, Address,
                                  nullptr, VK_PRValue, FPOptionsOverride());
}

Expr *MarkerCalls::load(Expr *E) {
  if (E->isPRValue())
    return E;
  QualType Type = E->getType().getUnqualifiedType();
  if (const auto *Atomic = Type->getAs<AtomicType>()) {
    E = ImplicitCastExpr::Create(Ctx, Type, CK_LValueToRValue, E, nullptr,
                                 VK_PRValue, FPOptionsOverride());
    return ImplicitCastExpr::Create(Ctx, Atomic->getValueType(),
                                    CK_AtomicToNonAtomic, E, nullptr,
                                    VK_PRValue, FPOptionsOverride());
  }
  return ImplicitCastExpr::Create(Ctx, Type, CK_LValueToRValue, E, nullptr,
                                  VK_PRValue, FPOptionsOverride());
}

Expr *MarkerCalls::convert(Expr *E, QualType To) {
  E = load(E);
  QualType From = E->getType();
  if (Ctx.hasSameUnqualifiedType(From, To))
    return E;
  CastKind Kind;
  if (From->isAnyPointerType())
    Kind = CK_PointerToIntegral;
  else if (From->isRealFloatingType())
    Kind = To->isRealFloatingType() ? CK_FloatingCast : CK_FloatingToIntegral;
  else
    Kind = To->isRealFloatingType() ? CK_IntegralToFloating : CK_IntegralCast;
  return ImplicitCastExpr::Create(Ctx, To, Kind, E, nullptr, VK_PRValue,
                                  FPOptionsOverride());
}

Expr *MarkerCalls::bits(Expr *E) {
  const SourceLocation Loc = E->getExprLoc();
  const QualType Type = E->getType();
  if (const uint64_t Size = Ctx.getTypeSize(Type);
      E->isGLValue() && Size <= 64 &&
      (Type->isRealFloatingType() || Type->isBooleanType() ||
       Type->isEnumeralType())) {
    const QualType Same = Ctx.getIntTypeForBitwidth(static_cast<unsigned>(Size),
                                                    /*Signed=*/false);
    E = new (Ctx)
        BuiltinBitCastExpr(Same, VK_PRValue, CK_LValueToRValueBitCast, E,
                           Ctx.getTrivialTypeSourceInfo(Same), Loc, Loc);
  }
  E = load(E);
  const QualType To = Ctx.UnsignedLongLongTy;
  if (!E->getType()->isIntegralOrEnumerationType())
    return convert(E, To);
  return CStyleCastExpr::Create(Ctx, To, VK_PRValue, CK_IntegralCast, E,
                                /*BasePath=*/nullptr, FPOptionsOverride(),
                                Ctx.getTrivialTypeSourceInfo(To), Loc, Loc);
}

Expr *MarkerCalls::comma(Expr *Left, Expr *Right) {
  if (!Left)
    return Right;
  return BinaryOperator::Create(Ctx, Left, Right, BO_Comma, Right->getType(),
                                Right->getValueKind(), Right->getObjectKind(),
                                Right->getExprLoc(), FPOptionsOverride());
}

} // namespace usersched
