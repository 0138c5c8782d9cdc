//===- numbers.cpp - numbers in the lines of input files ------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// std::from_chars does the work, as for integers: it knows no locale.
//
//===----------------------------------------------------------------------===//
#include "numbers.h"

#include <charconv>
#include <cstdio>

namespace minimd {

double real(const gap::LineReader &reader, gap::Fields &fields,
            const RealField &field) {
  char range[96];
  std::snprintf(range, sizeof range, " %s %g to %g",
                field.lowest_excluded ? "above" : "from", field.lowest,
                field.highest);
  const std::string expected = "; expected " + std::string(field.name) + range;
  if (fields.at_end())
    reader.fail(field.name + (" is missing" + expected));
  const std::string_view text = fields.word();
  const char *end = text.data() + text.size();
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (stop != end || error == std::errc::invalid_argument)
    reader.fail(gap::quoted(text) + " is not a number" + expected);
  const bool low = field.lowest_excluded ? !(value > field.lowest)
                                         : !(value >= field.lowest);
  if (error != std::errc() || low || !(value <= field.highest))
    reader.fail(gap::quoted(text) + " is out of range" + expected);
  return value;
}

} // namespace minimd
