//===- PointerOrigin.h - where a pointer comes from -----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_POINTERORIGIN_H
#define USERSCHED_PLUGIN_POINTERORIGIN_H

#include "nowait/IndexReader.h"

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

/// Returns true if each thread has a \p Variable of its own, with a value of
/// its own, in \p Loop, because a clause or its declaration says so.
bool isPrivate(const LoopView &Loop, const clang::VarDecl &Variable);

/// Returns true if all threads have the same value, as far as can be seen, in
/// the pointer \p E or \p Variable of the body of \p Loop: if it is made of
/// what threads share, without calls that may return new memory. Says nothing
/// of when the value changes.
bool isOfAllThreads(const LoopView &Loop, const clang::Expr &E);
bool isOfAllThreads(const LoopView &Loop, const clang::VarDecl &Variable);

} // namespace usersched

#endif
