//===- FileEnd.h - may the pragma handler read another token? -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_FILEEND_H
#define USERSCHED_PLUGIN_FILEEND_H

namespace clang {
class FileID;
class Preprocessor;
class SourceLocation;
} // namespace clang

namespace usersched {

/// What the text behind a place says of the next token.
enum class NextToken {
  Certain, ///< there is one before the end of the file
  Absent,  ///< the file ends first
  Unknown, ///< conditional compilation or a macro may hide one
};

/// Returns whether another token comes before \p File ends, which is the
/// current file or includes it. \p Last is where the last token was, or the
/// pragma before the first.
///
/// At the end of a file the preprocessor destroys its lexer. A function of the
/// lexer of \p File has called the pragma handler, so only a certain token may
/// be read. Files that \p File includes may end: nothing runs in their lexers.
NextToken nextToken(const clang::Preprocessor &PP, clang::SourceLocation Last,
                    clang::FileID File);

} // namespace usersched

#endif
