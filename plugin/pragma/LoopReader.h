//===- LoopReader.h - reads a directive and the headers of its loops ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_LOOPREADER_H
#define USERSCHED_PLUGIN_LOOPREADER_H

#include "clang/Lex/Token.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class CompilerInstance;
}

namespace usersched {

struct Directive;

/// The tokens of an `omp` directive and of what follows it, up to the body of
/// the innermost associated loop. Indices are into Tokens.
struct LoopTokens {
  struct Range {
    size_t Begin = 0, End = 0;
    bool empty() const { return Begin == End; }
  };

  llvm::SmallVector<clang::Token, 128> Tokens;
  size_t NameEnd = 0;      // behind the directive's name
  size_t DirectiveEnd = 0; // the annotation that ends the directive
  Range Schedule;          // the directive's own schedule clause
  /// OpenMP promises that loops like this one are divided alike, so that only a
  /// static schedule will do; which has been reported.
  bool IsReproducible = false;
  /// The directive cannot be understood, which has been reported; Clang would
  /// report it again.
  bool IsWrong = false;
};

/// Reads the tokens behind \p D. False if no loop that can be scheduled
/// follows; then an error has been reported, or the file ends and Clang will
/// report one. Either way \p Loop has what was read. \p HasLoop is set once the
/// outermost loop is found.
bool readLoop(clang::CompilerInstance &CI, const Directive &D, LoopTokens &Loop,
              bool &HasLoop);

} // namespace usersched

#endif
