//===- PragmaPlaces.h - pragmas that are misspelt or misplaced ------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compilers ignore an unknown pragma, and Clang says so only under -Wall. A
// user would search long for the reason why a loop is not balanced, so the
// plugin warns of pragmas that were meant for it.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_PRAGMAPLACES_H
#define USERSCHED_PLUGIN_PRAGMAPLACES_H

namespace clang {
class Preprocessor;
}

namespace usersched {

struct Directive;

/// Warns of pragmas that are nearly `ompx usersched`, and of `usersched` as a
/// clause of an `omp` directive.
void addSpellingCheck(clang::Preprocessor &PP);

/// If an `omp` directive stands in the lines directly above \p D, reports that
/// \p D belongs above it, and returns true.
bool moveBeforeDirective(clang::Preprocessor &PP, const Directive &D);

} // namespace usersched

#endif
