//===- ThreadDataCheck.cpp - loops that rely on static for their threads --===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "threaddata/ThreadDataCheck.h"
#include "base/Ast19And22.h"
#include "base/Diagnostics.h"
#include "base/TreeWalk.h"
#include "nowait/Regions.h"
#include "threaddata/DataUse.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include <map>

using namespace clang;
using namespace llvm;

namespace usersched {

namespace {

using StaticLoops = DenseMap<const Stmt *, bool>;

// A loop with schedule(static) and the sequential loops around it.
struct PlacedLoop {
  const OMPLoopDirective *Directive;
  SmallVector<const Stmt *, 2> Around;
};

// Finds the loops of one region, without those of the regions in it.
class StaticLoopFinder : public TreeWalk {
public:
  explicit StaticLoopFinder(const StaticLoops &Static) : Static(Static) {}

  std::vector<PlacedLoop> Found; // in the order of the text

private:
  bool enter(Stmt &S) override {
    if (const auto *D = dyn_cast<OMPExecutableDirective>(&S);
        D && (isOpenMPParallelDirective(D->getDirectiveKind()) ||
              isOpenMPTeamsDirective(D->getDirectiveKind())))
      return false;
    if (isa<LambdaExpr>(S))
      return false;
    if (isa<OMPForDirective, OMPForSimdDirective>(S) && Static.contains(&S))
      Found.push_back({cast<OMPLoopDirective>(&S), Around});
    if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S))
      Around.push_back(&S);
    return true;
  }
  void leave(Stmt &S) override {
    if (!Around.empty() && Around.back() == &S)
      Around.pop_back();
  }

  const StaticLoops &Static;
  SmallVector<const Stmt *, 2> Around;
};

// Checks the pairs of loops of one region.
class PairCheck {
public:
  PairCheck(ASTContext &Ctx, const StaticLoops &Static,
            DenseSet<SourceLocation> &Warned, const Stmt &Body,
            const OMPExecutableDirective *Parallel)
      : Ctx(Ctx), Static(Static), Warned(Warned), Region(Body, Parallel) {}

  void run(ArrayRef<PlacedLoop> Loops);

private:
  // What an earlier loop leaves in its thread, and what a later one does with
  // it.
  struct Reliance {
    const OMPLoopDirective &First, &Second;
    const ValueDecl &Left, &Used; // Used is Left, or depends on it
    const Stmt &Write, &Publication;
  };

  const DataUse &use(const OMPLoopDirective &D) {
    std::unique_ptr<DataUse> &Use = Uses[&D];
    if (!Use)
      Use = std::make_unique<DataUse>(Ctx, Region, D);
    return *Use;
  }
  void check(const OMPLoopDirective &First, const OMPLoopDirective &Second);
  void warn(const Reliance &Found);

  ASTContext &Ctx;
  const StaticLoops &Static;
  DenseSet<SourceLocation> &Warned;
  RegionData Region;
  std::map<const OMPLoopDirective *, std::unique_ptr<DataUse>> Uses;
};

} // namespace

void PairCheck::run(ArrayRef<PlacedLoop> Loops) {
  for (size_t I = 0; I < Loops.size(); ++I)
    for (size_t J = 0; J < Loops.size(); ++J) {
      // A sequential loop around both makes each one the earlier.
      const bool IsRepeated =
          I != J && !Loops[I].Around.empty() && !Loops[J].Around.empty() &&
          Loops[I].Around.front() == Loops[J].Around.front();
      if (I < J || IsRepeated)
        check(*Loops[I].Directive, *Loops[J].Directive);
    }
}

void PairCheck::check(const OMPLoopDirective &First,
                      const OMPLoopDirective &Second) {
  const SourceLocation Where =
      (Static.lookup(&Second) ? Second : First).getBeginLoc();
  if ((!Static.lookup(&First) && !Static.lookup(&Second)) ||
      Warned.contains(Where) ||
      warningLevel(Ctx.getDiagnostics(), Where) == DiagnosticsEngine::Ignored)
    return;
  const DataUse &Earlier = use(First), &Later = use(Second);
  for (const auto &[Left, Write] : Earlier.Written) {
    const Dependence OfLeft = Region.dependentOn(*Left);
    for (const ValueDecl *Used : Later.Read) {
      // A state that both loops run through, as that of a random generator or a
      // pool of memory, may go on anywhere. What all threads compute alike from
      // the data of all of them does not depend on who has left it.
      const bool Relies = Used == Left ? !Earlier.publishes(*Used)
                                       : OfLeft.contains(*Used) &&
                                             Region.differsByThread(*Used) &&
                                             !Earlier.Written.contains(Used);
      const Stmt *Publication = Relies ? Later.publishes(*Used) : nullptr;
      if (Publication)
        return warn({First, Second, *Left, *Used, *Write, *Publication});
    }
  }
}

void PairCheck::warn(const Reliance &Found) {
  DiagnosticsEngine &Diags = Ctx.getDiagnostics();
  const SourceManager &SM = Ctx.getSourceManager();
  const bool IsSecond = Static.lookup(&Found.Second);
  const OMPLoopDirective &Here = IsSecond ? Found.Second : Found.First;
  const OMPLoopDirective &Other = IsSecond ? Found.First : Found.Second;
  const SourceLocation Where = Here.getBeginLoc();
  Warned.insert(Where);
  warning(
      Diags, Where,
      "%select{the loop at line %1|this loop}0 uses what its thread has "
      "written to %2 in %select{this loop|the loop at line %1}0; OpenMP "
      "promises only for two loops under 'schedule(static)', which '#pragma "
      "ompx usersched' replaces, that iteration i of both has one thread")
      << IsSecond << SM.getPresumedLineNumber(Other.getBeginLoc())
      << &Found.Left;
  report(Diags, DiagnosticsEngine::Note, Found.Write.getBeginLoc(),
         "%0 is written here")
      << &Found.Left;
  report(Diags, DiagnosticsEngine::Note, Found.Publication.getBeginLoc(),
         "and %0 decides on what is written here")
      << &Found.Used;
  report(Diags, DiagnosticsEngine::Note, Where,
         "remove '#pragma ompx usersched' from both loops, or keep the data by "
         "block of iterations instead of by thread");
}

// Returns true if the clause is schedule(static) or schedule(static, c), also
// behind modifiers.
static bool isStatic(StringRef Clause) {
  if (!Clause.consume_front("schedule("))
    return false;
  const size_t Modifiers = Clause.find(':');
  if (Modifiers != StringRef::npos)
    Clause = Clause.drop_front(Modifiers + 1);
  return Clause.ltrim().starts_with("static");
}

void ThreadDataCheck::note(const OMPLoopDirective &D, bool IsByLoad,
                           StringRef Schedule) {
  const auto *Clause = D.getSingleClause<OMPScheduleClause>();
  const bool IsStatic =
      IsByLoad ? isStatic(Schedule)
               : Clause && Clause->getScheduleKind() == OMPC_SCHEDULE_static;
  if (!IsStatic)
    return;
  Static[&D] = IsByLoad;
  HasAnnotated |= IsByLoad;
}

void ThreadDataCheck::check(const Decl &D) {
  if (HasAnnotated && Static.size() > 1 &&
      !release::hasMistakes(Ctx.getDiagnostics()))
    forEachRegion(D, [&](const Stmt &Body, const OMPExecutableDirective *P) {
      StaticLoopFinder Finder(Static);
      Finder.walk(&Body);
      if (Finder.Found.size() > 1)
        PairCheck(Ctx, Static, Warned, Body, P).run(Finder.Found);
    });
  HasAnnotated = false;
  Static.clear();
}

} // namespace usersched
