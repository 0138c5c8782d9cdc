//===- LoopPath.h - the way from a directive to its markers ---------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A directive such as `tile` takes loops and makes others. Clang keeps both in
// the AST: those that the user wrote, and those that it generates code for.
// They share the body, in which the markers stand.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_LOOPPATH_H
#define USERSCHED_PLUGIN_LOOPPATH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class Stmt;
}

namespace usersched {

struct AnnotatedLoop;

/// Returns the statements from \p Root, which a loop directive stands in front
/// of, down to the first marker, both included: of transformed loops, those
/// that Clang generates code for. Empty if there is no marker.
llvm::SmallVector<clang::Stmt *, 8> pathToMarker(clang::Stmt *Root);

/// Notes in \p Loop, whose Nest is set, what is on the path to a marker.
/// Returns false if the marker stands outside the innermost loop of Nest.
bool readPath(llvm::ArrayRef<clang::Stmt *> Path, AnnotatedLoop &Loop);

/// Returns true for a loop that Clang has made. It declares its own counter.
bool isGenerated(const clang::Stmt &Loop);

/// Puts \p New in the place of \p Old, a statement on a path from \p Root, in
/// the loops that the user wrote and in those that Clang generates.
void replaceEverywhere(clang::Stmt *Root, clang::Stmt *Old, clang::Stmt *New);

} // namespace usersched

#endif
