//===- test_files.cpp - graph files for the tests -------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever fails here is a failure of the machine: it throws.
//
//===----------------------------------------------------------------------===//
#include "test_files.h"

#include <archive.h>
#include <archive_entry.h>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <unistd.h>

namespace gap_test {
namespace {

void require(bool good, const char *what) {
  if (!good)
    throw std::runtime_error(std::string("cannot ") + what);
}

} // namespace

TempFile::TempFile(const std::string &name, const std::string &content) {
  folder_ = std::filesystem::temp_directory_path() / "gap-test-XXXXXX";
  require(mkdtemp(folder_.data()), "make a folder");
  path_ = folder_ + "/" + name;
  std::ofstream file(path_, std::ios::binary);
  file << content;
  file.close();
  require(bool(file), "write a file");
}

TempFile::~TempFile() {
  unlink(path_.c_str());
  rmdir(folder_.c_str());
}

std::string compressed(const std::string &text, const std::string &filter) {
  std::string result(text.size() + 65536, '\0');
  std::size_t used = 0;
  archive *a = archive_write_new();
  archive_entry *entry = archive_entry_new();
  archive_entry_set_filetype(entry, AE_IFREG);
  archive_entry_set_pathname(entry, "data");
  archive_write_set_bytes_per_block(a, 0);
  require(archive_write_add_filter_by_name(a, filter.c_str()) == ARCHIVE_OK &&
              archive_write_set_format_raw(a) == ARCHIVE_OK &&
              archive_write_open_memory(a, result.data(), result.size(),
                                        &used) == ARCHIVE_OK &&
              archive_write_header(a, entry) == ARCHIVE_OK &&
              archive_write_data(a, text.data(), text.size()) ==
                  static_cast<la_ssize_t>(text.size()) &&
              archive_write_close(a) == ARCHIVE_OK,
          "compress");
  archive_entry_free(entry);
  archive_write_free(a);
  result.resize(used);
  return result;
}

std::string content_of(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

std::string ring(int count) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += std::to_string(i) + " " + std::to_string((i + 1) % count) + "\n";
  return text;
}

} // namespace gap_test
