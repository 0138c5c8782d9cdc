//===- InnerLoops.cpp - how long the loops of an iteration are ------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a loop in the body adds to the load, and whether its length depends on
// the iteration.
//
//===----------------------------------------------------------------------===//
#include "Header.h"
#include "Lengths.h"
#include "Walker.h"
#include "base/TreeWalk.h"
#include "nowait/VariableFacts.h"
#include "threaddata/Assignments.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace llvm;

namespace usersched {

// A loop whose length nothing tells.
void Walker::walkWhile(const Stmt &S, const Expr *Condition, const Stmt *Body) {
  const bool IsLoop =
      isa<WhileStmt>(S) || !Condition || Condition->isValueDependent() ||
      Condition->isInstantiationDependent() || !Condition->isEvaluatable(Ctx) ||
      [&] {
        bool Holds = true;
        return !Condition->EvaluateAsBooleanCondition(Holds, Ctx) || Holds;
      }();
  if (!IsLoop && !hasExit(Body)) // do { } while (0)
    return walk(Body);
  if (!IsLoop) {
    walkBranch(Body, Value());
    return forget(S);
  }
  const Length L = lengthOf(Condition, Body, isa<DoStmt>(S));
  scan(Condition);
  if (isRetry(Condition, Body)) {
    forget(S);
    return walkBranch(Body, Value());
  }
  walkLoop(S, L, Body, isa<DoStmt>(S) ? "'do' loop" : "'while' loop");
}

void Walker::walkFor(const ForStmt &S) {
  walk(S.getInit());
  Length L;
  if (const std::optional<Header> H = readHeader(Ctx, S)) {
    scan(S.getCond());
    L = lengthOf(S, *H);
  } else {
    L = S.getInc() ? uncounted(S.getCond(), S.getBody())
                   : lengthOf(S.getCond(), S.getBody(), /*IsDo=*/false);
    L.Depends |= L.MayEndEarly && At.Depends.depends(S.getInit());
    scan(S.getCond());
  }
  walkLoop(S, L, S.getBody(), "loop");
}

void Walker::walkRange(const CXXForRangeStmt &S) {
  scan(S.getRangeInit());
  Length L;
  L.Depends = At.Depends.depends(S.getRangeInit());
  if (L.Depends)
    L.Count = readLength(At, S.getRangeInit());
  L.MayEndEarly = hasExit(S.getBody());
  const QualType Type = S.getRangeInit()->getType();
  L.Depends &= !Type->isConstantArrayType();
  walkLoop(S, L, S.getBody(), "loop");
}

std::string Walker::lengthText(const Length &L) const {
  static constexpr size_t MostText = 60;
  if (!L.Count.isKnown() || !At.Calls.empty() || L.Count.Text.size() > MostText)
    return " has a length that depends on the iteration";
  return (L.MayEndEarly ? " runs up to " : " runs ") + L.Count.Text + " times";
}

void Walker::walkLoop(const Stmt &Loop, const Length &L, const Stmt *Body,
                      const char *What) {
  if (leaves(Body)) // in its first round
    return walkBranch(Body, Value());
  // A condition on data: those on the loop variable alone are of borders.
  const bool IsGuarded = !L.Depends && !L.MayEndEarly &&
                         any_of(At.Guards, [&](const Value &Guard) {
                           return Guard.isKnown() && !Guard.Reads.empty() &&
                                  namesIteration(At, Guard);
                         });
  const bool Differs = L.Depends || IsGuarded;
  if (Differs) {
    if (!DependentLoops)
      Sum.add(At, L.Count, L.Runs);
    irregular("its " + Twine(What) + " (" + line(Loop) + ")" +
              (IsGuarded ? " runs under a condition on data of the iteration"
                         : lengthText(L)));
  } else if (L.MayEndEarly) {
    unknown("its " + Twine(What) + " (" + line(Loop) + ") can end early");
  }
  DependentLoops += Differs;
  forget(Loop);
  walkBranch(Body, Value());
  DependentLoops -= Differs;
  if (const auto *For = dyn_cast<ForStmt>(&Loop); For && For->getInc())
    scan(For->getInc());
  forget(Loop);
}

// The variable of which a field is, null for `this`, and the field.
using FieldOf = std::pair<const VarDecl *, const ValueDecl *>;

static FieldOf fieldOf(const MemberExpr &E) {
  return {variableOf(E.getBase()), E.getMemberDecl()};
}

// Returns true if S changes a variable or a field that E names.
static bool changes(const Stmt &S, const Expr &E) {
  const VariableFacts Facts = variableFacts(S);
  SmallVector<FieldOf, 2> Fields;
  walkStatements(&S, [&](Stmt &Part) {
    const Expr *Target = assignedBy(Part);
    const auto *Field =
        dyn_cast_or_null<MemberExpr>(Target ? Target->IgnoreParens() : nullptr);
    if (Field)
      Fields.push_back(fieldOf(*Field));
    return true;
  });
  bool Found = false;
  walkStatements(&E, [&](Stmt &Part) {
    const VarDecl *Variable = variableOf(dyn_cast<DeclRefExpr>(&Part));
    const auto *Field = dyn_cast<MemberExpr>(&Part);
    Found |= Facts.Counters.contains(Variable) ||
             Facts.Stepped.contains(Variable) ||
             Facts.Changed.contains(Variable) ||
             (Field && is_contained(Fields, fieldOf(*Field)));
    return !Found;
  });
  return Found;
}

// Returns true if S may change something of an object that E names.
static bool writesInto(const Stmt &S, const Expr &E) {
  SmallPtrSet<const ValueDecl *, 8> Written;
  forEachAssignment(&S, [&](const Assignment &A) {
    Written.insert(A.Target ? originOf(A.Target).Root : nullptr);
  });
  bool Found = false;
  walkStatements(&E, [&](Stmt &Part) {
    const ValueDecl *Named = namedBy(Part);
    Found |= Named && Written.contains(Named);
    return !Found;
  });
  return Found;
}

Walker::Length Walker::uncounted(const Expr *Condition, const Stmt *Body) {
  Length L;
  L.Depends = At.Depends.depends(Condition) || hasDependentExit(At, Body);
  L.MayEndEarly = true;
  return L;
}

// Of a loop that may step a counter in its condition or in its body, from what
// the iteration has set it to.
Walker::Length Walker::lengthOf(const Expr *Condition, const Stmt *Body,
                                bool IsDo) {
  const auto H = readCounting(Ctx, Condition, Body, IsDo);
  if (!H || hasExit(Body) || writesInto(*Body, *H->End))
    return uncounted(Condition, Body);
  const auto Start = At.Known.find(H->Counter);
  const Value First = Start == At.Known.end() ? Value() : Start->second;
  if (!First.isKnown() && !At.Inside.contains(H->Counter))
    return uncounted(Condition, Body);
  Length L;
  L.Depends = At.Depends.contains(*H->Counter) || At.Depends.depends(H->End);
  count(L, *H, First);
  return L;
}

Walker::Length Walker::lengthOf(const ForStmt &S, const Header &H) {
  Length L;
  const VariableFacts Facts = variableFacts(*S.getBody());
  const bool IsChanged =
      Facts.Changed.contains(H.Counter) || Facts.Stepped.contains(H.Counter) ||
      changes(*S.getBody(), *H.End) || changes(*S.getInc(), *H.End);
  L.MayEndEarly = H.MayEndEarly || IsChanged || hasExit(S.getBody());
  L.Depends = At.Depends.depends(H.Start) || At.Depends.depends(H.End) ||
              (!H.Start && At.Depends.depends(S.getCond())) ||
              (H.Step.empty() && At.Depends.depends(S.getInc()));
  if (IsChanged || H.Step.empty() || !H.Start)
    return L;
  count(L, H, readValue(At, H.Start));
  return L;
}

// Says what the length is of a loop that begins at First, if it can be said.
void Walker::count(Length &L, const Header &H, Value First) {
  Value End = readValue(At, H.End);
  if (!H.Rises)
    std::swap(First, End);
  if (L.Depends && isBlock(First, End)) {
    L.Depends = false;
    return;
  }
  L.Depends &= !isSameInAll(At, First, End);
  auto IsUnsigned = [](const Expr *E) {
    return E && E->IgnoreParenImpCasts()->getType()->isUnsignedIntegerType();
  };
  L.Count = readDistance(H.Counter->getType(), First, End,
                         H.Counter->getType()->isUnsignedIntegerType() ||
                             IsUnsigned(H.Start) || IsUnsigned(H.End));
  if (L.Count.isKnown() && L.Count.Operator != Binding::Conditional &&
      H.Counter->getType()->isIntegralOrEnumerationType() &&
      mayBeNegative(At, First, End))
    L.Runs = binary(End, H.IncludesEnd ? ">=" : ">", Binding::Less, First);
  if (L.Count.isKnown() && H.IncludesEnd && First.isText("1"))
    L.Count = End;
  else if (L.Count.isKnown() && H.IncludesEnd)
    L.Count = binary(L.Count, "+", Binding::Sum, constant("1"));
  if (L.Count.isKnown() && H.Step != "1")
    L.Count = binary(L.Count, "/", Binding::Product, constant(H.Step));
  L.Depends &= !L.Count.isKnown() || namesIteration(At, L.Count);
}

} // namespace usersched
