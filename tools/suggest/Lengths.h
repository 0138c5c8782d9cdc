//===- Lengths.h - how often a loop of the body runs ----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_SUGGEST_LENGTHS_H
#define USERSCHED_SUGGEST_LENGTHS_H

#include "Reader.h"

namespace usersched {

/// Returns the number of elements of \p Range, an object of class type.
Value readLength(const Iteration &At, const clang::Expr *Range);

/// Returns true if \p First and \p End bound one of several blocks of equal
/// size, of which only the last is smaller.
bool isBlock(const Value &First, const Value &End);

/// Returns true if \p V names a loop variable: if not, all iterations have it.
bool namesIteration(const Iteration &At, const Value &V);

/// Returns true if the loop variables cancel out in the distance from \p First
/// to \p End, as in i + w - (i - w).
bool isSameInAll(const Iteration &At, const Value &First, const Value &End);

/// Returns true if the distance from \p First to \p End, two numbers, may be
/// far below 0 as far as the text tells. It is not for the bounds of a row, and
/// where the bounds of the directive's loops forbid it.
bool mayBeNegative(const Iteration &At, const Value &First, const Value &End);

/// Returns the distance from \p First to \p End, iterators or numbers of the
/// type \p Type. \p MayWrap says that a negative one would be a huge number.
Value readDistance(clang::QualType Type, const Value &First, const Value &End,
                   bool MayWrap);

} // namespace usersched

#endif
