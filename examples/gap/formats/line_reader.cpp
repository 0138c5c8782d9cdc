//===- line_reader.cpp - the lines of a file, compressed or not -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A line inside one block is handed out in place; only a line that crosses
// from one block into the next is copied.
//
//===----------------------------------------------------------------------===//
#include "formats/line_reader.h"
#include "base/error.h"

#include <cstring>

namespace gap {
namespace {

constexpr std::size_t longest_line = 1 << 16;

} // namespace

bool LineReader::next_block() {
  return data_.next_block(block_, ":" + std::to_string(line_number_ + 1) +
                                      ": the data after this line");
}

bool LineReader::next(std::string_view &line) {
  carry_.clear();
  bool carried = false;
  for (;;) {
    if (block_.empty() && !next_block()) {
      if (!carried)
        return false;
      line = carry_;
      break;
    }
    const void *end = std::memchr(block_.data(), '\n', block_.size());
    if (end) {
      const std::size_t size = static_cast<const char *>(end) - block_.data();
      line = block_.substr(0, size);
      block_.remove_prefix(size + 1);
      if (carried)
        line = carry_.append(line);
      break;
    }
    if (carry_.size() + block_.size() > longest_line)
      fail_at(line_number_ + 1, "the line is longer than 65536 characters; "
                                "expected the short lines of a graph file");
    carry_.append(block_);
    block_ = {};
    carried = true;
  }
  ++line_number_;
  if (!line.empty() && line.back() == '\r')
    line.remove_suffix(1);
  return true;
}

void LineReader::fail(const std::string &message) const {
  fail_at(line_number_, message);
}

void LineReader::fail_at(std::int64_t line_number,
                         const std::string &message) const {
  throw InputError(data_.path() + ":" + std::to_string(line_number) + ": " +
                   message);
}

} // namespace gap
