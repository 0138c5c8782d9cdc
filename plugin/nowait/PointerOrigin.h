//===- PointerOrigin.h - where a pointer comes from -----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_POINTERORIGIN_H
#define USERSCHED_PLUGIN_POINTERORIGIN_H

#include "clang/AST/Expr.h"

namespace usersched {

/// Returns \p E without parentheses, casts of pointers, and calls that return
/// their argument, as std::assume_aligned() does. What is left is the same
/// object, or points at the same object.
const clang::Expr *withoutCasts(const clang::Expr *E);

/// Returns the bytes of a \p T; 0 if only the running program knows.
int64_t sizeOf(const clang::ASTContext &Ctx, clang::QualType T);

/// Returns the bytes from an element to the next where \p Pointer points; 0 if
/// only the running program knows, or if \p Pointer is none.
int64_t strideOf(const clang::ASTContext &Ctx, const clang::Expr &Pointer);

} // namespace usersched

#endif
