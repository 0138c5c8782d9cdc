//===- Directive.h - the grammar of the usersched pragma ------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   usersched [( KEY : VALUE [, KEY : VALUE]... )]
//
// Without a load or a prefix, there is an item `load: auto`.
//
// A new item starts at a comma outside all brackets that is followed by a key
// and a colon, so that a load reads as a person reads it:
// `load: std::max<int>(a[i], b[i]), chunk: 64`. Values stay tokens here; Sema
// gives them a meaning where the loop stands.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_DIRECTIVE_H
#define USERSCHED_PLUGIN_DIRECTIVE_H

#include "clang/Lex/Token.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace clang {
class Preprocessor;
}

namespace usersched {

struct DirectiveItem {
  llvm::StringRef Key; // the name of one of keys()
  clang::SourceLocation KeyLoc;
  clang::SourceLocation EndLoc; // of the comma or parenthesis behind the value
  llvm::SmallVector<clang::Token, 16> Value;
  /// The value as written, white space folded. After the preprocessor if the
  /// key comes from a macro or _Pragma, or if the value is a word.
  std::string Text;
  bool IsInferred =
      false; // a load of `auto`: the compiler finds the expression
};

struct Directive {
  clang::SourceLocation Loc;        // of the word usersched
  clang::SourceLocation Introducer; // of `#` or `_Pragma`
  clang::SourceLocation Open;       // of the parenthesis, if there is one
  clang::SourceLocation End;        // of the line
  llvm::SmallVector<DirectiveItem, 2> Items;
};

/// Parses the tokens between the word `usersched` at \p Loc and the end of the
/// line \p End. Returns nothing after reporting an error.
std::optional<Directive> parseDirective(clang::Preprocessor &PP,
                                        clang::SourceLocation Loc,
                                        llvm::ArrayRef<clang::Token> Tokens,
                                        clang::SourceLocation End);

} // namespace usersched

#endif
