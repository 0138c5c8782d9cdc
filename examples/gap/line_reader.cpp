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
#include "line_reader.h"
#include "error.h"

#include <archive.h>
#include <archive_entry.h>
#include <array>
#include <cerrno>
#include <cstring>
#include <sys/stat.h>

namespace gap {
namespace {

constexpr std::size_t block_bytes = 1 << 20;
constexpr std::size_t longest_line = 1 << 16;
constexpr std::array<const char *, 6> suffixes = {".gz",   ".bz2", ".xz",
                                                  ".lzma", ".zst", ".lz4"};

bool ends_with(const std::string &s, std::string_view end) {
  return s.size() > end.size() &&
         s.compare(s.size() - end.size(), end.size(), end) == 0;
}

void require_regular_file(const std::string &path) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0)
    throw InputError(path + ": cannot be opened: " + std::strerror(errno) +
                     "; expected a graph file");
  if (S_ISDIR(status.st_mode))
    throw InputError(path + ": is a directory; expected a graph file");
  // A pipe could wait for its writer for ever.
  if (!S_ISREG(status.st_mode))
    throw InputError(path + ": is not a regular file; expected a graph file");
}

} // namespace

std::string without_compression_suffix(const std::string &path) {
  for (const char *suffix : suffixes)
    if (ends_with(path, suffix))
      return path.substr(0, path.size() - std::strlen(suffix));
  return path;
}

void LineReader::Close::operator()(struct archive *a) const {
  archive_read_free(a);
}

LineReader::LineReader(const std::string &path) : path_(path) {
  require_regular_file(path);
  archive_.reset(archive_read_new());
  if (!archive_)
    throw std::bad_alloc();
  struct archive *a = archive_.get();
  // Chosen one by one: "all" would include filters that run other programs.
  archive_read_support_filter_gzip(a);
  archive_read_support_filter_bzip2(a);
  archive_read_support_filter_xz(a);
  archive_read_support_filter_lzma(a);
  archive_read_support_filter_zstd(a);
  archive_read_support_filter_lz4(a);
  archive_read_support_format_raw(a);
  archive_read_support_format_empty(a);
  if (archive_read_open_filename(a, path.c_str(), block_bytes) != ARCHIVE_OK)
    throw InputError(path + ": cannot be opened: " + archive_error_string(a) +
                     "; expected a graph file");
  struct archive_entry *entry;
  const int status = archive_read_next_header(a, &entry);
  if (status == ARCHIVE_EOF)
    at_end_ = true;
  else if (status != ARCHIVE_OK && status != ARCHIVE_WARN)
    fail_at(1, std::string("the file cannot be decompressed: ") +
                   archive_error_string(a) + "; expected a complete file");
  else
    require_promised_compression();
}

LineReader::~LineReader() = default;

void LineReader::require_promised_compression() const {
  if (without_compression_suffix(path_) == path_ ||
      archive_filter_code(archive_.get(), 0) != ARCHIVE_FILTER_NONE)
    return;
  fail_at(1, "the content is not compressed, or damaged at its beginning; "
             "expected compressed data, as the file's name says");
}

bool LineReader::next_block() {
  while (!at_end_) {
    const void *data;
    std::size_t size;
    la_int64_t offset;
    const int status =
        archive_read_data_block(archive_.get(), &data, &size, &offset);
    if (status == ARCHIVE_EOF) {
      at_end_ = true;
    } else if (status != ARCHIVE_OK) {
      const char *why = archive_error_string(archive_.get());
      fail_at(line_number_ + 1,
              std::string("the data after this line cannot be read: ") +
                  (why ? why : "damaged data") + "; expected a complete file");
    } else if (size > 0) {
      block_ = {static_cast<const char *>(data), size};
      return true;
    }
  }
  return false;
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
                                "expected one edge a line");
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
  throw InputError(path_ + ":" + std::to_string(line_number) + ": " + message);
}

} // namespace gap
