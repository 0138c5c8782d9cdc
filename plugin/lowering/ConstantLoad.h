//===- ConstantLoad.h - a load that all iterations have -------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_CONSTANTLOAD_H
#define USERSCHED_PLUGIN_CONSTANTLOAD_H

#include <cstdint>

namespace clang {
class ASTContext;
class Expr;
} // namespace clang

namespace usersched {

/// Returns the bits of \p Load, as of a usersched_load, if it is a constant:
/// then no code evaluates it. Returns 0 for another load, and for a constant
/// that has a meaning to the inspect function only: 0, negative, infinite, NaN.
uint64_t constantLoad(const clang::Expr &Load, bool IsReal,
                      const clang::ASTContext &Context);

} // namespace usersched

#endif
