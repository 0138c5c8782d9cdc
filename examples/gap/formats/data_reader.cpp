//===- data_reader.cpp - the bytes of a file, compressed or not -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libarchive's "raw" format is a compressed file without an archive in it.
//
//===----------------------------------------------------------------------===//
#include "formats/data_reader.h"
#include "base/error.h"

#include <archive.h>
#include <archive_entry.h>
#include <cerrno>
#include <cstring>
#include <sys/stat.h>

namespace gap {
namespace {

constexpr std::size_t block_bytes = 1 << 20;
constexpr Compression compressions[] = {
    {".gz", ARCHIVE_FILTER_GZIP},  {".bz2", ARCHIVE_FILTER_BZIP2},
    {".xz", ARCHIVE_FILTER_XZ},    {".lzma", ARCHIVE_FILTER_LZMA},
    {".zst", ARCHIVE_FILTER_ZSTD}, {".lz4", ARCHIVE_FILTER_LZ4}};

bool ends_with(const std::string &s, std::string_view end) {
  return s.size() > end.size() &&
         s.compare(s.size() - end.size(), end.size(), end) == 0;
}

/// The text of the last error; libarchive does not always have one.
std::string reason(struct archive *a) {
  const char *text = archive_error_string(a);
  return text ? text : "damaged data";
}

} // namespace

Compression compression_of(const std::string &path) {
  for (const Compression &compression : compressions)
    if (ends_with(path, compression.suffix))
      return compression;
  return {"", ARCHIVE_FILTER_NONE};
}

std::string without_compression_suffix(const std::string &path) {
  return path.substr(0, path.size() - std::strlen(compression_of(path).suffix));
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

void DataReader::Close::operator()(struct archive *a) const {
  archive_read_free(a);
}

DataReader::DataReader(const std::string &path) : path_(path) {
  require_regular_file(path);
  archive_.reset(archive_read_new());
  if (!archive_)
    throw std::bad_alloc();
  struct archive *a = archive_.get();
  // Chosen one by one: "all" would include filters that run other programs.
  for (const Compression &compression : compressions)
    archive_read_support_filter_by_code(a, compression.filter);
  archive_read_support_format_raw(a);
  archive_read_support_format_empty(a);
  if (archive_read_open_filename(a, path.c_str(), block_bytes) != ARCHIVE_OK)
    throw InputError(path + ": cannot be opened: " + reason(a) +
                     "; expected a graph file");
  struct archive_entry *entry;
  const int status = archive_read_next_header(a, &entry);
  if (status == ARCHIVE_EOF)
    at_end_ = true;
  else if (status != ARCHIVE_OK && status != ARCHIVE_WARN)
    throw InputError(path + ":1: the file cannot be decompressed: " +
                     reason(a) + "; expected a complete file");
  else if (compression_of(path).filter != ARCHIVE_FILTER_NONE &&
           archive_filter_code(a, 0) == ARCHIVE_FILTER_NONE)
    throw InputError(path + ":1: the content is not compressed, or damaged at "
                            "its beginning; expected compressed data, as the "
                            "file's name says");
}

DataReader::~DataReader() = default;

bool DataReader::next_block(std::string_view &block, const std::string &where) {
  while (!at_end_) {
    const void *data;
    std::size_t size;
    la_int64_t offset;
    const int status =
        archive_read_data_block(archive_.get(), &data, &size, &offset);
    if (status == ARCHIVE_EOF) {
      at_end_ = true;
    } else if (status != ARCHIVE_OK) {
      throw InputError(path_ + where + " cannot be read: " +
                       reason(archive_.get()) + "; expected a complete file");
    } else if (size > 0) {
      block = {static_cast<const char *>(data), size};
      return true;
    }
  }
  return false;
}

} // namespace gap
