//===- fields.cpp - the numbers on one line of a graph file ---------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// std::from_chars does the work: it is fast, needs no terminator and does not
// depend on the locale.
//
//===----------------------------------------------------------------------===//
#include "formats/fields.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>

namespace gap {

std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 30;
  std::string result = "'";
  for (unsigned char c : text.substr(0, longest)) {
    char escaped[8];
    std::snprintf(escaped, sizeof escaped, c < 32 || c > 126 ? "\\x%02X" : "%c",
                  c);
    result += escaped;
  }
  return result + (text.size() > longest ? "...'" : "'");
}

std::string_view Fields::word() {
  const std::size_t size = std::min(rest_.find_first_of(" \t"), rest_.size());
  const std::string_view result = rest_.substr(0, size);
  rest_.remove_prefix(size);
  skip_blanks();
  return result;
}

std::string_view Fields::required(const char *name) {
  if (at_end())
    fail(std::string(name) + " is missing");
  return word();
}

std::int64_t Fields::integer(const IntegerField &field) {
  std::int64_t value = 0;
  const char *begin = rest_.data();
  const auto [stop, error] =
      std::from_chars(begin, begin + rest_.size(), value);
  const std::size_t size = stop - begin;
  const bool is_whole = size == rest_.size() || is_blank(rest_[size]);
  if (error != std::errc() || !is_whole || value < field.lowest ||
      value > field.highest)
    fail_integer(required(field.name), field);
  rest_.remove_prefix(size);
  skip_blanks();
  return value;
}

void Fields::fail_integer(std::string_view text,
                          const IntegerField &field) const {
  const char *end = text.data() + text.size();
  std::int64_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  const char *problem;
  if (stop != end || error == std::errc::invalid_argument)
    problem = " is not an integer";
  else if (text.front() == '-')
    problem = " is negative";
  else if (error != std::errc() || value > field.highest)
    problem = " is too large";
  else
    problem = " is too small";
  reader_.fail(quoted(text) + problem + "; expected " + field.name + " from " +
               std::to_string(field.lowest) + " to " +
               std::to_string(field.highest));
}

void Fields::number() {
  const std::string_view text = required("a value");
  const char *end = text.data() + text.size();
  double value = 0;
  // from_chars takes no plus sign, other writers of this format do.
  const char *begin = text.data() + (text.size() > 1 && text.front() == '+');
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (stop != end || error == std::errc::invalid_argument)
    fail(quoted(text) + " is not a number");
}

void Fields::end() {
  if (!at_end())
    fail("there is more on the line: " + quoted(rest_));
}

void Fields::fail(const std::string &what) const {
  reader_.fail(what + "; expected " + layout_);
}

} // namespace gap
