//===- BarrierFinder.cpp - statements that may wait for all threads -------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "nowait/BarrierFinder.h"
#include "base/TreeWalk.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace llvm;
using namespace llvm::omp;

namespace usersched {

namespace {

class WaitFinder : public TreeWalk {
public:
  explicit WaitFinder(BarrierFinder &Barriers) : Barriers(Barriers) {}

  bool Found = false;

private:
  bool enter(Stmt &S) override {
    if (Found)
      return false;
    if (const auto *D = dyn_cast<OMPExecutableDirective>(&S)) {
      // A barrier inside another directive is not this team's: in a parallel
      // region or a task it is another team's, and where a single thread runs
      // there can be none.
      Found = BarrierFinder::waits(*D);
      return isa<OMPScopeDirective>(D);
    }
    if (const auto *Call = dyn_cast<CallExpr>(&S))
      Found = mayWait(*Call);
    else if (const auto *Construct = dyn_cast<CXXConstructExpr>(&S))
      Found = Barriers.mayWait(Construct->getConstructor());
    return !isa<LambdaExpr>(S); // A lambda waits where it is called.
  }
  bool entersTypes() const override { return false; }

  bool mayWait(const CallExpr &E) {
    const FunctionDecl *Callee = E.getDirectCallee();
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
    return !Callee || (Method && Method->isVirtual()) ||
           Barriers.mayWait(Callee);
  }

  BarrierFinder &Barriers;
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

bool BarrierFinder::mayWait(const Stmt *S) {
  WaitFinder Finder(*this);
  Finder.walk(S);
  return Finder.Found;
}

bool BarrierFinder::mayWait(const FunctionDecl *Callee) {
  const auto [Answer, IsNew] = Answers.try_emplace(Callee, false);
  if (!IsNew)
    return Answer->second;
  const SourceManager &Sources = Callee->getASTContext().getSourceManager();
  if (Callee->getBuiltinID() || Callee->isImplicit() || Callee->isDefaulted() ||
      Sources.isInSystemHeader(Callee->getLocation()))
    return false;
  const FunctionDecl *Definition = nullptr;
  const bool Result =
      !Callee->hasBody(Definition) || mayWait(Definition->getBody());
  // The recursion may have moved the table, so that Answer points nowhere.
  return Answers[Callee] = Result;
}

} // namespace usersched
