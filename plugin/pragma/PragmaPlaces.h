//===- PragmaPlaces.h - pragmas that are misspelt or misplaced ------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pragma that nobody knows is ignored, by the standards' wish, and Clang says
// so only under -Wall. A loop that is silently not balanced is what a user
// would search for longest, so what was meant for the plugin is a warning.
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
