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

/// True if lexing one more token cannot reach the end of the current file.
/// There the preprocessor destroys the file's lexer, and a pragma handler is
/// called from a function of that very lexer. May be false although a token
/// follows, where conditional compilation or macros hide that it does.
/// \p Last is where the last token was, or the pragma before the first.
bool tokenFollowsInFile(const clang::Preprocessor &PP,
                        clang::SourceLocation Last);

} // namespace usersched

#endif
