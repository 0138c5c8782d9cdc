//===- Fitness.cpp - loops that cannot be scheduled by load ---------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plugin refuses most of these loops: see "Messages of the compiler" in
// docs/reference.md.
//
//===----------------------------------------------------------------------===//
#include "Fitness.h"
#include "Nest.h"
#include "ThreadState.h"
#include "Waiting.h"
#include "base/Ast19And22.h"
#include "base/TreeWalk.h"
#include "nowait/LoopAccesses.h"
#include "nowait/Regions.h"
#include "nowait/UnfinishedLoops.h"
#include "pragma/Constructs.h"
#include "clang/Basic/SourceManager.h"
#include <map>

using namespace clang;
using namespace llvm;

namespace usersched {

static std::string nameOf(const OMPExecutableDirective &D) {
  return getOpenMPDirectiveName(D.getDirectiveKind()).str();
}

static bool isParallel(const OMPExecutableDirective &D) {
  return isOpenMPParallelDirective(D.getDirectiveKind()) ||
         isOpenMPTeamsDirective(D.getDirectiveKind());
}

static std::string whyUnfitBinding(const OMPLoopDirective &D,
                                   ArrayRef<const Stmt *> Around) {
  const std::string Name = nameOf(D);
  const Construct &Kind = findConstruct(Name);
  const auto *Bind = D.getSingleClause<OMPBindClause>();
  if (!Kind.isReplaced())
    return "";
  if (Bind) {
    const StringRef Written =
        getOpenMPSimpleClauseTypeName(omp::OMPC_bind, Bind->getBindKind());
    return Written == Kind.Binding
               ? ""
               : ("the threads of a team do not divide it, because it has "
                  "'bind(" +
                  Written + ")'")
                     .str();
  }
  const auto *Region = Around.empty()
                           ? nullptr
                           : dyn_cast<OMPExecutableDirective>(Around.back());
  if (Name == "loop" &&
      !(Region && isOpenMPParallelDirective(Region->getDirectiveKind())))
    return "it needs 'bind(parallel)', because it stands in no parallel region";
  return "";
}

static std::string whyUnfitOrder(const OMPLoopDirective &D) {
  const auto *Order = D.getSingleClause<OMPOrderClause>();
  if (!Order || Order->getModifier() == OMPC_ORDER_MODIFIER_unconstrained)
    return "";
  if (isParallel(D) && Order->getModifier() != OMPC_ORDER_MODIFIER_reproducible)
    return "";
  return "'order(concurrent)' promises that such loops are divided alike; "
         "'order(unconstrained: concurrent)' would not";
}

static std::string whyUnfitSchedule(const OMPLoopDirective &D, const Work &Done,
                                    ArrayRef<const Stmt *> Around) {
  const auto *Schedule = D.getSingleClause<OMPScheduleClause>();
  if (!Schedule || Schedule->getScheduleKind() == OMPC_SCHEDULE_static)
    if (const VarDecl *State = growingState(D, Around))
      return "iterations compare what earlier ones of their thread left in '" +
             State->getNameAsString() +
             "' with values of their own, and may rely on each thread's "
             "iterations to rise";
  if (!Schedule)
    return "";
  if (Schedule->getScheduleKind() == OMPC_SCHEDULE_static &&
      (Done.UsesThread || namesThread(D)))
    return "it uses its thread's number or what belongs to its thread, and "
           "'schedule(static)' says which thread that is";
  if (Done.SharesElements && Schedule->getChunkSize())
    return "iterations write parts of one element, as bits of a word, which "
           "the chunk size of 'schedule' may keep together; '#pragma omp tile' "
           "below the pragma does, too";
  for (auto Modifier : {Schedule->getFirstScheduleModifier(),
                        Schedule->getSecondScheduleModifier()})
    if (Modifier == OMPC_SCHEDULE_MODIFIER_monotonic)
      return "'monotonic' promises each thread rising iterations";
  return "";
}

static bool isRectangular(const OMPLoopDirective &D) {
  const Nest Loops = nestOf(D);
  for (size_t I = 1; I < Loops.Loops.size(); ++I) {
    const auto *For = dyn_cast<ForStmt>(Loops.Loops[I]);
    bool Depends = false;
    for (const Stmt *Part :
         {For ? For->getInit() : nullptr,
          For ? static_cast<const Stmt *>(For->getCond()) : nullptr})
      if (Part)
        walkStatements(Part, [&](Stmt &S) {
          const auto *Ref = dyn_cast<DeclRefExpr>(&S);
          for (size_t J = 0; Ref && J < I; ++J)
            Depends |= Ref->getDecl() == Loops.Variables[J];
          return !Depends;
        });
    if (Depends)
      return false;
  }
  return true;
}

static std::string whyUnfitClauses(const ASTContext &Ctx,
                                   const OMPLoopDirective &D) {
  if (D.hasClausesOfKind<OMPOrderedClause>())
    return "'ordered' prescribes an order";
  for (const auto *Reduction : D.getClausesOfKind<OMPReductionClause>())
    if (Reduction->getModifier() == OMPC_REDUCTION_inscan)
      return "an 'inscan' reduction prescribes who runs what";
  for (const auto *Last : D.getClausesOfKind<OMPLastprivateClause>()) {
    if (Last->getKind() == OMPC_LASTPRIVATE_conditional &&
        !Ctx.getLangOpts().CPlusPlus)
      return "clang 19 compiles 'lastprivate(conditional: ...)' wrongly in C";
    if (isOpenMPLoopBoundSharingDirective(D.getDirectiveKind()) &&
        !isRectangular(D))
      return "'lastprivate' needs a rectangular nest of loops in a 'teams' "
             "region";
  }
  return "";
}

static std::string whyUnfitOrderOfIterations(const ASTContext &Ctx,
                                             const OMPLoopDirective &D) {
  const Stmt *Loop = waitingLoop(Ctx, D);
  if (!Loop)
    return "";
  return "the loop at line " +
         std::to_string(Ctx.getSourceManager().getExpansionLineNumber(
             Loop->getBeginLoc())) +
         " waits for what another iteration changes, and may do so for ever "
         "if iterations run in another order";
}

std::string whyUnfit(const ASTContext &Ctx, const OMPLoopDirective &D,
                     const Work &Done, ArrayRef<const Stmt *> Around) {
  if (isDeviceLoop(nameOf(D)))
    return "it is compiled for a device";
  for (const Stmt *S : Around)
    if (const auto *Outer = dyn_cast<OMPExecutableDirective>(S);
        Outer && isOpenMPTargetExecutionDirective(Outer->getDirectiveKind()))
      return "it stands in a 'target' region, which is compiled for a device";
  for (const std::string &Why :
       {whyUnfitClauses(Ctx, D), whyUnfitOrder(D), whyUnfitBinding(D, Around),
        whyUnfitSchedule(D, Done, Around), whyUnfitOrderOfIterations(Ctx, D)})
    if (!Why.empty())
      return Why;
  return "";
}

namespace {

// Compares the loops of one parallel region, or of a function that may be
// called in one, as the plugin's NowaitCheck does.
class PairFinder {
public:
  PairFinder(ASTContext &Ctx, DenseMap<const Stmt *, std::string> &Found)
      : Ctx(Ctx), Found(Found) {}

  void run(const Stmt &Body, const OMPExecutableDirective *Parallel) {
    const RegionView Region(Body, Parallel);
    findUnfinishedLoops(
        Ctx, Body, [&](const ReachedLoop &First, const ReachedLoop &Second) {
          compare(Region, First, Second);
        });
  }

private:
  void compare(const RegionView &Region, const ReachedLoop &First,
               const ReachedLoop &Second) {
    auto Accesses = [&](const ReachedLoop &L) {
      return accessesOf(LoopView(Ctx, Region, *L.Directive, L.Values), {});
    };
    auto Changes = [&](const VarDecl *V) { return First.changeOf(V); };
    const std::vector<Access> Later = Accesses(Second);
    for (const Access &A : Accesses(First))
      for (const Access &B : Later)
        if ((A.IsWrite || B.IsWrite) && mayMeet(A.Path, B.Path, Changes))
          return note(First, Second, nameOf(Ctx, A));
  }
  void note(const ReachedLoop &First, const ReachedLoop &Second,
            const std::string &Name) {
    auto Line = [&](const ReachedLoop &L) {
      return std::to_string(Ctx.getSourceManager().getExpansionLineNumber(
          L.Directive->getBeginLoc()));
    };
    const std::string Why = "it shares '" + Name + "' with the loop at line ";
    const std::string End = ", without a barrier in between ('nowait')";
    Found[First.Directive] = Why + Line(Second) + End;
    Found[Second.Directive] = Why + Line(First) + End;
  }

  ASTContext &Ctx;
  DenseMap<const Stmt *, std::string> &Found;
};

} // namespace

DenseMap<const Stmt *, std::string> loopsWithoutBarrier(ASTContext &Ctx,
                                                        const Decl &D) {
  DenseMap<const Stmt *, std::string> Found;
  PairFinder Pairs(Ctx, Found);
  forEachRegion(D, [&](const Stmt &Body, const OMPExecutableDirective *P) {
    Pairs.run(Body, P);
  });
  return Found;
}

} // namespace usersched
