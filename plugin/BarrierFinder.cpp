//===- BarrierFinder.cpp - statements that may wait for all threads -------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BarrierFinder.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace llvm;
using namespace llvm::omp;

namespace usersched {

namespace {

class WaitFinder : public RecursiveASTVisitor<WaitFinder> {
  using Base = RecursiveASTVisitor<WaitFinder>;

public:
  explicit WaitFinder(BarrierFinder &Barriers) : Barriers(Barriers) {}

  bool Found = false;

  // A barrier in a parallel region or a task is not one of this team; nor can
  // there be one in what a single thread runs.
  bool TraverseStmt(Stmt *S) {
    auto *D = dyn_cast_or_null<OMPExecutableDirective>(S);
    if (!D)
      return Base::TraverseStmt(S);
    Found |= BarrierFinder::waits(*D);
    return !Found && (!isa<OMPScopeDirective>(D) || Base::TraverseStmt(S));
  }
  bool TraverseLambdaExpr(LambdaExpr *) { return true; } // if it is called
  bool TraverseTypeLoc(TypeLoc) { return true; }
  bool VisitCallExpr(CallExpr *E) {
    const FunctionDecl *Callee = E->getDirectCallee();
    if (const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
        Method && Method->isVirtual())
      Callee = nullptr;
    Found |= !Callee || Barriers.mayWait(Callee);
    return !Found;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) {
    Found |= Barriers.mayWait(E->getConstructor());
    return !Found;
  }

private:
  BarrierFinder &Barriers;
};

class LoopFinder : public RecursiveASTVisitor<LoopFinder> {
public:
  bool VisitOMPLoopDirective(OMPLoopDirective *D) {
    Found |= isa<OMPForDirective, OMPForSimdDirective>(D);
    return !Found;
  }
  bool Found = false;
};

} // namespace

bool BarrierFinder::waits(const OMPExecutableDirective &D) {
  const OpenMPDirectiveKind Kind = D.getDirectiveKind();
  if (Kind == OMPD_barrier)
    return true;
  return (isOpenMPWorksharingDirective(Kind) || Kind == OMPD_scope ||
          Kind == OMPD_loop) &&
         !isOpenMPParallelDirective(Kind) &&
         !D.hasClausesOfKind<OMPNowaitClause>();
}

bool BarrierFinder::hasWorksharingLoop(const Stmt &S) {
  LoopFinder Finder;
  Finder.TraverseStmt(const_cast<Stmt *>(&S));
  return Finder.Found;
}

bool BarrierFinder::mayWait(const Stmt *S) {
  WaitFinder Finder(*this);
  Finder.TraverseStmt(const_cast<Stmt *>(S));
  return Finder.Found;
}

bool BarrierFinder::mayWait(const FunctionDecl *Callee) {
  auto [It, IsNew] = Known.try_emplace(Callee, false);
  if (!IsNew)
    return It->second;
  const SourceManager &Sources = Callee->getASTContext().getSourceManager();
  bool Result = false;
  const FunctionDecl *Definition = nullptr;
  if (Callee->getBuiltinID() || Callee->isImplicit() || Callee->isDefaulted() ||
      Sources.isInSystemHeader(Callee->getLocation()))
    Result = false;
  else if (Callee->hasBody(Definition))
    Result = mayWait(Definition->getBody());
  else
    Result = true;
  // The recursion may have grown the table.
  return Known[Callee] = Result;
}

} // namespace usersched
