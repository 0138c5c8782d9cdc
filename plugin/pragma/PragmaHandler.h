//===- PragmaHandler.h - reads the pragma, rewrites the tokens behind it --===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_PRAGMAHANDLER_H
#define USERSCHED_PLUGIN_PRAGMAHANDLER_H

namespace clang {
class CompilerInstance;
}

namespace usersched {

/// Makes `#pragma ompx usersched` known to the preprocessor of \p CI. Called
/// per compilation, not through the static registry: so `-E` keeps the pragma
/// and nothing is global. Without OpenMP, the first such pragma is warned of,
/// unless \p IsQuiet. Pragmas that are nearly the same are warned of, too.
void addPragmaHandler(clang::CompilerInstance &CI, bool IsQuiet);

} // namespace usersched

#endif
