//===- numbers.h - numbers in the lines of input files --------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On top of the graph files' reader of integers.
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_NUMBERS_H
#define MINIMD_NUMBERS_H

#include "formats/fields.h"

namespace minimd {

/// What a real number in a file means, and its range.
struct RealField {
  const char *name; ///< with its article, as in "a density"
  double lowest = -1e15;
  double highest = 1e15;
  bool lowest_excluded = false;
};

/// The next field of the reader's current line; throws gap::InputError.
double real(const gap::LineReader &reader, gap::Fields &fields,
            const RealField &field);

} // namespace minimd
#endif
