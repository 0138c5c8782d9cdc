//===- LoadRaceCheck.cpp - loads that read what other iterations write ----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An iteration may write what its own load reads. So a write is reported only
// where the indices show that it is to an element which the load of another
// iteration reads.
//
//===----------------------------------------------------------------------===//
#include "nowait/LoadRaceCheck.h"
#include "base/Ast19And22.h"
#include "base/Diagnostics.h"
#include "base/TreeWalk.h"
#include "nowait/LoopAccesses.h"
#include "nowait/OtherIterations.h"
#include "nowait/Regions.h"
#include <optional>
#include <utility>

using namespace clang;
using namespace llvm;

namespace usersched {

namespace {

// Compares what the load of one loop reads with what the loop writes.
class LoadComparison {
public:
  explicit LoadComparison(const LoopView &Loop)
      : Loop(Loop), Others(Loop, Loop.Counters, OtherIterations::Unknown::Own) {
  }

  // Calls Found for a read of Loads and a write of another iteration to the
  // same element, if there are such.
  void run(ArrayRef<const Expr *> Loads,
           function_ref<void(const Access &, const Access &)> Found) const {
    const std::vector<Access> Reads = readsOfLoads(Loop, Loads);
    if (Reads.empty())
      return;
    // Iterations that take turns write what others do not read.
    if (asksForIteration(Loop.Body) ||
        any_of(Loads, [&](const Expr *Load) { return asksForIteration(Load); }))
      return;
    const std::vector<Access> Writes = writesOf(Loop);
    for (const Access &Read : Reads)
      for (const Access &Write : Writes)
        if (Others.meet(Read.Path, Write.Path) !=
            OtherIterations::Meeting::None)
          return Found(Read, Write);
  }

private:
  bool asksForIteration(const Stmt *S) const;

  const LoopView &Loop;
  const OtherIterations Others;
};

} // namespace

// Returns true if S asks which iteration it is: by ==, !=, % or &.
bool LoadComparison::asksForIteration(const Stmt *S) const {
  SmallPtrSet<const Stmt *, 4> Headers;
  bool Asks = false;
  walkStatements(S, [&](Stmt &Part) {
    if (const auto *For = dyn_cast<ForStmt>(&Part))
      if (Others.isCounter(counterOf(*For)))
        Headers.insert(For->getCond());
    const auto *Operator = dyn_cast<BinaryOperator>(&Part);
    if (!Operator || Headers.contains(Operator) ||
        !(Operator->isEqualityOp() || Operator->getOpcode() == BO_Rem ||
          Operator->getOpcode() == BO_And))
      return !Asks;
    for (const Expr *Side : {Operator->getLHS(), Operator->getRHS()})
      Asks |= any_of(Loop.read(Side).terms(),
                     [&](auto &T) { return Others.hasCounter(T.first); });
    return !Asks;
  });
  return Asks;
}

void LoadRaceCheck::note(const OMPLoopDirective &D,
                         ArrayRef<const Expr *> Loads) {
  Loops[&D].assign(Loads.begin(), Loads.end());
}

void LoadRaceCheck::check(const Decl &D) {
  if (Loops.empty())
    return;
  // By loop: the innermost region that it stands in.
  struct Place {
    const Stmt *Body;
    const OMPExecutableDirective *Parallel;
  };
  DenseMap<const Stmt *, Place> Places;
  if (!release::hasMistakes(Ctx.getDiagnostics()))
    forEachRegion(D, [&](const Stmt &Body, const OMPExecutableDirective *P) {
      walkStatements(&Body, [&](Stmt &S) {
        if (const auto *Loop = dyn_cast<OMPLoopDirective>(&S);
            Loop && Loops.contains(Loop))
          Places[Loop] =
              isOpenMPParallelDirective(Loop->getDirectiveKind())
                  ? Place{Loop->getInnermostCapturedStmt()->getCapturedStmt(),
                          Loop}
                  : Place{&Body, P};
        return true;
      });
    });
  const Stmt *LastBody = nullptr;
  std::optional<RegionView> Region; // of LastBody
  const AssignedValues NoValues;
  for (const auto &[Loop, Loads] : Loops)
    if (const auto Found = Places.find(Loop); Found != Places.end()) {
      const auto &[Body, Parallel] = Found->second;
      if (std::exchange(LastBody, Body) != Body)
        Region.emplace(*Body, Parallel);
      LoadComparison(LoopView(Ctx, *Region, *Loop, NoValues,
                              LoopView::Extent::OneIteration))
          .run(Loads, [&](const Access &Read, const Access &Write) {
            warn(Read, Write);
          });
    }
  Loops.clear();
}

void LoadRaceCheck::warn(const Access &Read, const Access &Write) {
  const SourceLocation Loc = Read.Where->getExprLoc();
  if (!Warned.insert(Loc).second)
    return;
  DiagnosticsEngine &Diags = Ctx.getDiagnostics();
  warning(Diags, Loc,
          "'#pragma ompx usersched' reads '%0', which other iterations of this "
          "loop may write at the same time; that would be a data race; read a "
          "copy that is made before the loop")
      << nameOf(Ctx, Read);
  report(Diags, DiagnosticsEngine::Note, Write.Where->getExprLoc(),
         "it is written here");
}

} // namespace usersched
