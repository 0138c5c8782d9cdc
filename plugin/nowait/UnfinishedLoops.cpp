//===- UnfinishedLoops.cpp - loops that run while others begin ------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows the statements of a region as a thread does, with the set of nowait
// loops that have had no barrier since. A sequential loop is followed twice:
// the second time with what its first iteration left. What such a loop or a
// branch assigns has no known value behind it, nor where the loop starts again.
//
//===----------------------------------------------------------------------===//
#include "nowait/UnfinishedLoops.h"
#include "nowait/BarrierFinder.h"
#include "nowait/VariableFacts.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/ScopeExit.h"

using namespace clang;
using namespace llvm;

namespace usersched {

// Deeper nests of sequential loops around worksharing loops are followed once.
static constexpr unsigned MostNested = 4;

Change ReachedLoop::changeOf(const VarDecl *Variable) const {
  for (const auto &[V, By] : Changes)
    if (V == Variable)
      return By;
  return Change::None;
}

void ReachedLoop::change(const VarDecl *Variable, Change By) {
  if (!Variable)
    return;
  for (auto &[V, Before] : Changes)
    if (V == Variable) {
      Before = std::max(Before, By);
      return;
    }
  Changes.push_back({Variable, By});
}

bool ReachedLoop::operator==(const ReachedLoop &Other) const {
  // The same directive is always reached with the same values.
  return Directive == Other.Directive && Changes == Other.Changes;
}

namespace {

using State = SmallVector<ReachedLoop, 4>;

void merge(State &Into, const State &From) {
  for (const ReachedLoop &L : From)
    if (!is_contained(Into, L))
      Into.push_back(L);
}

class Follower {
public:
  explicit Follower(
      function_ref<void(const ReachedLoop &, const ReachedLoop &)> Meet)
      : Meet(Meet) {}

  void follow(const Stmt *S);

private:
  void followOther(const Stmt &S) {
    finish(&S);
    forgetChanged(S);
  }
  void followDirective(const OMPExecutableDirective &D);
  void followIf(const IfStmt &If);
  void followSwitch(const SwitchStmt &Switch);
  void followTry(const CXXTryStmt &Try);
  void followLoop(const Stmt &Loop, const Stmt &Body,
                  const VarDecl *Counter = nullptr);
  void finish(const Stmt *S) {
    if (!Now.empty() && Barriers.mayWait(S))
      Now.clear();
  }
  void change(const VarDecl *Variable, Change By) {
    for (ReachedLoop &L : Now)
      L.change(Variable, By);
  }
  // After statements of which a thread may have run any.
  void forgetChanged(const Stmt &S) {
    if (Values.empty())
      return;
    const VariableFacts Facts = variableFacts(S);
    for (const auto *Set : {&Facts.Changed, &Facts.Stepped, &Facts.Counters})
      for (const VarDecl *Variable : *Set)
        Values.erase(Variable);
  }
  void assign(const Stmt &S) {
    const auto *E = dyn_cast<BinaryOperator>(&S);
    if (E && E->getOpcode() == BO_Assign)
      if (const VarDecl *Variable = variableOf(E->getLHS()))
        Values[Variable] = E->getRHS();
  }
  // Follows Body, from which a break or continue leads to Ends or Nexts.
  void followJumps(const Stmt &Body, State &Ends, State *Nexts) {
    State *OuterEnds = std::exchange(Breaks, &Ends);
    State *OuterNexts = Nexts ? std::exchange(Continues, Nexts) : Continues;
    follow(&Body);
    Breaks = OuterEnds;
    Continues = OuterNexts;
  }

  function_ref<void(const ReachedLoop &, const ReachedLoop &)> Meet;
  BarrierFinder Barriers;
  State Now;
  AssignedValues Values;
  State *Breaks = nullptr, *Continues = nullptr;
  State AtSwitch;
  unsigned Depth = 0;
};

} // namespace

void Follower::followDirective(const OMPExecutableDirective &D) {
  const bool IsNowait = D.hasClausesOfKind<OMPNowaitClause>();
  if (isa<OMPForDirective, OMPForSimdDirective>(D)) {
    const ReachedLoop Reached{cast<OMPLoopDirective>(&D), Values, {}};
    for (const ReachedLoop &L : Now)
      Meet(L, Reached);
    if (!IsNowait)
      return Now.clear();
    return merge(Now, {Reached});
  }
  if (isa<OMPScopeDirective>(D))
    follow(D.getInnermostCapturedStmt()->getCapturedStmt());
  if (BarrierFinder::waits(D))
    Now.clear();
}

void Follower::followIf(const IfStmt &If) {
  finish(If.getInit());
  finish(If.getConditionVariableDeclStmt());
  finish(If.getCond());
  State Before = Now;
  const AssignedValues ValuesBefore = Values;
  follow(If.getThen());
  std::swap(Now, Before);
  Values = ValuesBefore;
  follow(If.getElse());
  merge(Now, Before);
  forgetChanged(If);
}

void Follower::followSwitch(const SwitchStmt &Switch) {
  finish(Switch.getInit());
  finish(Switch.getCond());
  State Ends = Now;
  State Outer = std::exchange(AtSwitch, std::exchange(Now, {}));
  followJumps(*Switch.getBody(), Ends, nullptr);
  merge(Now, Ends);
  AtSwitch = std::move(Outer);
  forgetChanged(Switch);
}

void Follower::followTry(const CXXTryStmt &Try) {
  State Thrown = Now, After;
  follow(Try.getTryBlock());
  merge(Thrown, Now);
  std::swap(After, Now);
  for (unsigned I = 0; I < Try.getNumHandlers(); ++I) {
    Now = Thrown;
    Values.clear();
    follow(Try.getHandler(I)->getHandlerBlock());
    merge(After, Now);
  }
  Now = std::move(After);
  forgetChanged(Try);
}

void Follower::followLoop(const Stmt &Loop, const Stmt &Body,
                          const VarDecl *Counter) {
  if (!BarrierFinder::hasWorksharingLoop(Body))
    return followOther(Loop);
  // Its start sets the counter to what it may have been before.
  change(Counter, Change::Any);
  State After;
  const unsigned Passes = Depth < MostNested ? 2 : 1;
  ++Depth;
  for (unsigned Pass = 0; Pass < Passes; ++Pass) {
    State Next;
    forgetChanged(Loop);
    followJumps(Body, After, &Next);
    merge(Now, Next);
    merge(After, Now);
    change(Counter, Change::Advanced);
  }
  --Depth;
  Now = std::move(After);
  change(Counter, Change::Any);
  forgetChanged(Loop);
}

void Follower::follow(const Stmt *S) {
  if (!S)
    return;
  if (const auto *D = dyn_cast<OMPExecutableDirective>(S))
    return followDirective(*D);
  if (const auto *If = dyn_cast<IfStmt>(S))
    return followIf(*If);
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return followSwitch(*Switch);
  if (const auto *Try = dyn_cast<CXXTryStmt>(S))
    return followTry(*Try);
  if (const auto *For = dyn_cast<ForStmt>(S))
    return followLoop(*For, *For->getBody(), counterOf(*For));
  if (const auto *For = dyn_cast<CXXForRangeStmt>(S))
    return followLoop(*For, *For->getBody());
  if (const auto *While = dyn_cast<WhileStmt>(S))
    return followLoop(*While, *While->getBody());
  if (const auto *Do = dyn_cast<DoStmt>(S))
    return followLoop(*Do, *Do->getBody());
  if (isa<SwitchCase>(S))
    merge(Now, AtSwitch);
  // Others come here, too.
  if (isa<SwitchCase, LabelStmt>(S))
    Values.clear();
  if (isa<CompoundStmt, LabelStmt, AttributedStmt, SwitchCase>(S)) {
    for (const Stmt *Child : S->children())
      if (!isa_and_nonnull<Expr>(Child) || !isa<SwitchCase>(S))
        follow(Child);
    return;
  }
  followOther(*S);
  assign(*S);
  // Nothing follows a jump in its place.
  if (State *To = isa<BreakStmt>(S)      ? Breaks
                  : isa<ContinueStmt>(S) ? Continues
                                         : nullptr)
    merge(*To, Now);
  if (isa<BreakStmt, ContinueStmt, ReturnStmt>(S))
    Now.clear();
}

void findUnfinishedLoops(
    const Stmt &Region,
    function_ref<void(const ReachedLoop &, const ReachedLoop &)> Meet) {
  Follower(Meet).follow(&Region);
}

} // namespace usersched
