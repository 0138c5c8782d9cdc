//===- line_reader.h - the lines of a file, compressed or not -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lines end in LF or CRLF, the last one may lack it. Memory use does not depend
// on the size of the file, and no content of a file makes the reader crash,
// hang or give up in silence.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_LINE_READER_H
#define GAP_LINE_READER_H

#include "formats/data_reader.h"

#include <cstdint>

namespace gap {

/// Not thread-safe: one reader, one thread.
class LineReader {
public:
  /// Opens the file, as DataReader does.
  explicit LineReader(const std::string &path) : data_(path) {}

  /// Sets `line` to the next line, without its end, and returns true; or
  /// returns false at the end of the file. `line` is valid until the next
  /// call. Throws InputError if the data is damaged or ends early, or if a
  /// line is longer than any line of a graph.
  bool next(std::string_view &line);

  /// The number of the line that next() gave last, from 1; 0 before that.
  std::int64_t line_number() const { return line_number_; }

  /// Throws InputError "FILE:LINE: MESSAGE" for the current line.
  [[noreturn]] void fail(const std::string &message) const;
  /// The same for a line of the caller's choice.
  [[noreturn]] void fail_at(std::int64_t line_number,
                            const std::string &message) const;

private:
  bool next_block();

  DataReader data_;
  std::string_view block_; ///< what is left of the current block
  std::string carry_;      ///< a line that began in an earlier block
  std::int64_t line_number_ = 0;
};

} // namespace gap
#endif
