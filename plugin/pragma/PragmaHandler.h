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

/// Makes `#pragma ompx usersched` known to the preprocessor of \p CI, for one
/// compilation. Without OpenMP, warns of the first such pragma unless
/// \p IsQuiet. Warns of pragmas that are nearly the same, too. (With `-E`,
/// nothing is compiled: see PreprocessedPragma.cpp.)
void addPragmaHandler(clang::CompilerInstance &CI, bool IsQuiet);

} // namespace usersched

#endif
