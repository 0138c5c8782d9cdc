//===- TaskloopScope.cpp - where a taskloop evaluates its load ------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang makes one task, stores the first and the last iteration into it, and
// lets libomp copy the task for each part of the loop. It evaluates the
// initializers of the two bounds where the task is made, when the bounds of the
// loop are known. The initializer of the first bound is the constant 0, so it
// can become `({ EXPRESSION; 0; })`.
//
// There, neither the iteration variable nor the counters have storage, and a
// counter may be a variable of the user that must keep its value. So E stands
// in a loop of one iteration that gives each of them storage (see
// OwnStorage.h).
//
//===----------------------------------------------------------------------===//
#include "lowering/TaskloopScope.h"
#include "base/Ast19And22.h"
#include "base/Diagnostics.h"
#include "base/MarkerCalls.h"
#include "base/TreeWalk.h"
#include "lowering/ItemNames.h"
#include "lowering/IterationSpace.h"
#include "lowering/LoopItems.h"
#include "lowering/OwnStorage.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/OpenMPKinds.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;
using namespace llvm;

namespace usersched {

bool isTaskloop(const OMPLoopDirective &D) {
  return isOpenMPTaskLoopDirective(D.getDirectiveKind());
}

static VarDecl *variable(const Expr *Ref) {
  return const_cast<VarDecl *>(
      cast<VarDecl>(cast<DeclRefExpr>(Ref)->getDecl()));
}

// Clang computes the last iteration also if there is none, and then it is
// anything.
Expr *taskloopCount(ASTContext &Ctx, MarkerCalls &Calls, OMPLoopDirective &D) {
  SourceLocation Loc = D.getBeginLoc();
  const QualType Type = Ctx.LongLongTy;
  Expr *Count =
      isRectangular(D)
          ? BinaryOperator::Create(
                Ctx,
                Calls.convert(variable(D.getUpperBoundVariable())->getInit(),
                              Type),
                Calls.convert(Calls.integer(1, Loc), Type), BO_Add, Type,
                VK_PRValue, OK_Ordinary, Loc, FPOptionsOverride())
          : Calls.convert(countToLastIteration(Ctx, Calls, D), Type);
  Count =
      new (Ctx) ConditionalOperator(D.getPreCond(), Loc, Count, Loc,
                                    Calls.convert(Calls.integer(0, Loc), Type),
                                    Type, VK_PRValue, OK_Ordinary);
  // Bounds of inner loops start from the first iteration of outer ones.
  Expr *Inits = nullptr;
  for (Expr *Init : D.dependent_inits())
    if (Init)
      Inits = Calls.comma(Inits, Init);
  return Calls.comma(Inits, Count);
}

// Returns what the lambda or block captures that directly contains the taskloop
// D, with no OpenMP region between. Clang crashes if the bounds or an `if` of
// such a taskloop name it; an outlined or captured region reaches it.
static SmallPtrSet<const Decl *, 4> capturesAround(const OMPLoopDirective &D) {
  SmallPtrSet<const Decl *, 4> Captures;
  const DeclContext *Around = cast<CapturedStmt>(D.getAssociatedStmt())
                                  ->getCapturedDecl()
                                  ->getDeclContext();
  if (isOpenMPParallelDirective(D.getDirectiveKind()))
    return Captures;
  if (const auto *Method = dyn_cast<CXXMethodDecl>(Around);
      Method && Method->getParent()->isLambda())
    for (const LambdaCapture &Capture : Method->getParent()->captures())
      if (Capture.capturesVariable())
        Captures.insert(Capture.getCapturedVar());
  if (const auto *Block = dyn_cast<BlockDecl>(Around))
    for (const BlockDecl::Capture &Capture : Block->captures())
      Captures.insert(Capture.getVariable());
  return Captures;
}

// Reports a reduction of one of Captures: Clang takes something else for the
// variable where it describes it, so that the tasks do not find it.
static bool
checkReducedCaptures(DiagnosticsEngine &Diags, const OMPLoopDirective &D,
                     const SmallPtrSetImpl<const Decl *> &Captures) {
  for (const auto *Clause : D.getClausesOfKind<OMPReductionClause>())
    for (const Expr *Reduced : release::variables(*Clause))
      if (const DeclRefExpr *Found = firstUse(Reduced, Captures)) {
        error(Diags, Found->getLocation(),
              "with 'reproducible', the 'reduction' of a 'taskloop' cannot "
              "name %0, which the lambda or block around it captures, because "
              "Clang does not find it there; reduce a variable that the lambda "
              "or block declares")
            << Found->getDecl();
        return false;
      }
  return true;
}

// Returns the region whose code makes the tasks of D; null if that is the
// function itself.
static const CapturedStmt *regionAround(const OMPLoopDirective &D) {
  if (isOpenMPParallelDirective(D.getDirectiveKind()))
    return D.getCapturedStmt(llvm::omp::OMPD_parallel);
  const DeclContext *Around = cast<CapturedStmt>(D.getAssociatedStmt())
                                  ->getCapturedDecl()
                                  ->getDeclContext();
  const DeclContext *In = Around;
  while (isa<CapturedDecl>(In))
    In = In->getParent();
  const auto *Function = dyn_cast<FunctionDecl>(In);
  const CapturedStmt *Found = nullptr;
  if (Function && In != Around)
    walkStatements(Function->getBody(), [&](Stmt &S) {
      auto *Region = dyn_cast<CapturedStmt>(&S);
      if (Region && Region->getCapturedDecl() == Around)
        Found = Region;
      return !Found;
    });
  return Found;
}

// Reports a name whose variable the region around D does not reach, because D
// has nothing but private copies of it: Clang crashes there.
static bool checkPrivateNames(DiagnosticsEngine &Diags,
                              const OMPLoopDirective &D,
                              const AnnotatedLoop &Loop) {
  SmallPtrSet<const Decl *, 4> Private;
  const CapturedStmt *Region = nullptr;
  for (const auto *Clause : D.getClausesOfKind<OMPPrivateClause>())
    for (const Expr *E : release::variables(*Clause)) {
      const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
      const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
      if (!Var || !Var->hasLocalStorage() || Loop.Variables.contains(Var))
        continue;
      if (!Region)
        Region = regionAround(D);
      if (Region && Var->getDeclContext() != Region->getCapturedDecl() &&
          !Region->capturesVariable(Var))
        Private.insert(Var);
    }
  for (const auto &[Key, I] : Loop.Items)
    if (const DeclRefExpr *Found = firstUse(I.Value, Private)) {
      error(Diags, Found->getLocation(),
            "the '%0' of '#pragma ompx usersched' cannot name %1, of which the "
            "region around this 'taskloop' has nothing but private copies; "
            "make it 'firstprivate'")
          << Key << Found->getDecl();
      return false;
    }
  return true;
}

bool checkTaskloopItems(ASTContext &Ctx, OMPLoopDirective &D,
                        AnnotatedLoop &Loop) {
  if (Loop.isInferred()) {
    error(Ctx.getDiagnostics(), D.getBeginLoc(),
          "the load of a 'taskloop' cannot be inferred, because its iterations "
          "run in tasks, apart from where these are made; write 'load: "
          "EXPRESSION', the work of one iteration");
    return false;
  }
  auto Captures = capturesAround(D);
  for (const Decl *Own : Loop.Variables)
    Captures.erase(Own);
  for (const auto &[Key, I] : Loop.Items) {
    const DeclRefExpr *Found = firstUse(I.Value, Captures);
    if (!Found)
      continue;
    error(Ctx.getDiagnostics(), Found->getLocation(),
          "the '%0' of '#pragma ompx usersched' cannot name %1, which the "
          "lambda or block around this 'taskloop' captures, because Clang does "
          "not find it there; name a variable that the lambda or block "
          "declares")
        << Key << Found->getDecl();
    return false;
  }
  return checkPrivateNames(Ctx.getDiagnostics(), D, Loop) &&
         (!Loop.find("reproducible") ||
          checkReducedCaptures(Ctx.getDiagnostics(), D, Captures));
}

static MutableArrayRef<OMPClause *> clausesOf(OMPLoopDirective &D) {
  const ArrayRef<OMPClause *> Clauses = D.clauses();
  return {const_cast<OMPClause **>(Clauses.data()), Clauses.size()};
}

// Puts a clause that says nothing to Clang in the place of `untied`.
void tieTasks(ASTContext &Ctx, OMPLoopDirective &D) {
  for (OMPClause *&Clause : clausesOf(D))
    if (isa<OMPUntiedClause>(Clause))
      Clause = new (Ctx)
          OMPMergeableClause(Clause->getBeginLoc(), Clause->getEndLoc());
}

static void collectNamed(const Stmt *S,
                         SmallPtrSetImpl<const Decl *> &Variables) {
  walkStatements(S, [&](Stmt &Part) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(&Part))
      Variables.insert(Ref->getDecl()->getCanonicalDecl());
    return true;
  });
}

void dropCopiesForItems(ASTContext &Ctx, OMPLoopDirective &D,
                        const AnnotatedLoop &Loop) {
  SmallPtrSet<const Decl *, 8> InItems, InLoop;
  for (const auto &[Key, I] : Loop.Items)
    if (I.Value)
      collectNamed(I.Value, InItems);
  collectNamed(D.getInnermostCapturedStmt()->getCapturedStmt(), InLoop);
  for (OMPClause *&Clause : clausesOf(D)) {
    auto *Old = dyn_cast<OMPFirstprivateClause>(Clause);
    if (!Old || !Old->isImplicit())
      continue;
    SmallVector<Expr *, 8> Variables, Copies, Inits;
    for (auto [Variable, Copy, Init] : zip_equal(
             release::variables(*Old), Old->private_copies(), Old->inits())) {
      const Decl *Named = variable(Variable)->getCanonicalDecl();
      if (InItems.contains(Named) && !InLoop.contains(Named))
        continue;
      Variables.push_back(const_cast<Expr *>(Variable));
      Copies.push_back(Copy);
      Inits.push_back(Init);
    }
    if (Variables.size() < Old->varlist_size())
      Clause = OMPFirstprivateClause::Create(
          Ctx, SourceLocation(), SourceLocation(), SourceLocation(), Variables,
          Copies, Inits, const_cast<Stmt *>(Old->getPreInitStmt()));
  }
}

// Builds `for (E; ; ) break;`, where the iteration variable and the counters
// have storage of their own.
static Stmt *withCounters(ASTContext &Ctx, OMPLoopDirective &D,
                          const AnnotatedLoop &Loop, Expr *E) {
  SourceLocation Loc = D.getBeginLoc();
  SmallVector<const VarDecl *, 8> Variables{variable(D.getIterationVariable())};
  for (ArrayRef<Expr *> Counters : {ArrayRef<Expr *>(D.counters()),
                                    ArrayRef<Expr *>(Loop.GeneratedCounters)})
    for (Expr *Counter : Counters)
      if (!is_contained(Variables, variable(Counter)))
        Variables.push_back(variable(Counter));
  auto *For = new (Ctx)
      ForStmt(Ctx, E, /*Cond=*/nullptr, /*condVar=*/nullptr,
              /*Inc=*/nullptr, new (Ctx) BreakStmt(Loc), Loc, Loc, Loc);
  return withOwnStorage(Ctx, Variables, *For);
}

void evaluateBeforeTasks(ASTContext &Ctx, OMPLoopDirective &D,
                         const AnnotatedLoop &Loop, Expr *Chain) {
  SourceLocation Loc = D.getBeginLoc();
  VarDecl *Lower = variable(D.getLowerBoundVariable());
  // Clang leaves out what stands behind an expression that never ends, but not
  // what stands behind the loop. So the marker of the taskloop is there, too.
  Expr *Marker = cast<BinaryOperator>(Chain)->getRHS();
  Stmt *Parts[] = {withCounters(Ctx, D, Loop, Chain), Marker, Lower->getInit()};
  auto *Block = CompoundStmt::Create(Ctx, Parts, FPOptionsOverride(), Loc, Loc);
  Lower->setInit(new (Ctx) StmtExpr(Block, Lower->getInit()->getType(), Loc,
                                    Loc, /*TemplateDepth=*/0));
}

} // namespace usersched
