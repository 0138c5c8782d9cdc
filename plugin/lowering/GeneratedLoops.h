//===- GeneratedLoops.h - runs the loops of a tile for its load -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_GENERATEDLOOPS_H
#define USERSCHED_PLUGIN_GENERATEDLOOPS_H

#include "llvm/ADT/ArrayRef.h"

namespace clang {
class ASTContext;
class Stmt;
} // namespace clang

namespace usersched {

/// Returns a statement that runs \p Generated (see AnnotatedLoop), with \p Body
/// in the place of the iteration. Its variables are its own, but for the
/// counters that the user declared.
clang::Stmt *runGenerated(clang::ASTContext &Ctx,
                          llvm::ArrayRef<clang::Stmt *> Generated,
                          clang::Stmt *Body);

} // namespace usersched

#endif
