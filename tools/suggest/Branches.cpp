//===- Branches.cpp - what an iteration does under conditions -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `if`, `switch` and `try` let run, and what is known behind them.
//
//===----------------------------------------------------------------------===//
#include "Walker.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace llvm;

namespace usersched {

// Returns the end of S that leaves it, if what stands behind S is not reached.
// Returns null if it is.
static const Stmt *exitOf(const Stmt *S) {
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    return Block->body_empty() ? nullptr : exitOf(Block->body_back());
  if (const auto *E = dyn_cast_or_null<Expr>(S))
    S = E->IgnoreImplicit();
  return isa_and_nonnull<ContinueStmt, BreakStmt, ReturnStmt, GotoStmt,
                         CXXThrowExpr>(S)
             ? S
             : nullptr;
}

bool leaves(const Stmt *S) { return exitOf(S) != nullptr; }

// Walks the statements of S under a condition.
void Walker::walkBranch(ArrayRef<const Stmt *> S, const Value &Guard) {
  const size_t Before = At.Guards.size();
  const auto KnownBefore = At.Known;
  At.Guards.push_back(Guard);
  for (const Stmt *Part : S)
    walk(Part);
  // S has left the iteration under a condition that holds for it alone.
  const bool MayHaveLeft = At.Guards.size() > Before + 1;
  At.Guards.resize(Before);
  if (MayHaveLeft)
    At.Guards.push_back(Value());
  At.Known = KnownBefore;
}

// Returns the part that runs, null if none does; nothing if that is not known.
std::optional<const Stmt *> Walker::chosenPart(const IfStmt &S) const {
  bool Holds = false;
  if (S.isConstexpr())
    return S.getNondiscardedCase(Ctx);
  if (S.isConsteval() || S.getInit() || S.getCond()->isValueDependent() ||
      S.getConditionVariable() ||
      !S.getCond()->EvaluateAsBooleanCondition(Holds, Ctx))
    return std::nullopt;
  return Holds ? S.getThen() : S.getElse();
}

void Walker::walkIf(const IfStmt &S) {
  if (const auto Chosen = chosenPart(S))
    return walk(*Chosen);
  walk(S.getInit());
  if (const DeclStmt *Declaration = S.getConditionVariableDeclStmt())
    declare(*Declaration);
  scan(S.getCond());
  const Value Guard = readValue(At, S.getCond());
  auto Walk = [&](const Stmt *Part, const Value &Guard) {
    const size_t Before = At.Guards.size();
    walkBranch(Part, Guard);
    if (leaves(Part)) // nothing behind comes from there
      At.Guards.resize(Before);
  };
  Walk(S.getThen(), Guard);
  if (S.getElse())
    Walk(S.getElse(), negation(Guard));
  forget(S);
  if (leaves(S.getThen()))
    At.Guards.push_back(negation(Guard));
  if (S.getElse() && leaves(S.getElse()))
    At.Guards.push_back(Guard);
}

// Returns the sections of S: from one `case` to the next.
SmallVector<Walker::Section, 4> Walker::sectionsOf(const SwitchStmt &S) const {
  const Value Chosen = readValue(At, S.getCond());
  auto IsCase = [&](const CaseStmt &Case) {
    return Case.getRHS() ? Value() // a range
                         : binary(Chosen, "==", Binding::Equal,
                                  readValue(At, Case.getLHS()));
  };
  std::optional<Value> Otherwise;
  unsigned Labels = 0;
  for (const SwitchCase *Label = S.getSwitchCaseList(); Label;
       Label = Label->getNextSwitchCase()) {
    ++Labels;
    if (const auto *Case = dyn_cast<CaseStmt>(Label)) {
      const Value Not = negation(IsCase(*Case));
      Otherwise = Otherwise ? binary(Not, "&&", Binding::And, *Otherwise) : Not;
    }
  }
  SmallVector<Section, 4> Sections;
  const Stmt *Body = S.getBody();
  const auto *Block = dyn_cast<CompoundStmt>(Body);
  for (const Stmt *Part :
       Block ? ArrayRef(Block->body_begin(), Block->size()) : ArrayRef(Body)) {
    std::optional<Value> Guard;
    // What falls through comes here, too.
    if (!Sections.empty() && !leaves(Sections.back().Parts.back()))
      Guard = Sections.back().Guard;
    const bool IsLabel = isa<SwitchCase>(Part);
    for (; const auto *Label = dyn_cast<SwitchCase>(Part); --Labels) {
      const auto *Case = dyn_cast<CaseStmt>(Label);
      const Value Own = Case ? IsCase(*Case) : Otherwise.value_or(Value());
      Guard = Guard ? binary(*Guard, "||", Binding::Or, Own) : Own;
      Part = Label->getSubStmt();
    }
    if (IsLabel)
      Sections.push_back({*Guard, {Part}});
    else if (!Sections.empty())
      Sections.back().Parts.push_back(Part);
  }
  // Inside a statement there are more.
  if (Labels != 0)
    return {{Value(), {Body}}};
  return Sections;
}

void Walker::walkSwitch(const SwitchStmt &S) {
  walk(S.getInit());
  if (const DeclStmt *Declaration = S.getConditionVariableDeclStmt())
    declare(*Declaration);
  scan(S.getCond());
  SmallVector<Value, 2> Behind; // conditions that hold there
  const auto KnownBefore = At.Known;
  for (const Section &Part : sectionsOf(S)) {
    const size_t Before = At.Guards.size();
    const size_t LengthsBefore = Sum.size();
    walkBranch(Part.Parts, Part.Guard);
    // Only one of several runs, but it is not known which.
    if (!Part.Guard.isKnown() && Sum.size() != LengthsBefore)
      Sum.add(At, Value());
    const bool MayHaveLeft = At.Guards.size() > Before;
    At.Guards.resize(Before);
    const Stmt *Exit = exitOf(Part.Parts.back());
    if (Exit && !isa<BreakStmt>(Exit)) // nothing behind comes from there
      Behind.push_back(negation(Part.Guard));
    else if (MayHaveLeft)
      Behind.push_back(Value());
    At.Known = KnownBefore;
    if (!Exit) // it falls through
      forget(S);
  }
  At.Known = KnownBefore;
  forget(S);
  At.Guards.append(Behind);
}

// Which part of the block has run, and which handler, is not known behind it.
void Walker::walkTry(const CXXTryStmt &S) {
  const size_t Before = At.Guards.size();
  const auto KnownBefore = At.Known;
  const bool WasTried = std::exchange(IsTried, true);
  walk(S.getTryBlock());
  IsTried = WasTried;
  At.Guards.resize(Before);
  At.Known = KnownBefore;
  forget(S);
  for (unsigned I = 0; I < S.getNumHandlers(); ++I)
    walkBranch(S.getHandler(I)->getHandlerBlock(), Value());
  forget(S);
  At.Guards.push_back(Value());
}

} // namespace usersched
