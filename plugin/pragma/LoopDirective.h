//===- LoopDirective.h - the directive that the pragma stands before ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_LOOPDIRECTIVE_H
#define USERSCHED_PLUGIN_LOOPDIRECTIVE_H

#include "clang/Basic/SourceLocation.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace clang {
class CompilerInstance;
}

namespace usersched {

struct Construct;
struct Directive;

/// The tokens of an `omp` directive and of what follows it. Indices are into
/// Tokens.
struct LoopTokens {
  /// A Count that is not known yet.
  static constexpr unsigned Unknown = ~0u;

  struct Range {
    size_t Begin = 0, End = 0;
    bool empty() const { return Begin == End; }
    bool contains(size_t I) const { return Begin <= I && I < End; }
  };

  llvm::SmallVector<clang::Token, 128> Tokens;
  size_t NameEnd = 0;      // behind the directive's name
  size_t DirectiveEnd = 0; // the annotation that ends the directive
  /// The clause that says how the directive divides its iterations: schedule,
  /// or grainsize or num_tasks of a taskloop.
  Range Schedule;
  Range Bind;            // the directive's bind clause
  unsigned Count = 1;    // associated loops, or Unknown
  clang::Token Collapse; // the token that gives Count, if it is above 1
  size_t BodyBegin = 0;  // where the markers stand, behind a loop's header
  const Construct *Kind = nullptr; // of the directive
  /// The directive is a taskloop, or a combined construct that ends in one.
  bool IsTaskloop = false;
  /// OpenMP promises that loops like this one are divided alike, so that the
  /// loop needs a static schedule. This has been reported.
  bool IsReproducible = false;
  /// The directive, and the transformations of its loops.
  llvm::SmallVector<Range, 2> Directives;
  /// The directives cannot be understood. This has been reported, and they are
  /// not handed back, as Clang would report it again.
  bool IsWrong = false;
  clang::FileID File;   // that must not end while the loop is read
  bool MayGoOn = false; // behind the end of File, if only comments are left
  bool GoesOn = false;  // there: File ends before the innermost body begins

  /// Returns true if the directive has been read.
  bool hasDirective() const { return DirectiveEnd != 0; }
  /// Returns the name or keyword at \p I, "" for another token.
  llvm::StringRef word(size_t I) const;
  /// Returns the name of the directive whose words start at \p I, each with a
  /// space in front of it.
  std::string directiveName(size_t I) const;
};

/// Reads the name and the clauses of the directive in \p Loop, whose
/// DirectiveEnd is set. Returns false after an error: the loop cannot be
/// scheduled by load.
bool readDirective(clang::CompilerInstance &CI, const Directive &D,
                   LoopTokens &Loop);

} // namespace usersched

#endif
