//===- UnfinishedLoops.cpp - loops that run while others begin ------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A forward dataflow analysis over Clang's control-flow graph, until nothing
// changes. In that graph a directive stands behind the statements of its
// structured block, which is where its barrier is.
//
// A sequential loop is taken to run at least once, so that a barrier in it
// counts. The graph has a path around the loop: a thread that evaluates the
// loop's condition for the first time has a state of its own, which goes into
// the body but not behind the loop.
//
//===----------------------------------------------------------------------===//
#include "nowait/UnfinishedLoops.h"
#include "base/TreeWalk.h"
#include "nowait/BarrierFinder.h"
#include "nowait/VariableFacts.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Analysis/Analyses/PostOrderCFGView.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/BitVector.h"

using namespace clang;
using namespace llvm;

namespace usersched {

Change ReachedLoop::changeOf(const VarDecl *Variable) const {
  for (const auto &[Changed, How] : Changes)
    if (Changed == Variable)
      return How;
  return Change::None;
}

void ReachedLoop::change(const VarDecl *Variable, Change How) {
  for (auto &[Changed, Before] : Changes)
    if (Changed == Variable) {
      Before = std::max(Before, How);
      return;
    }
  Changes.push_back({Variable, How});
  llvm::sort(Changes); // so that == compares sets
}

namespace {

// What is known of a thread at one point of the region.
struct State {
  bool IsReachable = false;
  BitVector Unfinished; // by number: the loops that other threads may still run
  AssignedValues Values;

  // Adds what is known on another path to this point: its unfinished loops,
  // and only the values that both paths agree on. Returns true if this state
  // changes.
  bool merge(const State &Other);
};

void insert(BitVector &Set, unsigned Number) {
  Set.resize(std::max(Set.size(), Number + 1));
  Set.set(Number);
}

class Follower {
public:
  Follower(const CFG &Graph, const Stmt &Region);
  void run(function_ref<void(const ReachedLoop &, const ReachedLoop &)> Meet);

private:
  // First: before the first iteration of the loop whose condition is being
  // evaluated. Usual: everywhere else.
  struct States {
    State First, Usual;
  };

  void followBlock(const CFGBlock &Block);
  void followElement(const CFGElement &Element, States &Here);
  void followStatement(const Stmt &S, State &Here);
  void followDirective(const OMPExecutableDirective &D, State &Here);
  void followAssignments(const Stmt &S, State &Here);
  unsigned numberOf(const ReachedLoop &Loop);
  void change(const VarDecl *Counter, Change How, State &Here);

  const CFG &Graph;
  // Statements of structured blocks; only those of `scope` are followed.
  DenseSet<const Stmt *> Skipped;
  // The counter that the first and the last part of a loop's header set.
  DenseMap<const Stmt *, const VarDecl *> CounterSetBy, CounterSteppedBy;
  // Pointers that the region assigns to.
  SmallVector<const VarDecl *, VariableFacts::MostAssigned> Assigned;
  BarrierFinder Barriers;
  std::vector<ReachedLoop> Loops; // by number; all that differ, without Values
  DenseMap<const CFGBlock *, States> Before; // of each block
  bool HasChanged = false;                   // in this pass over the graph
  // What the last pass found: the values before each loop, and the pairs.
  DenseMap<const Stmt *, AssignedValues> ValuesBefore;
  std::vector<std::pair<unsigned, unsigned>> Pairs;
};

bool hasCondition(const Stmt *S) {
  return isa_and_nonnull<ForStmt, WhileStmt, CXXForRangeStmt>(S);
}

// Returns whether Block evaluates a condition before the loop's first iteration
// and before all others.
bool isHeader(const CFGBlock &Block) {
  return any_of(Block.preds(), [](const CFGBlock *Previous) {
    return Previous && hasCondition(Previous->getLoopTarget());
  });
}

} // namespace

bool State::merge(const State &Other) {
  if (!Other.IsReachable)
    return false;
  if (!IsReachable) {
    *this = Other;
    return true;
  }
  const bool HasMore = Other.Unfinished.test(Unfinished);
  Unfinished |= Other.Unfinished;
  SmallVector<const VarDecl *, 4> Differing;
  for (const auto &[Variable, Value] : Values)
    if (Other.Values.lookup(Variable) != Value)
      Differing.push_back(Variable);
  for (const VarDecl *Variable : Differing)
    Values.erase(Variable);
  return HasMore || !Differing.empty();
}

Follower::Follower(const CFG &Graph, const Stmt &Region) : Graph(Graph) {
  for (const auto &[Pointer, Values] : variableFacts(Region).Assigned)
    Assigned.push_back(Pointer);
  walkStatements(&Region, [&](Stmt &S) {
    if (const auto *For = dyn_cast<ForStmt>(&S))
      if (const VarDecl *Counter = counterOf(*For)) {
        CounterSetBy[For->getInit()] = Counter;
        CounterSteppedBy[For->getInc()->IgnoreParens()] = Counter;
      }
    const auto *D = dyn_cast<OMPExecutableDirective>(&S);
    if (!D || isa<OMPScopeDirective>(D) || !D->hasAssociatedStmt())
      return true;
    walkStatements(D->getRawStmt(), [&](Stmt &Part) {
      Skipped.insert(&Part);
      return true;
    });
    return false;
  });
}

unsigned Follower::numberOf(const ReachedLoop &Loop) {
  const auto Place = llvm::find(Loops, Loop);
  const unsigned Number = Place - Loops.begin();
  if (Place == Loops.end())
    Loops.push_back(Loop);
  return Number;
}

void Follower::change(const VarDecl *Counter, Change How, State &Here) {
  if (!Counter)
    return;
  BitVector Changed;
  for (unsigned Number : Here.Unfinished.set_bits()) {
    ReachedLoop Loop = Loops[Number];
    Loop.change(Counter, How);
    insert(Changed, numberOf(Loop));
  }
  Here.Unfinished = Changed;
}

// Notes that pointers may point elsewhere behind S.
void Follower::followAssignments(const Stmt &S, State &Here) {
  if (Assigned.empty() || Here.Unfinished.none())
    return;
  const VariableFacts Facts = variableFacts(S);
  for (const VarDecl *Pointer : Assigned)
    if (Facts.Changed.contains(Pointer) || Facts.Stepped.contains(Pointer) ||
        Facts.Declared.contains(Pointer))
      change(Pointer, Change::Any, Here);
}

void Follower::followDirective(const OMPExecutableDirective &D, State &Here) {
  if (isa<OMPForDirective, OMPForSimdDirective>(D)) {
    ReachedLoop Loop;
    Loop.Directive = cast<OMPLoopDirective>(&D);
    const unsigned Reached = numberOf(Loop);
    for (unsigned Number : Here.Unfinished.set_bits())
      Pairs.push_back({Number, Reached});
    ValuesBefore[&D] = Here.Values;
    insert(Here.Unfinished, Reached);
  }
  if (BarrierFinder::waits(D))
    Here.Unfinished.clear();
  if (D.hasAssociatedStmt() && !isa<OMPScopeDirective>(D))
    followAssignments(*D.getRawStmt(), Here);
}

void Follower::followStatement(const Stmt &S, State &Here) {
  // The graph follows the parts of a handler as well.
  if (Skipped.contains(&S) || isa<CXXCatchStmt>(S))
    return;
  if (const auto *D = dyn_cast<OMPExecutableDirective>(&S))
    return followDirective(*D, Here);
  if (Here.Unfinished.any() && Barriers.mayWait(&S))
    Here.Unfinished.clear();
  change(CounterSetBy.lookup(&S), Change::Any, Here);
  change(CounterSteppedBy.lookup(&S), Change::Advanced, Here);
  followAssignments(S, Here);
  if (!Here.Values.empty()) {
    const VariableFacts Facts = variableFacts(S);
    for (const auto *Set : {&Facts.Changed, &Facts.Stepped})
      for (const VarDecl *Variable : *Set)
        Here.Values.erase(Variable);
  }
  const auto *Assignment = dyn_cast<BinaryOperator>(&S);
  if (Assignment && Assignment->getOpcode() == BO_Assign)
    if (const VarDecl *Variable = variableOf(Assignment->getLHS()))
      Here.Values[Variable] = Assignment->getRHS();
}

void Follower::followElement(const CFGElement &Element, States &Here) {
  if (const auto Exit = Element.getAs<CFGLoopExit>()) {
    Here.First = State();
    const auto *For = dyn_cast<ForStmt>(Exit->getLoopStmt());
    if (For && !Skipped.contains(For))
      change(counterOf(*For), Change::Any, Here.Usual);
  }
  if (const auto S = Element.getAs<CFGStmt>())
    for (State *Path : {&Here.First, &Here.Usual})
      if (Path->IsReachable)
        followStatement(*S->getStmt(), *Path);
}

void Follower::followBlock(const CFGBlock &Block) {
  States Here = Before[&Block];
  for (const CFGElement &Element : Block)
    followElement(Element, Here);
  const bool EndsCondition = hasCondition(Block.getTerminatorStmt());
  for (const auto &[Number, Successor] : enumerate(Block.succs())) {
    const CFGBlock *Next = Successor;
    if (!Next)
      continue; // A condition that is constant never leads there.
    States There = Here;
    if (EndsCondition) {
      if (Number == 0) // to the body
        There.Usual.merge(There.First);
      There.First = State();
    }
    // A block with a loop target ends an iteration of that loop.
    if (isHeader(*Next) && !Block.getLoopTarget()) {
      There.First.merge(There.Usual);
      There.Usual = State();
    }
    States &Already = Before[Next];
    HasChanged |= Already.First.merge(There.First);
    HasChanged |= Already.Usual.merge(There.Usual);
  }
}

void Follower::run(
    function_ref<void(const ReachedLoop &, const ReachedLoop &)> Meet) {
  PostOrderCFGView Blocks(&Graph); // each block before its successors
  Before[&Graph.getEntry()].Usual.IsReachable = true;
  do {
    HasChanged = false;
    Pairs.clear();
    for (const CFGBlock *Block : Blocks)
      followBlock(*Block);
  } while (HasChanged);
  for (ReachedLoop &Loop : Loops)
    Loop.Values = ValuesBefore.lookup(Loop.Directive);
  for (const auto &[First, Second] : Pairs)
    Meet(Loops[First], Loops[Second]);
}

void findUnfinishedLoops(
    ASTContext &Ctx, const Stmt &Region,
    function_ref<void(const ReachedLoop &, const ReachedLoop &)> Meet) {
  CFG::BuildOptions Options;
  Options.AddEHEdges = true; // from calls to handlers
  Options.AddLoopExit = true;
  const std::unique_ptr<CFG> Graph = CFG::buildCFG(
      /*D=*/nullptr, const_cast<Stmt *>(&Region), &Ctx, Options);
  if (Graph) // null for statements that Clang cannot follow
    Follower(*Graph, Region).run(Meet);
}

} // namespace usersched
