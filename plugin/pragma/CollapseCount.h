//===- CollapseCount.h - how many loops a collapse clause names -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_COLLAPSECOUNT_H
#define USERSCHED_PLUGIN_COLLAPSECOUNT_H

#include "clang/Lex/Token.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>

namespace clang {
class CompilerInstance;
}

namespace usersched {

/// The value of \p Argument, at least 1: an integer literal, or the name of a
/// constant whose value is known where the parser is. Nothing for any other.
std::optional<unsigned> collapseCount(clang::CompilerInstance &CI,
                                      llvm::ArrayRef<clang::Token> Argument);

} // namespace usersched

#endif
