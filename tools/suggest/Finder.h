//===- Finder.h - finds the loops of a translation unit -------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_SUGGEST_FINDER_H
#define USERSCHED_SUGGEST_FINDER_H

#include "Loop.h"
#include <memory>

namespace clang {
class ASTConsumer;
class CompilerInstance;
} // namespace clang

namespace usersched {

/// Returns a consumer that adds the worksharing loops of a translation unit to
/// \p Found. With \p TryUnknown, loops of which not enough is seen are
/// irregular, too.
std::unique_ptr<clang::ASTConsumer> createFinder(clang::CompilerInstance &CI,
                                                 Loops &Found, bool TryUnknown);

} // namespace usersched

#endif
