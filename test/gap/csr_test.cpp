//===- csr_test.cpp - the binary format of graphs -------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is written is read again, and nothing else is: no changed byte and no
// missing one gets through.
//
//===----------------------------------------------------------------------===//
#include "base/error.h"
#include "formats/csr.h"
#include "graph/builder.h"
#include "graph/generator.h"
#include "test_files.h"

#include <cstring>
#include <dirent.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

using namespace gap;
using gap_test::content_of;
using gap_test::TempFile;

template <class T> std::vector<T> values(const T *begin, std::int64_t size) {
  return {begin, begin + size};
}

void expect_equal(const AdjacencyView &a, const AdjacencyView &b) {
  EXPECT_EQ(values(a.offsets, a.num_offsets), values(b.offsets, b.num_offsets));
  EXPECT_EQ(values(a.neighbours, a.num_arcs), values(b.neighbours, b.num_arcs));
}

void expect_equal(const Graph &a, const Graph &b) {
  EXPECT_EQ(a.is_directed(), b.is_directed());
  EXPECT_EQ(a.num_edges(), b.num_edges());
  expect_equal(a.out(), b.out());
  expect_equal(a.in(), b.in());
}

Graph generated(bool directed, int scale = 8) {
  BuildOptions options;
  options.symmetrize = !directed;
  return build_graph(generate_kronecker(scale, 8), NodeID{1} << scale, options);
}

/// 2 vertices, arcs 0 1 and 1 0: a header and 2 * (3 * 8 + 2 * 4) bytes.
std::string small_file() {
  const TempFile file("a.csr", "");
  write_csr(build_graph({{0, 1}, {1, 0}}, 2, {}), file.path());
  return content_of(file.path());
}

std::string error_in(const std::string &content,
                     const std::string &name = "a.csr") {
  const TempFile file(name, content);
  try {
    read_csr(file.path());
  } catch (const InputError &e) {
    const std::string message = e.what();
    EXPECT_EQ(message.rfind(file.path() + ":", 0), 0u) << message;
    return message.substr(file.path().size());
  }
  return "no error";
}

/// The file with the value at `offset`, and a checksum that fits.
template <class T>
std::string changed(std::string file, std::size_t offset, T value) {
  std::memcpy(&file[offset], &value, sizeof value);
  CsrHeader header;
  std::memcpy(&header, file.data(), sizeof header);
  header.checksum = csr_checksum(
      header, {{file.data() + sizeof header, file.size() - sizeof header}});
  std::memcpy(file.data(), &header, sizeof header);
  return file;
}

class Csr : public testing::TestWithParam<const char *> {};

TEST_P(Csr, IsReadAsItWasWritten) {
  for (const Graph &g :
       {generated(true), generated(false), build_graph({}, 3, {}),
        build_graph({}, 0, {}), Graph::undirected({{0}, {}}),
        Graph::undirected({{0, 1, 1}, {0}})}) {
    const TempFile file(std::string("a.csr") + GetParam(), "");
    write_csr(g, file.path());
    expect_equal(read_csr(file.path()), g);
  }
}

INSTANTIATE_TEST_SUITE_P(Compressions, Csr,
                         testing::Values("", ".gz", ".bz2", ".xz", ".lzma",
                                         ".zst", ".lz4"),
                         [](const auto &info) {
                           const std::string suffix = info.param;
                           return suffix.empty() ? "none" : suffix.substr(1);
                         });

TEST(CsrFile, HasTheDocumentedLayout) {
  const std::string file = small_file();
  ASSERT_EQ(file.size(), 64u + 2 * (3 * 8 + 2 * 4));
  EXPECT_EQ(file.substr(0, 8), "usrgraph");
  CsrHeader header;
  std::memcpy(&header, file.data(), sizeof header);
  EXPECT_EQ(header.version, 1u);
  EXPECT_EQ(header.flags, csr_directed);
  EXPECT_EQ(header.num_nodes, 2);
  EXPECT_EQ(header.num_arcs, 2);
  std::int32_t neighbours[4];
  std::memcpy(neighbours, file.data() + 64 + 6 * 8, sizeof neighbours);
  EXPECT_EQ(values(neighbours, 4), (std::vector<std::int32_t>{1, 0, 1, 0}));
}

TEST(CsrFile, GraphsOutliveItsReplacement) {
  const TempFile file("a.csr", "");
  const Graph g = generated(true), h = generated(false, 9);
  write_csr(g, file.path());
  const Graph mapped = read_csr(file.path());
  write_csr(h, file.path());
  expect_equal(mapped, g);
  expect_equal(read_csr(file.path()), h);
}

TEST(CsrFile, RefusesEveryChangedByte) {
  const std::string good = small_file();
  for (std::size_t i = 0; i < good.size(); ++i)
    for (int bit : {0, 7}) {
      std::string bad = good;
      bad[i] = static_cast<char>(bad[i] ^ 1 << bit);
      EXPECT_NE(error_in(bad), "no error") << "byte " << i;
    }
}

TEST(CsrFile, RefusesEveryOtherSize) {
  const std::string good = small_file();
  for (std::size_t size = 0; size < good.size(); ++size)
    EXPECT_NE(error_in(good.substr(0, size)), "no error") << size << " bytes";
  EXPECT_EQ(error_in(good + '\0'),
            ": the file has 129 bytes; expected 128, for "
            "2 vertices and 2 arcs");
  EXPECT_EQ(error_in(""), ": the file has 0 bytes; expected at least the 64 of "
                          "a .csr file's header");
}

TEST(CsrFile, ExplainsItsHeader) {
  const std::string good = small_file();
  EXPECT_EQ(error_in(std::string(100, 'x')),
            ": the content is not of a .csr file; expected a file that "
            "converter has written");
  EXPECT_EQ(
      error_in(changed(good, 8, 0x04030201)),
      ": the file is from a machine with another byte order; expected one "
      "that was converted on a machine like this");
  EXPECT_EQ(
      error_in(changed(good, 12, 2)),
      ": the file has version 2 of the format; expected version 1: convert "
      "the graph again");
  const std::string damaged =
      ": the header is damaged; expected a file that converter has written";
  EXPECT_EQ(error_in(changed(good, 16, std::uint64_t{3})), damaged);
  EXPECT_EQ(error_in(changed(good, 24, std::int64_t{-1})), damaged);
  EXPECT_EQ(error_in(changed(good, 24, INT64_MAX)), damaged);
  EXPECT_EQ(error_in(changed(good, 32, std::int64_t{-2})), damaged);
  EXPECT_EQ(error_in(changed(good, 32, std::int64_t{1} << 61)), damaged);
  EXPECT_EQ(error_in(changed(good, 56, std::uint64_t{1})), damaged);
  std::string flipped = good;
  flipped[100] ^= 1;
  EXPECT_EQ(
      error_in(flipped),
      ": the checksum is wrong: the file is damaged; expected a file that "
      "is as converter has written it");
}

TEST(CsrFile, IsAGraphWhateverItsChecksumSays) {
  const std::string good = small_file();
  const std::size_t offsets = 64, lists = 64 + 6 * 8;
  const std::string expected = "; expected a file that converter has written";
  EXPECT_EQ(error_in(changed(good, offsets + 8, std::int64_t{3})),
            ": the file is no graph: the offsets are not ascending" + expected);
  EXPECT_EQ(error_in(changed(good, offsets + 16, std::int64_t{9})),
            ": the file is no graph: the offsets do not span the neighbour "
            "lists" +
                expected);
  EXPECT_EQ(error_in(changed(good, lists, std::int32_t{2})),
            ": the file is no graph: a neighbour is not a vertex of the graph" +
                expected);
  EXPECT_EQ(error_in(changed(good, lists + 12, std::int32_t{-1})),
            ": the file is no graph: a neighbour is not a vertex of the graph" +
                expected);
  // Both arcs from vertex 0, to 1 and then to 0.
  EXPECT_EQ(error_in(changed(good, offsets + 8, std::int64_t{2})),
            ": the file is no graph: a neighbour list is not ascending" +
                expected);
}

TEST(CsrFile, IsCheckedAfterDecompression) {
  const std::string good = small_file();
  EXPECT_EQ(
      error_in(gap_test::compressed(good + "x", "zstd"), "a.csr.zst"),
      ": the file has 129 bytes; expected 128, for 2 vertices and 2 arcs");
  EXPECT_EQ(error_in(good, "a.csr.zst"),
            ":1: the content is not compressed, or damaged at its beginning; "
            "expected compressed data, as the file's name says");
  std::string cut = gap_test::compressed(std::string(1 << 20, 'x'), "gzip");
  cut.resize(cut.size() / 2);
  EXPECT_EQ(error_in(cut, "a.csr.gz").rfind(": the data after byte ", 0), 0u)
      << error_in(cut, "a.csr.gz");
}

std::string write_error_of(const std::string &path) {
  try {
    write_csr(generated(true), path);
  } catch (const InputError &e) {
    return e.what();
  }
  return "no error";
}

TEST(CsrFile, IsWrittenWhole) {
  EXPECT_EQ(write_error_of("a.el"),
            "a.el: the name is not one of a .csr file; expected it to end in "
            ".csr, and then in .zst, .xz, .gz, .lz4, .bz2 or .lzma to compress "
            "the file");
  EXPECT_EQ(write_error_of("/no/such/a.csr")
                .rfind("/no/such/a.csr: cannot be written: ", 0),
            0u);
  // A folder is in the way: nothing is left beside it.
  const TempFile file("a", "");
  const std::string folder = file.path().substr(0, file.path().size() - 2);
  const std::string target = folder + "/b.csr";
  ASSERT_EQ(mkdir(target.c_str(), 0700), 0);
  EXPECT_NE(write_error_of(target), "no error");
  EXPECT_EQ(rmdir(target.c_str()), 0);
  DIR *entries = opendir(folder.c_str());
  int count = 0;
  while (readdir(entries))
    ++count;
  closedir(entries);
  EXPECT_EQ(count, 3); // ".", ".." and "a"
}

TEST(CsrFile, IsNeverAPipe) {
  const TempFile file("a", "");
  const std::string pipe = file.path() + ".csr";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THROW(read_csr(pipe), InputError);
  unlink(pipe.c_str());
}

} // namespace
