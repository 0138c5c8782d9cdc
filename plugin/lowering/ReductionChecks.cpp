//===- ReductionChecks.cpp - which reductions can be reproducible ---------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between two reduction blocks, the bytes of a thread's copy are stored, and
// the copy gets the bytes again that it had before the loop. So a copy must be
// no more than its bytes: no address may be part of its value, unless the type
// says that copies of its bytes are copies of the value, and nothing may have
// to happen when it ends. See usersched_reduction in usersched_abi.h.
//
//===----------------------------------------------------------------------===//
#include "base/Ast19And22.h"
#include "base/Diagnostics.h"
#include "base/TreeWalk.h"
#include "lowering/LoopItems.h"
#include "lowering/TaskloopScope.h"
#include "usersched_abi.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;
using namespace llvm;

namespace usersched {

// Whether this does nothing but end the members and bases.
static bool isSilent(const CXXDestructorDecl &End) {
  const FunctionDecl *Written = End.getTemplateInstantiationPattern();
  return End.isDefaulted() || (Written ? Written : &End)->hasTrivialBody();
}

// Whether a value of this type is no more than its bytes, wherever they are.
static bool isOnlyBytes(const ASTContext &Ctx, QualType Type) {
  Type = Ctx.getBaseElementType(Type);
  const auto *Class = Type->getAsCXXRecordDecl();
  if (!Class)
    return Type->isArithmeticType() || Type->isEnumeralType() ||
           Type->isVectorType();
  auto IsOnlyBytes = [&](const auto &Part) {
    return isOnlyBytes(Ctx, Part.getType());
  };
  const CXXDestructorDecl *End = Class->getDestructor();
  return (!End || isSilent(*End)) && all_of(Class->bases(), IsOnlyBytes) &&
         all_of(Class->fields(),
                [&](const FieldDecl *Field) { return IsOnlyBytes(*Field); });
}

static bool checkType(const ASTContext &Ctx, const Expr &Variable,
                      QualType Type) {
  Type = Ctx.getBaseElementType(Type.getNonReferenceType());
  const bool IsBytes =
      Type.isTriviallyCopyableType(Ctx) || isOnlyBytes(Ctx, Type);
  if (IsBytes &&
      Ctx.getTypeAlignInChars(Type).getQuantity() <= USERSCHED_VALUE_ALIGNMENT)
    return true;
  error(Ctx.getDiagnostics(), Variable.getExprLoc(),
        "with 'reproducible', a reduction variable must have a type that "
        "%select{is aligned to at most 16 bytes|is trivially copyable, or has "
        "neither pointers nor a destructor with code}0, but this has type %1; "
        "remove 'reproducible', or reduce %select{a type with a smaller "
        "alignment|its members, or what it owns as in 'data[:n]'}0")
      << !IsBytes << Type;
  return false;
}

// Returns the variable that E, an item of a clause, is or is a part of; null if
// it has no name.
static const ValueDecl *firstVariable(const Expr *E) {
  const DeclRefExpr *Ref = nullptr;
  walkStatements(wholeOf(E), [&](Stmt &Part) {
    if (!Ref)
      Ref = dyn_cast<DeclRefExpr>(&Part);
    return !Ref;
  });
  return Ref ? Ref->getDecl() : nullptr;
}

// Reports a part of a global variable, such as an array section.
static bool checkPart(const ASTContext &Ctx, const Expr &Reduced) {
  const auto *Variable = dyn_cast_or_null<VarDecl>(firstVariable(&Reduced));
  if (release::CopiesPartsOfGlobals ||
      isa<DeclRefExpr>(Reduced.IgnoreParenImpCasts()) || !Variable ||
      !Variable->hasGlobalStorage() || Variable->isStaticLocal())
    return true;
  error(Ctx.getDiagnostics(), Reduced.getExprLoc(),
        "with 'reproducible', the 'reduction' cannot name a part of %0, "
        "because clang 19 gives threads no copy of a part of a global "
        "variable; reduce all of it, or the part through a local pointer")
      << Variable;
  return false;
}

// Whether E, an item of a clause, is a member of the object that `this` points
// to, or a part of one. Clang has a variable of its own for it.
static bool isMember(const Expr *E) {
  E = wholeOf(E);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (const auto *Own = dyn_cast<OMPCapturedExprDecl>(Ref->getDecl()))
      E = Own->getInit()->IgnoreParenImpCasts();
  const auto *Member = dyn_cast<MemberExpr>(E);
  return Member && isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts());
}

// Reports members: where Clang describes the variables of a taskloop, it takes
// something else for them, so that the tasks do not find them.
static bool checkMembers(const ASTContext &Ctx, const OMPLoopDirective &D) {
  if (isOpenMPParallelDirective(D.getDirectiveKind()))
    return true;
  for (const auto *Clause : D.getClausesOfKind<OMPReductionClause>())
    for (const Expr *Variable : release::variables(*Clause))
      if (isMember(Variable)) {
        error(Ctx.getDiagnostics(), Variable->getExprLoc(),
              "with 'reproducible', the 'reduction' of a 'taskloop' cannot "
              "name a member of the object that runs it, because Clang does "
              "not find it there; reduce a local variable, reference or "
              "pointer");
        return false;
      }
  return true;
}

// Reports tasks that add to what libomp does not know: a block's value.
static bool checkParticipants(const ASTContext &Ctx,
                              const OMPLoopDirective &D) {
  if (D.hasClausesOfKind<OMPInReductionClause>()) {
    const auto Clauses = D.getClausesOfKind<OMPInReductionClause>();
    error(Ctx.getDiagnostics(), (*Clauses.begin())->getBeginLoc(),
          "with 'reproducible', a 'taskloop' cannot have 'in_reduction', "
          "because its tasks would add to the reduction of another directive; "
          "write 'reduction', or remove 'reproducible'");
    return false;
  }
  SmallPtrSet<const Decl *, 4> Reduced;
  for (const auto *Clause : D.getClausesOfKind<OMPReductionClause>())
    for (const Expr *Variable : release::variables(*Clause))
      Reduced.insert(firstVariable(Variable));
  const Expr *Found = nullptr;
  auto Find = [&](Stmt &Part) {
    const auto *Inner = dyn_cast<OMPExecutableDirective>(&Part);
    if (Inner)
      for (const auto *Clause : Inner->getClausesOfKind<OMPInReductionClause>())
        for (const Expr *Variable : release::variables(*Clause))
          if (Reduced.contains(firstVariable(Variable)))
            Found = Variable;
    return true;
  };
  walkStatements(D.getInnermostCapturedStmt()->getCapturedStmt(), Find);
  if (!Found)
    return true;
  error(Ctx.getDiagnostics(), Found->getExprLoc(),
        "with 'reproducible', no task in the body of the 'taskloop' can add to "
        "its reduction, because tasks add in any order; add to the variable in "
        "the iteration itself, or remove 'reproducible'");
  return false;
}

bool checkReductions(const ASTContext &Ctx, const OMPLoopDirective &D) {
  // Clang removes a clause that it reports, so after an error nobody knows
  // whether there was one.
  if (!D.hasClausesOfKind<OMPReductionClause>() &&
      !D.hasClausesOfKind<OMPInReductionClause>() &&
      !Ctx.getDiagnostics().hasErrorOccurred())
    warning(Ctx.getDiagnostics(), D.getBeginLoc(),
            "'reproducible' does nothing, because this directive has no "
            "'reduction' clause; write it where the directive of the loop "
            "has one");
  if (isTaskloop(D) && !(checkMembers(Ctx, D) && checkParticipants(Ctx, D)))
    return false;
  for (const auto *Clause : D.getClausesOfKind<OMPReductionClause>()) {
    if (Clause->getModifier() == OMPC_REDUCTION_task) {
      error(Ctx.getDiagnostics(), Clause->getModifierLoc(),
            "a 'task' reduction cannot be reproducible, because tasks add to "
            "it in any order; remove the modifier or 'reproducible'");
      return false;
    }
    for (auto [Variable, Copy] :
         zip_equal(release::variables(*Clause), Clause->privates()))
      if (!Copy || // Clang has reported the variable
          !checkPart(Ctx, *Variable) ||
          !checkType(Ctx, *Variable,
                     cast<DeclRefExpr>(Copy)->getDecl()->getType()))
        return false;
  }
  return true;
}

} // namespace usersched
