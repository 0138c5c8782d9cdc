//===- Names.cpp - what the names in a loop's body stand for --------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Variables, members, elements of arrays, and what pointers point to.
//
//===----------------------------------------------------------------------===//
#include "ExpressionReader.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace llvm;

namespace usersched {

static const DeclContext *functionOf(const DeclContext *Context) {
  while (Context && !Context->isFunctionOrMethod())
    Context = Context->getParent();
  while (Context && isa<CapturedDecl>(Context))
    Context = Context->getParent();
  return Context;
}

bool isFunctionOfLoop(const Iteration &At, const DeclContext *Context) {
  const CapturedDecl *Body =
      At.Directive.getInnermostCapturedStmt()->getCapturedDecl();
  return functionOf(Context) == functionOf(Body->getDeclContext());
}

// Returns true for what the body declares, or a function that it calls.
bool ExpressionReader::isLocalOfBody(const Decl &D) const {
  return D.getParentFunctionOrMethod() &&
         (isCalled() || !Ctx.getSourceManager().isBeforeInTranslationUnit(
                            D.getLocation(), At.Directive.getBeginLoc()));
}

// Of a variable that a called function names, and the place of the pragma may
// not.
Value ExpressionReader::global(const ValueDecl &D) {
  const SourceManager &SM = Ctx.getSourceManager();
  std::string Name = D.getQualifiedNameAsString();
  if (!Ctx.getLangOpts().CPlusPlus || StringRef(Name).contains('(') ||
      D.getAccess() == AS_private || D.getAccess() == AS_protected ||
      !SM.isBeforeInTranslationUnit(D.getLocation(),
                                    At.Directive.getBeginLoc()))
    return {};
  // `default(none)` wants the variables that a loop names, not those of the
  // functions that it calls.
  const auto *Default = At.Directive.getSingleClause<OMPDefaultClause>();
  const auto *Var = dyn_cast<VarDecl>(&D);
  if (Default && Default->getDefaultKind() != omp::OMP_DEFAULT_shared && Var &&
      !Var->isUsableInConstantExpressions(Ctx))
    return {};
  return constant("::" + Name);
}

Value ExpressionReader::readVariable(const DeclRefExpr &E) {
  const ValueDecl *D = cast<ValueDecl>(E.getDecl()->getCanonicalDecl());
  if (const auto Found = At.Known.find(D); Found != At.Known.end())
    return D->getType()->isReferenceType() ? touched(Found->second)
                                           : Found->second;
  if (const auto *Enumerator = dyn_cast<EnumConstantDecl>(D)) {
    if (isLocalOfBody(*D))
      return constant(toString(Enumerator->getInitVal(), 10));
    return isCalled() ? global(*D) : constant(printed(E));
  }
  if (isa<NonTypeTemplateParmDecl>(D))
    return constant(printed(E));
  const auto *Var = dyn_cast<VarDecl>(D);
  if (!Var || At.Inside.contains(D) || At.Unsettled.contains(D) ||
      Var->getTLSKind() || Var->hasAttr<OMPThreadPrivateDeclAttr>() ||
      Var->getType()->isAtomicType())
    return {};
  Value Result;
  if (At.LoopVariables.contains(D)) {
    Result = constant(Var->getName());
    Result.IsLoopVariable = Result.IsOwn = At.LoopVariables.size() == 1;
  } else if (Var->isLocalVarDeclOrParm()) {
    if (isCalled() && !isFunctionOfLoop(At, Var->getDeclContext()))
      return {};
    Result = constant(printed(E));
  } else {
    Result = isCalled() ? global(*D) : constant(printed(E));
  }
  Result.Root = D;
  return Result;
}

Value ExpressionReader::dereferenced(Value Pointer) {
  if (!Pointer.isKnown())
    return {};
  Pointer.IsOwn |= Pointer.IsLoopVariable;
  Pointer.IsLoopVariable = false;
  if (StringRef(Pointer.Text).starts_with("&") &&
      Pointer.Operator == Binding::Unary) {
    Pointer.Text = Pointer.Text.substr(1);
    Pointer.Operator = Binding::Postfix;
  } else {
    Pointer.Text = "*" + Pointer.operand(Binding::Unary);
    Pointer.Operator = Binding::Unary;
  }
  if (Pointer.Root)
    Pointer.Reads.push_back({Pointer.Root, Pointer.IsOwn});
  return touched(Pointer);
}

Value ExpressionReader::member(Value Base, bool IsArrow,
                               const ValueDecl &Member) {
  if (!Base.isKnown() || !Member.getIdentifier())
    return {};
  const bool IsObject = Base.isText("this");
  if (isCalled() && !IsObject && Ctx.getLangOpts().CPlusPlus &&
      Member.getAccess() != AS_public && Member.getAccess() != AS_none)
    return {};
  Value Result = Base;
  Result.IsLoopVariable = false;
  StringRef Text = Base.Text;
  const bool IsAddress =
      Text.starts_with("&") && Base.Operator == Binding::Unary;
  const bool IsTarget =
      Text.starts_with("*") && Base.Operator == Binding::Unary;
  if (IsObject)
    Result.Text = Member.getName().str();
  else if (IsArrow && IsAddress)
    Result.Text = (Text.drop_front() + "." + Member.getName()).str();
  else if (!IsArrow && IsTarget)
    Result.Text = (Text.drop_front() + "->" + Member.getName()).str();
  else
    Result.Text = Base.operand(Binding::Postfix) + (IsArrow ? "->" : ".") +
                  Member.getName().str();
  Result.Operator = Binding::Postfix;
  Result.IsOwn |= Base.IsLoopVariable;
  if (Base.Root)
    Result.Reads.push_back({Base.Root, Result.IsOwn});
  // A name of the body may hide the member, whose own place is the class.
  if (IsObject)
    for (const ValueDecl *D : At.Inside)
      if (D->getIdentifier() == Member.getIdentifier())
        Result.Text = "this->" + Result.Text;
  return Result;
}

Value ExpressionReader::readMember(const MemberExpr &E) {
  const ValueDecl *Member = E.getMemberDecl();
  const auto *Field = dyn_cast<FieldDecl>(Member);
  if (const auto *Static = dyn_cast<VarDecl>(Member);
      Static && Static->isStaticDataMember())
    return {};
  if (!Field || Field->getType().isVolatileQualified() ||
      Field->getType()->isAtomicType())
    return {};
  Value Base = read(E.getBase());
  Value Result = member(Base, E.isArrow(), *Field);
  Result.Root = Field;
  Result.Reads.push_back({Field, Result.IsOwn});
  return E.isArrow() && Base.Text != "this" &&
                 !StringRef(Base.Text).starts_with("&")
             ? touched(Result)
             : Result;
}

Value ExpressionReader::readElement(const Expr *Array, const Expr *Index) {
  const Value Base = read(Array), Place = read(Index);
  Value Result;
  if (!Base.isKnown() || !Place.isKnown())
    return Result;
  Result.needs(Base);
  Result.needs(Place);
  Result.Text = Base.operand(Binding::Postfix) + "[" + Place.Text + "]";
  Result.Root = Base.Root;
  Result.IsOwn = Base.IsOwn || Place.IsLoopVariable;
  if (Base.Root)
    Result.Reads.push_back({Base.Root, Result.IsOwn});
  return touched(Result);
}

} // namespace usersched
