//===- Regions.cpp - parallel regions, and what may run in one ------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "nowait/Regions.h"
#include "base/TreeWalk.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace llvm;

namespace usersched {

namespace {

class RegionFinder : public TreeWalk {
public:
  using Function =
      function_ref<void(const Stmt &, const OMPExecutableDirective *)>;
  explicit RegionFinder(Function Found) : Found(Found) {}

private:
  bool enter(Stmt &S) override {
    if (const auto *D = dyn_cast<OMPExecutableDirective>(&S);
        D && isOpenMPParallelDirective(D->getDirectiveKind()) &&
        !isa<OMPLoopDirective>(D) && D->hasAssociatedStmt())
      Found(*D->getInnermostCapturedStmt()->getCapturedStmt(), D);
    if (const auto *Lambda = dyn_cast<LambdaExpr>(&S))
      Found(*Lambda->getBody(), nullptr);
    return true;
  }
  void visit(Decl &D) override {
    if (const auto *F = dyn_cast<FunctionDecl>(&D);
        F && F->doesThisDeclarationHaveABody() && F->getBody() &&
        !F->isDependentContext())
      Found(*F->getBody(), nullptr);
    walkParts(D);
  }

  Function Found;
};

} // namespace

void forEachRegion(
    const Decl &D,
    function_ref<void(const Stmt &Body, const OMPExecutableDirective *Parallel)>
        Found) {
  RegionFinder(Found).walk(&D);
}

} // namespace usersched
