//===- NowaitCheck.cpp - loops that rely on static for want of a barrier --===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "nowait/NowaitCheck.h"
#include "base/Ast19And22.h"
#include "base/Diagnostics.h"
#include "base/TreeWalk.h"
#include "nowait/LoopAccesses.h"
#include "nowait/Regions.h"
#include "nowait/UnfinishedLoops.h"
#include "clang/Basic/SourceManager.h"
#include <map>

using namespace clang;
using namespace llvm;

namespace usersched {

namespace {

using AnnotatedLoops = DenseMap<const Stmt *, NowaitCheck::Expressions>;

// Checks the pairs of loops of one region.
class RegionCheck {
public:
  RegionCheck(ASTContext &Ctx, const Stmt &Body,
              const OMPExecutableDirective *Parallel,
              const AnnotatedLoops &Annotated, DenseSet<SourceLocation> &Warned)
      : Ctx(Ctx), Body(Body), Parallel(Parallel), Annotated(Annotated),
        Warned(Warned) {}

  void run() {
    // A region without such a loop has no pair to warn of. It may also be the
    // pattern of a template, of which Clang can build no graph.
    bool HasAnnotatedLoop = false;
    walkStatements(&Body, [&](Stmt &S) {
      HasAnnotatedLoop |= Annotated.contains(&S);
      return !HasAnnotatedLoop;
    });
    if (!HasAnnotatedLoop)
      return;
    findUnfinishedLoops(
        Ctx, Body, [&](const ReachedLoop &First, const ReachedLoop &Second) {
          check(First, Second);
        });
  }

private:
  const std::vector<Access> &accesses(const ReachedLoop &Loop) {
    const auto [Entry, IsNew] = Accesses.try_emplace(Loop.Directive);
    if (!IsNew)
      return Entry->second;
    if (!Region)
      Region.emplace(Body, Parallel);
    return Entry->second =
               accessesOf(LoopView(Ctx, *Region, *Loop.Directive, Loop.Values),
                          Annotated.lookup(Loop.Directive));
  }
  void check(const ReachedLoop &First, const ReachedLoop &Second);
  void warn(const OMPLoopDirective &First, const OMPLoopDirective &Second,
            const Access &A, const Access &B);

  ASTContext &Ctx;
  const Stmt &Body;
  const OMPExecutableDirective *Parallel;
  const AnnotatedLoops &Annotated;
  DenseSet<SourceLocation> &Warned;

  std::optional<RegionView> Region; // made when two loops are compared
  std::map<const OMPLoopDirective *, std::vector<Access>> Accesses;
};

} // namespace

static SourceLocation nowaitOf(const OMPLoopDirective &D) {
  return D.getSingleClause<OMPNowaitClause>()->getBeginLoc();
}

void RegionCheck::check(const ReachedLoop &First, const ReachedLoop &Second) {
  const SourceLocation Nowait = nowaitOf(*First.Directive);
  if ((!Annotated.contains(First.Directive) &&
       !Annotated.contains(Second.Directive)) ||
      Warned.contains(Nowait) ||
      warningLevel(Ctx.getDiagnostics(), Nowait) == DiagnosticsEngine::Ignored)
    return;
  auto Changes = [&](const VarDecl *V) { return First.changeOf(V); };
  const std::vector<Access> &Earlier = accesses(First),
                            &Later = accesses(Second);
  // One warning is enough, preferably of a read that comes before the write:
  // that is the mistake which people look for.
  for (auto [FirstWrites, SecondWrites] :
       {std::pair(true, false), std::pair(true, true), std::pair(false, true)})
    for (const Access &A : Earlier)
      for (const Access &B : Later)
        if (A.IsWrite == FirstWrites && B.IsWrite == SecondWrites &&
            !(A.IsProtected && B.IsProtected) &&
            mayMeet(A.Path, B.Path, Changes))
          return warn(*First.Directive, *Second.Directive, A, B);
}

void RegionCheck::warn(const OMPLoopDirective &First,
                       const OMPLoopDirective &Second, const Access &A,
                       const Access &B) {
  DiagnosticsEngine &Diags = Ctx.getDiagnostics();
  Warned.insert(nowaitOf(First));
  const unsigned Line =
      Ctx.getSourceManager().getPresumedLineNumber(Second.getBeginLoc());
  warning(Diags, nowaitOf(First),
          "'nowait' lets the %select{loop at line %1|next execution of this "
          "loop}0 %select{read|write}2 '%3' before this one has "
          "%select{read|written}4 it; OpenMP promises only for two loops under "
          "'schedule(static)', which '#pragma ompx usersched' replaces, that "
          "iteration i of both has one thread")
      << (&First == &Second) << Line << B.IsWrite << nameOf(Ctx, A)
      << A.IsWrite;
  report(Diags, DiagnosticsEngine::Note, A.Where->getExprLoc(),
         "it is %select{read|written}0 here")
      << A.IsWrite;
  report(Diags, DiagnosticsEngine::Note, B.Where->getExprLoc(),
         "and %select{read|written}0 here")
      << B.IsWrite;
  report(Diags, DiagnosticsEngine::Note, nowaitOf(First),
         "remove 'nowait', or '#pragma ompx usersched' from both loops")
      << FixItHint::CreateRemoval(nowaitOf(First));
}

void NowaitCheck::note(const OMPLoopDirective &D, const Expressions *Loads) {
  HasNowait |= D.hasClausesOfKind<OMPNowaitClause>();
  if (Loads)
    Annotated[&D] = *Loads;
}

void NowaitCheck::check(const Decl &D) {
  // As Clang's own analyses, the check needs a tree without mistakes.
  if (HasNowait && !Annotated.empty() &&
      !release::hasMistakes(Ctx.getDiagnostics())) {
    auto Check = [&](const Stmt &Region, const OMPExecutableDirective *D) {
      RegionCheck(Ctx, Region, D, Annotated, Warned).run();
    };
    forEachRegion(D, Check);
  }
  HasNowait = false;
  Annotated.clear();
}

} // namespace usersched
