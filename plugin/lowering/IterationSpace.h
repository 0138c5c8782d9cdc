//===- IterationSpace.h - which iteration numbers are iterations ----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang numbers the iterations of a nest that is not rectangular, whose inner
// bounds depend on outer variables, as if it were: some numbers stand for no
// iteration, and the body is not run for them.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_ITERATIONSPACE_H
#define USERSCHED_PLUGIN_ITERATIONSPACE_H

namespace clang {
class ASTContext;
class Expr;
class OMPLoopDirective;
} // namespace clang

namespace usersched {

class MarkerCalls;

bool isRectangular(const clang::OMPLoopDirective &D);

/// Whether the number that the counters of \p D stand for is an iteration.
/// Null in a rectangular nest, where all are.
clang::Expr *isIteration(const clang::ASTContext &Ctx,
                         clang::OMPLoopDirective &D);

/// How many numbers there are up to that of the last iteration, of a nest that
/// is not rectangular; 0 if there is no iteration. Sets the iteration variable
/// and the counters, and takes as long as numbers after the last iteration are
/// looked at.
clang::Expr *countToLastIteration(clang::ASTContext &Ctx, MarkerCalls &Calls,
                                  clang::OMPLoopDirective &D);

} // namespace usersched

#endif
