//===- data_reader.h - the bytes of a file, compressed or not -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decompression (gzip, bzip2, xz, lzma, zstd, lz4) is libarchive's; which of
// them a file uses is told by its content. Memory use does not depend on the
// size of the file, and damaged data is an InputError.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_DATA_READER_H
#define GAP_DATA_READER_H

#include <memory>
#include <string>
#include <string_view>

struct archive;

namespace gap {

/// One of the compressions that a file's name can end in.
struct Compression {
  const char *suffix; ///< ".gz"
  int filter;         ///< libarchive's code; ARCHIVE_FILTER_NONE for ""
};

/// The compression that the name promises.
Compression compression_of(const std::string &path);

/// The name without the ending of a compression (".gz", ".xz", ...), if any.
std::string without_compression_suffix(const std::string &path);

/// Throws InputError unless `path` is a regular file that exists.
void require_regular_file(const std::string &path);

/// Not thread-safe: one reader, one thread.
class DataReader {
public:
  /// Opens a regular file; throws InputError if it cannot, or if its name
  /// promises a compression that its content does not have.
  explicit DataReader(const std::string &path);
  ~DataReader();
  DataReader(const DataReader &) = delete;
  DataReader &operator=(const DataReader &) = delete;

  /// Sets `block` to the next bytes, at least one, and returns true; or returns
  /// false at the end of the data. `block` is valid until the next call. If the
  /// data is damaged or ends early, throws InputError "FILE WHERE cannot be
  /// read: ...", `where` being as in ":7: the data after this line".
  bool next_block(std::string_view &block, const std::string &where);

  const std::string &path() const { return path_; }

private:
  struct Close {
    void operator()(struct archive *a) const;
  };
  std::string path_;
  std::unique_ptr<struct archive, Close> archive_;
  bool at_end_ = false;
};

} // namespace gap
#endif
