//===- InPlace.cpp - loops that read what other iterations write ----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A false alarm costs more than a loop that is not found. So of two accesses to
// one array, one must be at the counter of the loop, as x[i] or x[i + 1], and
// the other one
//
// * at another distance from the counter, if that is stepped by one: x[i - 1];
// * or at a place that was read or computed: x[column[k]].
//
// Blocks, as x[i * m + k], and counters of inner loops do not count: they may
// be of the same iteration. Nor do accesses that agree in another index, which
// is the counter: x[i][i] and x[i][column[k]].
//
//===----------------------------------------------------------------------===//
#include "InPlace.h"
#include "Nest.h"
#include "nowait/LoopAccesses.h"

using namespace clang;
using namespace llvm;

namespace usersched {

namespace {

class PairReader {
public:
  PairReader(const LoopView &Loop, const OMPLoopDirective &D) : Loop(Loop) {
    const Nest Loops = nestOf(D);
    for (size_t I = 0; I < Loops.Loops.size(); ++I) {
      const auto *For = dyn_cast<ForStmt>(Loops.Loops[I]);
      const auto *Inc =
          For ? dyn_cast_or_null<UnaryOperator>(For->getInc()) : nullptr;
      Own[Loops.Variables[I]] = Inc && Inc->isIncrementDecrementOp();
    }
  }

  // Returns true if the two seem to be one element in different iterations.
  bool areOfDifferent(const AccessPath &A, const AccessPath &B) const {
    if (!mayMeet(A, B, [](const VarDecl *) { return Change::None; }))
      return false;
    bool AreDifferent = false;
    VariableFacts::Variables Equal;
    for (auto [S, T] : zip(A.Steps, B.Steps))
      for (auto [I, J] : zip(S.Indices, T.Indices)) {
        const Place P = placeOf(I.Value), Q = placeOf(J.Value);
        if (P.Counter && P.Counter == Q.Counter) {
          if (P.Distance == Q.Distance)
            Equal.insert(P.Counter);
          else
            AreDifferent |= Own.lookup(P.Counter);
        }
        AreDifferent |= (P.Counter && Q.IsFound) || (Q.Counter && P.IsFound);
      }
    return AreDifferent && Equal.size() < Own.size();
  }

private:
  // What is known of an index.
  struct Place {
    const VarDecl *Counter = nullptr; // of the loop, alone; or null
    int64_t Distance = 0;             // from the counter
    bool IsFound = false;             // was read or computed
  };

  Place placeOf(const IndexForm &F) const {
    Place Result;
    if (F.isUnknown()) {
      Result.IsFound = F.terms().empty();
      return Result;
    }
    const Atom *Only = nullptr;
    for (const auto &[Atoms, Coefficient] : F.terms())
      if (Atoms.empty())
        Result.Distance = Coefficient;
      else if (!Only && Atoms.size() == 1 && Coefficient == 1)
        Only = &Atoms[0];
      else
        return {};
    const VarDecl *Variable = Only ? Only->Variable : nullptr;
    if (Variable && Own.contains(Variable))
      Result.Counter = Variable;
    Result.IsFound = Variable ? Loop.Facts.Ranges.contains(Variable)
                              : Only && Only->isData();
    return Result;
  }

  const LoopView &Loop;
  // The counters of the loop, and whether they are stepped by one.
  SmallDenseMap<const VarDecl *, bool, 2> Own;
};

} // namespace

static std::string nameOfArray(const ASTContext &Ctx, const Access &A) {
  const Expr *Array = A.Path.Array->IgnoreParenImpCasts();
  return A.Path.Root && !isa<DeclRefExpr, MemberExpr>(Array)
             ? A.Path.Root->getNameAsString()
             : nameOf(Ctx, A);
}

std::string arrayInPlace(ASTContext &Ctx, const OMPLoopDirective &D,
                         const Stmt &Region,
                         const OMPExecutableDirective *Parallel) {
  const RegionView Around(Region, Parallel);
  const AssignedValues Nothing;
  const LoopView Loop(Ctx, Around, D, Nothing);
  const PairReader Pairs(Loop, D);
  const std::vector<Access> All = accessesOf(Loop, {});
  for (const Access &Read : All)
    for (const Access &Write : All)
      if (!Read.IsWrite && Write.IsWrite &&
          Pairs.areOfDifferent(Read.Path, Write.Path))
        return nameOfArray(Ctx, Read);
  return "";
}

} // namespace usersched
