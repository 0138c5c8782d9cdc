//===- FileEnd.h - may the pragma handler read another token? -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_FILEEND_H
#define USERSCHED_PLUGIN_FILEEND_H

namespace clang {
class Preprocessor;
class SourceLocation;
} // namespace clang

namespace usersched {

/// Returns true if lexing one more token cannot reach the end of the current
/// file. At that end the preprocessor destroys the file's lexer, and a function
/// of that very lexer has called the pragma handler. Returns false in doubt,
/// where conditional compilation or macros may hide a token. \p Last is where
/// the last token was, or the pragma before the first.
bool tokenFollowsInFile(const clang::Preprocessor &PP,
                        clang::SourceLocation Last);

} // namespace usersched

#endif
