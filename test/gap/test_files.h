//===- test_files.h - graph files for the tests ---------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each TempFile is written to a folder of its own and removed at the end of
// its scope. Compressed ones are made with libarchive, so that the tests need
// no tools.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_TEST_FILES_H
#define GAP_TEST_FILES_H

#include <string>

namespace gap_test {

class TempFile {
public:
  TempFile(const std::string &name, const std::string &content);
  ~TempFile();
  TempFile(const TempFile &) = delete;
  TempFile &operator=(const TempFile &) = delete;
  const std::string &path() const { return path_; }

private:
  std::string folder_;
  std::string path_;
};

/// `text` compressed with one of libarchive's filters: "gzip", "xz", ...
std::string compressed(const std::string &text, const std::string &filter);

/// The whole content of a file; "" if there is none.
std::string content_of(const std::string &path);

/// `count` lines of an edge list, of a path that is closed to a ring.
std::string ring(int count);

} // namespace gap_test
#endif
