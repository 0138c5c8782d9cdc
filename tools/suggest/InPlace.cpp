//===- InPlace.cpp - loops that read what other iterations write ----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of iterations may change what they compute, and how much. Here, an
// index that was computed may be any: there is no data race that the program
// does not have already.
//
//===----------------------------------------------------------------------===//
#include "InPlace.h"
#include "Nest.h"
#include "nowait/LoopAccesses.h"
#include "nowait/OtherIterations.h"

using namespace clang;
using namespace llvm;

namespace usersched {

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
  VariableFacts::Variables Counters;
  for (const VarDecl *Counter : nestOf(D).Variables)
    Counters.insert(Counter);
  const OtherIterations Others(Loop, Counters, OtherIterations::Unknown::Found);
  const std::vector<Access> All = accessesOf(Loop, {});
  for (const Access &Read : All)
    for (const Access &Write : All)
      if (!Read.IsWrite && Write.IsWrite &&
          Others.meet(Read.Path, Write.Path) == OtherIterations::Meeting::Some)
        return nameOfArray(Ctx, Read);
  return "";
}

} // namespace usersched
