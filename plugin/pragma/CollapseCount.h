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

/// Returns the value, at least 1, of \p Argument: an integer literal, or the
/// name of a constant whose value the parser knows. Returns nothing for any
/// other.
std::optional<unsigned> collapseCount(clang::CompilerInstance &CI,
                                      llvm::ArrayRef<clang::Token> Argument);

} // namespace usersched

#endif
