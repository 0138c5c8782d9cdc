//===- fields.h - the numbers on one line of a graph file -----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes a line's fields from left to right. Whatever is missing, malformed or
// out of range is an InputError with file and line, which says what was found
// and what was expected.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_FIELDS_H
#define GAP_FIELDS_H

#include "formats/line_reader.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace gap {

/// What an integer field means, and its range.
struct IntegerField {
  const char *name; ///< with its article, as in "a vertex id"
  std::int64_t lowest;
  std::int64_t highest;
};

class Fields {
public:
  /// Reads `line`, the reader's current line. `layout` says in words what
  /// the line should hold; it ends up in the messages after "expected".
  Fields(const LineReader &reader, std::string_view line, const char *layout)
      : reader_(reader), rest_(line), layout_(layout) {
    skip_blanks();
  }

  bool at_end() const { return rest_.empty(); }
  /// The next field as an integer within the field's range.
  std::int64_t integer(const IntegerField &field);
  /// Requires the next field to be a number of any kind.
  void number();
  /// The next field as it stands; empty at the end of the line.
  std::string_view word();
  /// Requires that nothing is left.
  void end();

private:
  static bool is_blank(char c) { return c == ' ' || c == '\t'; }
  void skip_blanks() {
    while (!rest_.empty() && is_blank(rest_.front()))
      rest_.remove_prefix(1);
  }
  std::string_view required(const char *name);
  [[noreturn]] void fail(const std::string &what) const;
  [[noreturn]] void fail_integer(std::string_view text,
                                 const IntegerField &field) const;

  const LineReader &reader_;
  std::string_view rest_;
  const char *layout_;
};

/// The text in single quotes, cut and with unprintable bytes as \xNN.
std::string quoted(std::string_view text);

} // namespace gap
#endif
