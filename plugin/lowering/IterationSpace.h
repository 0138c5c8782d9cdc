//===- IterationSpace.h - which iteration numbers are iterations ----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A nest is rectangular unless inner bounds depend on outer variables. Clang
// numbers the iterations of every nest as if it were rectangular: in another
// nest some numbers stand for no iteration, and the body is not run for them.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_ITERATIONSPACE_H
#define USERSCHED_PLUGIN_ITERATIONSPACE_H

#include "llvm/ADT/ArrayRef.h"

namespace clang {
class ASTContext;
class DiagnosticsEngine;
class Expr;
class OMPLoopDirective;
class Stmt;
} // namespace clang

namespace usersched {

class MarkerCalls;
struct AnnotatedLoop;

bool isRectangular(const clang::OMPLoopDirective &D);

/// Warns of an inner bound such as `length[t]`, with an outer variable in an
/// index or a call. Clang accepts it although OpenMP does not, and counts the
/// iterations for the first and the last value of the variable only. If others
/// have more, iterations are lost.
void warnOfLostIterations(clang::DiagnosticsEngine &Diags,
                          const clang::OMPLoopDirective &D,
                          llvm::ArrayRef<clang::Stmt *> Nest);

/// Warns of a `collapse` that takes loops whose bounds depend on each other if
/// a transformation makes one of them, as for the loops inside a tile. Clang
/// accepts it, and counts the iterations before it has the variables.
void warnOfMadeLoops(clang::DiagnosticsEngine &Diags,
                     const clang::OMPLoopDirective &D,
                     const AnnotatedLoop &Loop);

/// Returns an expression: whether the number that the counters of \p D stand
/// for is an iteration. Null for a rectangular nest, where every number is.
clang::Expr *isIteration(const clang::ASTContext &Ctx,
                         clang::OMPLoopDirective &D);

/// Returns an expression for a nest that is not rectangular: how many numbers
/// there are up to that of the last iteration; 0 if there is no iteration. It
/// sets the iteration variable and the counters, and looks at each number
/// behind the last iteration, from the end.
clang::Expr *countToLastIteration(clang::ASTContext &Ctx, MarkerCalls &Calls,
                                  clang::OMPLoopDirective &D);

} // namespace usersched

#endif
