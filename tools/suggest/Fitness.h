//===- Fitness.h - loops that cannot be scheduled by load -----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_SUGGEST_FITNESS_H
#define USERSCHED_SUGGEST_FITNESS_H

#include "Work.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/DenseMap.h"
#include <string>

namespace usersched {

/// Returns why the loop at \p D, whose body does \p Done, must be left as it
/// is; empty if it need not. \p Around are the directives and lambdas around
/// it, outermost first.
std::string whyUnfit(const clang::ASTContext &Ctx,
                     const clang::OMPLoopDirective &D, const Work &Done,
                     llvm::ArrayRef<const clang::Stmt *> Around);

/// Returns the loops in \p D, a function, that rely on schedule(static) for
/// want of a barrier, and why.
llvm::DenseMap<const clang::Stmt *, std::string>
loopsWithoutBarrier(clang::ASTContext &Ctx, const clang::Decl &D);

} // namespace usersched

#endif
