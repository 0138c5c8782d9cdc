//===- ConstructChecks.cpp - what a construct demands of its loop ---------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stage 1 gives Clang a worksharing loop in the place of a `loop` construct.
// OpenMP demands more of `loop`, which is checked here.
//
//===----------------------------------------------------------------------===//
#include "lowering/ConstructChecks.h"
#include "base/Ast19And22.h"
#include "base/Diagnostics.h"
#include "lowering/IterationSpace.h"
#include "lowering/LoopItems.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace llvm;

namespace usersched {

// Without a bind clause, `loop` means a loop that threads divide only in a
// region of theirs.
static bool checkBinding(DiagnosticsEngine &Diags, const OMPLoopDirective &D,
                         const OMPExecutableDirective *Region,
                         StringRef Written) {
  if (Written != "loop" ||
      (Region && isOpenMPParallelDirective(Region->getDirectiveKind())))
    return true;
  error(Diags, D.getBeginLoc(),
        "'omp loop' without a 'bind' clause must stand directly in a parallel "
        "region to be scheduled by load; write 'omp loop bind(parallel)'");
  return false;
}

// A `loop` lets iterations run in any order, so no other variable has a last
// value.
static bool checkLastprivate(DiagnosticsEngine &Diags,
                             const OMPLoopDirective &D, StringRef Written,
                             const AnnotatedLoop &Loop) {
  if (Written.empty())
    return true;
  for (const auto *Clause : D.getClausesOfKind<OMPLastprivateClause>())
    for (const Expr *E : release::variables(*Clause)) {
      const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
      if (Ref && Loop.Variables.contains(Ref->getDecl()))
        continue;
      Diags.Report(E->getExprLoc(),
                   diag::err_omp_lastprivate_loop_var_non_loop_iteration)
          << Written.split(" bind").first;
      return false;
    }
  return true;
}

// In a nest that is not rectangular, the last numbers may stand for no
// iteration. Clang takes the value from the team that has the last number.
static bool checkLastOfTeams(DiagnosticsEngine &Diags,
                             const OMPLoopDirective &D) {
  const auto Clauses = D.getClausesOfKind<OMPLastprivateClause>();
  if (Clauses.empty() || isRectangular(D) ||
      !isOpenMPLoopBoundSharingDirective(D.getDirectiveKind()))
    return true;
  error(Diags, (*Clauses.begin())->getBeginLoc(),
        "'lastprivate' needs a rectangular nest of loops in a 'teams' region, "
        "because in others a team may have no iteration; use 'parallel for'");
  return false;
}

bool checkConstruct(ASTContext &Ctx, const OMPLoopDirective &D,
                    const OMPExecutableDirective *Region, AnnotatedLoop &Loop) {
  DiagnosticsEngine &Diags = Ctx.getDiagnostics();
  const Item *Directive = Loop.find("directive");
  const StringRef Written = Directive ? Directive->Text : "";
  return checkBinding(Diags, D, Region, Written) &&
         checkLastprivate(Diags, D, Written, Loop) &&
         checkLastOfTeams(Diags, D);
}

} // namespace usersched
