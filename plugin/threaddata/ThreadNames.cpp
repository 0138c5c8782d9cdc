//===- ThreadNames.cpp - names that mean another thing in each thread -----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "threaddata/ThreadNames.h"
#include "base/TreeWalk.h"
#include "threaddata/Assignments.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"

using namespace clang;
using namespace llvm;

namespace usersched {

bool isOfThread(const ValueDecl &D) {
  if (const auto *Var = dyn_cast<VarDecl>(&D))
    return Var->getTLSKind() || Var->hasAttr<OMPThreadPrivateDeclAttr>();
  return isa<FunctionDecl>(D) && D.getIdentifier() &&
         D.getName() == "omp_get_thread_num";
}

SmallPtrSet<const ValueDecl *, 4> threadNames(const Stmt &Statements) {
  SmallPtrSet<const ValueDecl *, 4> Result;
  walkStatements(&Statements, [&](Stmt &S) {
    const ValueDecl *Named = namedBy(S);
    if (Named && isOfThread(*Named))
      Result.insert(Named);
    return true;
  });
  return Result;
}

} // namespace usersched
