//===- write_csr.cpp - writes the .csr format -----------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The file is written under another name and renamed at the end: no program
// ever sees half a graph, or has one changed that it has mapped.
//
//===----------------------------------------------------------------------===//
#include "base/error.h"
#include "formats/csr.h"
#include "formats/data_reader.h"

#include <algorithm>
#include <archive.h>
#include <archive_entry.h>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <unistd.h>

namespace gap {
namespace {

struct Free {
  void operator()(struct archive *a) const { archive_write_free(a); }
  void operator()(struct archive_entry *e) const { archive_entry_free(e); }
};

class Writer {
public:
  explicit Writer(const std::string &path)
      : path_(path), part_(path + ".part" + std::to_string(getpid())),
        archive_(archive_write_new()) {
    if (!archive_)
      throw std::bad_alloc();
  }
  ~Writer() {
    archive_.reset();
    unlink(part_.c_str()); // unless it was renamed
  }
  Writer(const Writer &) = delete;
  Writer &operator=(const Writer &) = delete;

  void open() {
    struct archive *a = archive_.get();
    // Without padding at the end.
    archive_write_set_bytes_in_last_block(a, 1);
    const std::unique_ptr<struct archive_entry, Free> entry(
        archive_entry_new());
    archive_entry_set_pathname(entry.get(), "graph");
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    require(archive_write_add_filter(a, compression_of(path_).filter));
    require(archive_write_set_format_raw(a));
    require(archive_write_open_filename(a, part_.c_str()));
    require(archive_write_header(a, entry.get()));
  }

  void write(const CsrBytes &bytes) {
    constexpr std::size_t piece = 1 << 24;
    const char *data = static_cast<const char *>(bytes.data);
    for (std::size_t done = 0; done < bytes.size; done += piece) {
      const std::size_t size = std::min(piece, bytes.size - done);
      if (archive_write_data(archive_.get(), data + done, size) !=
          static_cast<la_ssize_t>(size))
        require(ARCHIVE_FATAL);
    }
  }

  void finish() {
    require(archive_write_close(archive_.get()));
    if (std::rename(part_.c_str(), path_.c_str()) != 0)
      fail(std::strerror(errno));
  }

private:
  void require(int status) {
    if (status == ARCHIVE_OK)
      return;
    const char *why = archive_error_string(archive_.get());
    fail(why ? why : "no reason is known");
  }
  [[noreturn]] void fail(const std::string &why) const {
    throw InputError(path_ + ": cannot be written: " + why +
                     "; expected a name in a folder with enough space");
  }

  std::string path_;
  std::string part_;
  std::unique_ptr<struct archive, Free> archive_;
};

} // namespace

void write_csr(const Graph &g, const std::string &path) {
  if (!is_csr_name(path))
    throw InputError(path + ": the name is not one of a .csr file; expected it "
                            "to end in .csr, and then in .zst, .xz, .gz, .lz4, "
                            ".bz2 or .lzma to compress the file");
  const AdjacencyView directions[] = {g.out(), g.in()};
  const int num_directions = g.is_directed() ? 2 : 1;
  std::vector<CsrBytes> arrays;
  for (int i = 0; i < num_directions; ++i)
    arrays.push_back(
        {directions[i].offsets,
         std::size_t(directions[i].num_offsets) * sizeof(std::int64_t)});
  for (int i = 0; i < num_directions; ++i)
    arrays.push_back({directions[i].neighbours,
                      std::size_t(directions[i].num_arcs) * sizeof(NodeID)});

  CsrHeader header = {};
  std::memcpy(header.magic, csr_magic, sizeof header.magic);
  header.byte_order = csr_byte_order;
  header.version = csr_version;
  header.flags = g.is_directed() ? csr_directed : 0;
  header.num_nodes = g.num_nodes();
  header.num_arcs = g.num_arcs();
  header.checksum = csr_checksum(header, arrays);

  Writer writer(path);
  writer.open();
  writer.write({&header, sizeof header});
  for (const CsrBytes &array : arrays)
    writer.write(array);
  writer.finish();
}

} // namespace gap
