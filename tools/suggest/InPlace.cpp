//===- InPlace.cpp - loops that read what other iterations write ----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two accesses are taken to be of different iterations if an index differs by
// more than counters of inner loops do, and one of the two names the counter of
// the loop. So x[i] and x[column[k]] are, x[i][j] and x[i][k] are not, nor are
// two places that an iteration has found for itself, as those that it sorts.
//
//===----------------------------------------------------------------------===//
#include "InPlace.h"
#include "nowait/LoopAccesses.h"

using namespace clang;
using namespace llvm;

namespace usersched {

namespace {

class PairReader {
public:
  PairReader(const LoopView &Loop, const OMPLoopDirective &D)
      : Inner(Loop.Facts.Counters) {
    for (const Expr *Counter : D.counters())
      if (const VarDecl *Variable = variableOf(Counter)) {
        Own.insert(Variable);
        Inner.erase(Variable);
      }
  }

  // Returns true if the two may be one element in different iterations only.
  bool areOfDifferent(const AccessPath &A, const AccessPath &B) const {
    if (!mayMeet(A, B, [](const VarDecl *) { return Change::None; }))
      return false;
    bool AreDifferent = false;
    for (auto [S, T] : zip(A.Steps, B.Steps))
      for (auto [I, J] : zip(S.Indices, T.Indices)) {
        const bool NamesOwn = names(I.Value, Own) || names(J.Value, Own);
        if (NamesOwn && isOfOne(I, J))
          return false;
        AreDifferent |= NamesOwn;
      }
    return AreDifferent;
  }

private:
  using Variables = VariableFacts::Variables;

  static bool names(const IndexForm &F, const Variables &Which) {
    return any_of(F.terms(), [&](auto &Term) {
      return any_of(Term.first,
                    [&](const Atom &A) { return Which.contains(A.Variable); });
    });
  }
  // Returns true if counters of inner loops may make one index of the other.
  bool isOfOne(const Index &I, const Index &J) const {
    if (I.Value.isUnknown() || J.Value.isUnknown())
      return false;
    const IndexForm Distance = I.Value - J.Value;
    const bool HasInner = I.Reach > 0 || J.Reach > 0 || names(I.Value, Inner) ||
                          names(J.Value, Inner);
    return all_of(Distance.terms(), [&](auto &Term) {
      return HasInner && all_of(Term.first, [&](const Atom &A) {
               return Inner.contains(A.Variable);
             });
    });
  }

  Variables Inner, Own; // the counters of inner loops, and of this one
};

} // namespace

std::string arrayInPlace(ASTContext &Ctx, const OMPLoopDirective &D) {
  const bool IsParallel = isOpenMPParallelDirective(D.getDirectiveKind());
  const RegionView Region(*D.getInnermostCapturedStmt()->getCapturedStmt(),
                          IsParallel ? &D : nullptr);
  const AssignedValues Nothing;
  const LoopView Loop(Ctx, Region, D, Nothing);
  const PairReader Pairs(Loop, D);
  const std::vector<Access> All = accessesOf(Loop, {});
  for (const Access &Read : All)
    for (const Access &Write : All)
      if (!Read.IsWrite && Write.IsWrite &&
          Pairs.areOfDifferent(Read.Path, Write.Path))
        return nameOf(Ctx, Read);
  return "";
}

} // namespace usersched
