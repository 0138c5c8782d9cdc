//===- line_reader.h - the lines of a file, compressed or not -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decompression (gzip, bzip2, xz, lzma, zstd, lz4) is libarchive's; which of
// them a file uses is told by its content. Lines end in LF or CRLF, the last
// one may lack it. Memory use does not depend on the size of the file, and no
// content of a file makes the reader crash, hang or give up in silence.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_LINE_READER_H
#define GAP_LINE_READER_H

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct archive;

namespace gap {

/// The name without the ending of a compression (".gz", ".xz", ...), if any.
std::string without_compression_suffix(const std::string &path);

/// Not thread-safe: one reader, one thread.
class LineReader {
public:
  /// Opens a regular file; throws InputError if it cannot, or if its name
  /// promises a compression that its content does not have.
  explicit LineReader(const std::string &path);
  ~LineReader();
  LineReader(const LineReader &) = delete;
  LineReader &operator=(const LineReader &) = delete;

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
  void require_promised_compression() const;

  struct Close {
    void operator()(struct archive *a) const;
  };
  std::string path_;
  std::unique_ptr<struct archive, Close> archive_;
  std::string_view block_; ///< what is left of libarchive's current block
  std::string carry_;      ///< a line that began in an earlier block
  std::int64_t line_number_ = 0;
  bool at_end_ = false;
};

} // namespace gap
#endif
