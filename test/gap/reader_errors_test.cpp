//===- reader_errors_test.cpp - what is said about broken graph files -----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every broken file is an InputError with file, line, what is wrong and what
// was expected; nothing that a file can hold is a crash, a hang or a wrong
// graph.
//
//===----------------------------------------------------------------------===//
#include "base/error.h"
#include "formats/reader.h"
#include "test_files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

using namespace gap;
using gap_test::TempFile;

/// What is said about the file, which must be broken.
std::string error_of(const std::string &path) {
  try {
    read_graph_file(path);
  } catch (const InputError &e) {
    return e.what();
  }
  return "no error";
}

struct Broken {
  const char *name; ///< of the test
  const char *file;
  std::string content;
  const char *message; ///< after the file's path
};

class BrokenFile : public testing::TestWithParam<Broken> {};

TEST_P(BrokenFile, IsExplained) {
  const TempFile file(GetParam().file, GetParam().content);
  EXPECT_EQ(error_of(file.path()), file.path() + GetParam().message);
}

std::string name_of(const testing::TestParamInfo<Broken> &info) {
  return info.param.name;
}

#define IDS "; expected a vertex id from 0 to 2147483646"
#define TWO "; expected two vertex ids, as in '0 1'"

INSTANTIATE_TEST_SUITE_P(
    EdgeList, BrokenFile,
    testing::Values(
        Broken{"Empty", "a.el", "",
               ":1: the file is empty; expected lines of two vertex ids, as in "
               "'0 1'"},
        Broken{"EmptyCompressed", "a.el.xz", "",
               ":1: the file is empty; expected lines of two vertex ids, as in "
               "'0 1'"},
        Broken{"OnlyComments", "a.el", "# a\n# b\n",
               ":2: the file ends without an edge; expected lines of two "
               "vertex ids, as in '0 1'"},
        Broken{"Word", "a.el", "0 1\n1 x\n", ":2: 'x' is not an integer" IDS},
        Broken{"Fraction", "a.el", "0 1.5\n",
               ":1: '1.5' is not an integer" IDS},
        Broken{"PlusSign", "a.el", "0 +1\n", ":1: '+1' is not an integer" IDS},
        Broken{"Negative", "a.el", "0 1\n\n2 -3\n", ":3: '-3' is negative" IDS},
        Broken{"TooLarge", "a.el", "0 2147483647\n",
               ":1: '2147483647' is too large" IDS},
        Broken{"Overflow", "a.el", "99999999999999999999999 1\n",
               ":1: '99999999999999999999999' is too large" IDS},
        Broken{"NegativeOverflow", "a.el", "-99999999999999999999999 1\n",
               ":1: '-99999999999999999999999' is negative" IDS},
        Broken{"OneColumn", "a.el", "0 1\r\n7\r\n",
               ":2: a vertex id is missing" TWO},
        Broken{"ThreeColumns", "a.el", "0 1 5\n",
               ":1: there is more on the line: '5'" TWO},
        Broken{"SparseIds", "a.el", "0 1\n0 2000000000\n1 2\n",
               ":2: vertex id 2000000000 makes a graph of 2000000001 vertices "
               "for only 3 edges; expected vertices numbered without large "
               "gaps (at most 64 vertices an edge)"},
        Broken{"Binary", "a.el", std::string("\x01\x80\0 1\n", 6),
               ":1: '\\x01\\x80\\x00' is not an integer" IDS},
        Broken{"LongLine", "a.el", "0 1\n" + std::string(3 << 20, '1'),
               ":2: the line is longer than 65536 characters; expected the "
               "short lines of a graph file"},
        // gzip's header, then what libarchive gives no reason for.
        Broken{"DamagedBeginning", "a.el",
               std::string("\x1f\x8b\x08\0\0\0\0\0\0\x03\x33\x50\x30\xe4\x02\0",
                           16),
               ": cannot be opened: damaged data; expected a graph file"},
        Broken{"NotCompressed", "a.el.gz", "0 1\n",
               ":1: the content is not compressed, or damaged at its "
               "beginning; expected compressed data, as the file's name "
               "says"}),
    name_of);

#define BANNER "%%MatrixMarket matrix coordinate "
#define SIZES                                                                  \
  "; expected the sizes: rows, columns and number of entries, as in '4 4 7'"

INSTANTIATE_TEST_SUITE_P(
    MatrixMarket, BrokenFile,
    testing::Values(
        Broken{"Empty", "a.mtx", "",
               ":1: the file is empty; expected the banner '%%MatrixMarket "
               "matrix coordinate pattern general'"},
        Broken{"NoBanner", "a.mtx", "3 3 1\n1 2\n",
               ":1: the line is not a Matrix Market banner; expected one such "
               "as '%%MatrixMarket matrix coordinate pattern general'"},
        Broken{"Array", "a.mtx", "%%MatrixMarket matrix array real general\n",
               ":1: the banner's format is 'array'; expected 'coordinate'"},
        Broken{"Complex", "a.mtx", BANNER "complex general\n",
               ":1: the banner's type of values is 'complex'; expected "
               "'pattern' or 'real' or 'integer'"},
        Broken{"Hermitian", "a.mtx", BANNER "real hermitian\n",
               ":1: the banner's symmetry is 'hermitian'; expected 'general' "
               "or 'symmetric'"},
        Broken{"NoSymmetry", "a.mtx", BANNER "real\n",
               ":1: the banner's symmetry is ''; expected 'general' or "
               "'symmetric'"},
        Broken{"NoSizes", "a.mtx", BANNER "pattern general\n% c\n",
               ":2: the file ends after the banner" SIZES},
        Broken{"TwoSizes", "a.mtx", BANNER "pattern general\n3 3\n",
               ":2: a number of entries is missing" SIZES},
        Broken{"NoNodes", "a.mtx", BANNER "pattern general\n0 0 0\n",
               ":2: '0' is too small; expected a number of rows from 1 to "
               "2147483647"},
        Broken{"Rectangle", "a.mtx", BANNER "pattern general\n3 4 1\n1 1\n",
               ":2: the matrix has 3 rows and 4 columns; expected a square "
               "matrix, a graph's"},
        Broken{"Sparse", "a.mtx",
               BANNER "pattern general\n2000000000 2000000000 1\n1 1\n",
               ":2: the sizes make a graph of 2000000000 vertices for only 1 "
               "edges; expected vertices numbered without large gaps (at most "
               "64 vertices an edge)"},
        Broken{"OutsideTheMatrix", "a.mtx",
               BANNER "pattern general\n3 3 1\n1 4\n",
               ":3: '4' is too large; expected a column from 1 to 3"},
        Broken{"IndexZero", "a.mtx", BANNER "pattern general\n3 3 1\n0 1\n",
               ":3: '0' is too small; expected a row from 1 to 3"},
        Broken{"NoValue", "a.mtx", BANNER "real general\n3 3 1\n1 2\n",
               ":3: a value is missing; expected row, column and value, as in "
               "'2 1 0.5'"},
        Broken{"BadValue", "a.mtx", BANNER "real general\n3 3 1\n1 2 x\n",
               ":3: 'x' is not a number; expected row, column and value, as in "
               "'2 1 0.5'"},
        Broken{"ValueInPattern", "a.mtx",
               BANNER "pattern general\n3 3 1\n1 2 3\n",
               ":3: there is more on the line: '3'; expected row and column, "
               "as in '2 1'"},
        Broken{"TooFewEntries", "a.mtx",
               BANNER "pattern general\n3 3 9000000000000000000\n1 2\n2 3\n",
               ":4: the file ends after 2 entries; expected more, because line "
               "2 announces 9000000000000000000 entries"},
        Broken{"TooManyEntries", "a.mtx",
               BANNER "pattern general\n3 3 1\n1 2\n2 3\n",
               ":4: there is one entry too many; expected the end of the file, "
               "because line 2 announces 1 entries"}),
    name_of);

#define THREE "; expected two vertex ids and a weight, as in '0 1 5'"

INSTANTIATE_TEST_SUITE_P(
    WeightedEdgeList, BrokenFile,
    testing::Values(Broken{"NoWeight", "a.wel", "0 1 5\n0 1\n",
                           ":2: a value is missing" THREE},
                    Broken{"BadWeight", "a.wel", "0 1 5x\n",
                           ":1: '5x' is not a number" THREE},
                    Broken{"FourColumns", "a.wel", "0 1 5 6\n",
                           ":1: there is more on the line: '6'" THREE},
                    Broken{"Negative", "a.wel", "0 -1 5\n",
                           ":1: '-1' is negative" IDS}),
    name_of);

#define PROBLEM                                                                \
  "; expected the problem line 'p sp VERTICES ARCS', as in 'p sp 4 7'"
#define ARC "; expected an arc 'a FROM TO WEIGHT', as in 'a 1 2 5'"

INSTANTIATE_TEST_SUITE_P(
    Dimacs, BrokenFile,
    testing::Values(
        Broken{"Empty", "a.gr", "", ":1: the file is empty" PROBLEM},
        Broken{"OnlyComments", "a.gr", "c a\nc b\n",
               ":2: the file ends here" PROBLEM},
        Broken{"NoProblem", "a.gr", "c a\na 1 2 3\n",
               ":2: an arc comes first" PROBLEM},
        Broken{"TwoProblems", "a.gr", "p sp 2 1\np sp 2 1\n",
               ":2: this is a second problem line; the first is line 1; "
               "expected one"},
        Broken{"AnotherProblem", "a.gr", "p tw 3 1\n1 2\n",
               ":1: the problem is 'tw'; expected 'sp' (shortest paths), the "
               "one that has arcs 'a FROM TO WEIGHT'"},
        Broken{"NoSizes", "a.gr", "p sp 4\n",
               ":1: a number of arcs is missing" PROBLEM},
        Broken{"NegativeSize", "a.gr", "p sp -4 1\n",
               ":1: '-4' is negative; expected a number of vertices from 1 to "
               "2147483647"},
        Broken{"Sparse", "a.gr", "p sp 2000000000 1\na 1 2 3\n",
               ":1: the sizes make a graph of 2000000000 vertices for only 1 "
               "edges; expected vertices numbered without large gaps (at most "
               "64 vertices an edge)"},
        Broken{"UnknownLine", "a.gr", "p sp 2 1\ne 1 2\n",
               ":2: the line begins with 'e'; expected 'c' (comment), 'p' "
               "(problem) or 'a' (arc)"},
        Broken{"VertexZero", "a.gr", "p sp 2 1\na 0 2 3\n",
               ":2: '0' is too small; expected a vertex from 1 to 2"},
        Broken{"VertexTooLarge", "a.gr", "p sp 2 1\na 1 3 3\n",
               ":2: '3' is too large; expected a vertex from 1 to 2"},
        Broken{"NoWeight", "a.gr", "p sp 2 1\na 1 2\n",
               ":2: a value is missing" ARC},
        Broken{"More", "a.gr", "p sp 2 1\na 1 2 3 4\n",
               ":2: there is more on the line: '4'" ARC},
        Broken{"TooFewArcs", "a.gr", "p sp 2 9000000000000000000\na 1 2 3\n",
               ":2: the file ends after 1 arcs; expected more, because line 1 "
               "announces 9000000000000000000 arcs"},
        Broken{"TooManyArcs", "a.gr", "p sp 2 0\na 1 2 3\n",
               ":2: there is one arc too many; expected the end of the file, "
               "because line 1 announces 0 arcs"}),
    name_of);

#define KIND "; expected 'AdjacencyGraph' or 'WeightedAdjacencyGraph'"
#define ADJ "AdjacencyGraph\n"

INSTANTIATE_TEST_SUITE_P(
    Adjacency, BrokenFile,
    testing::Values(
        Broken{"Empty", "a.adj", "", ":1: the file is empty" KIND},
        Broken{"NoKind", "a.adj", "3\n4\n",
               ":1: the file begins with '3'" KIND},
        Broken{"NoSizes", "a.adj", ADJ,
               ":1: the file ends, but a number of vertices is missing; "
               "expected 1 more"},
        Broken{"NegativeSize", "a.adj", ADJ "2\n-1\n",
               ":3: '-1' is negative; expected a number of arcs from 0 to "
               "9223372036854775807"},
        Broken{"Overflow", "a.adj", ADJ "99999999999999999999\n1\n",
               ":2: '99999999999999999999' is too large; expected a number of "
               "vertices from 0 to 2147483647"},
        Broken{"Sparse", "a.adj", ADJ "2000000000\n1\n",
               ":3: the sizes make a graph of 2000000000 vertices for only 1 "
               "edges; expected vertices numbered without large gaps (at most "
               "64 vertices an edge)"},
        Broken{"ArcsOfNobody", "a.adj", ADJ "0\n1\n",
               ":3: there are arcs, but no vertices; expected 0 arcs"},
        Broken{"FirstNotZero", "a.adj", ADJ "2\n2\n1\n2\n0\n1\n",
               ":4: '1' is too large; expected the place of a vertex's first "
               "arc from 0 to 0"},
        Broken{"Descending", "a.adj", ADJ "3\n2\n0\n2\n1\n0\n1\n",
               ":6: '1' is too small; expected the place of a vertex's first "
               "arc from 2 to 2"},
        Broken{"PlaceTooLarge", "a.adj", ADJ "2\n2\n0\n3\n0\n1\n",
               ":5: '3' is too large; expected the place of a vertex's first "
               "arc from 0 to 2"},
        Broken{"TargetTooLarge", "a.adj", ADJ "2\n2\n0\n1\n2\n1\n",
               ":6: '2' is too large; expected a vertex from 0 to 1"},
        Broken{"PlacesMissing", "a.adj", ADJ "4\n2\n0\n1\n",
               ":5: the file ends, but the place of a vertex's first arc is "
               "missing; expected 2 more"},
        Broken{"TargetsMissing", "a.adj",
               ADJ "2\n9000000000000000000\n0\n1\n1\n",
               ":6: the file ends, but a vertex is missing; expected "
               "8999999999999999999 more"},
        Broken{"WeightsMissing", "a.adj",
               "Weighted" ADJ "2\n2\n0\n1\n1\n0\n5\n",
               ":8: the file ends, but a weight is missing; expected 1 more"},
        Broken{"BadWeight", "a.adj", "Weighted" ADJ "1\n1\n0\n0\nx\n",
               ":6: 'x' is not a number; expected one number a line, those of "
               "an AdjacencyGraph"},
        Broken{"More", "a.adj", ADJ "1\n1\n0\n0\n5\n",
               ":6: there is more than the arcs; expected the end of the "
               "file"}),
    name_of);

TEST(UnreadableFile, SaysWhichOfTenMillionLines) {
  std::string text;
  for (int i = 0; i < 10000000; ++i)
    text += "0 1\n";
  const TempFile file("a.el.zst", gap_test::compressed(text + "0 x\n", "zstd"));
  EXPECT_EQ(error_of(file.path()),
            file.path() + ":10000001: 'x' is not an integer" IDS);
}

TEST(UnreadableFile, IsMissing) {
  EXPECT_EQ(error_of("no/such.el"),
            "no/such.el: cannot be opened: No such file or directory; expected "
            "a graph file");
}

TEST(UnreadableFile, IsAFolder) {
  EXPECT_EQ(error_of("/"), "/: is a directory; expected a graph file");
}

TEST(UnreadableFile, IsAPipe) {
  const TempFile file("a.el", "");
  const std::string pipe = file.path() + ".pipe.el";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(error_of(pipe),
            pipe + ": is not a regular file; expected a graph file");
  unlink(pipe.c_str());
}

TEST(UnreadableFile, HasNoFormatInItsName) {
  const TempFile file("graph.txt.xz", gap_test::compressed("0 1\n", "xz"));
  EXPECT_EQ(error_of(file.path()),
            file.path() + ": the name tells no graph format; expected it to "
                          "end in .el, .wel, .mtx, .gr, .adj or .csr, and "
                          "then in .gz, .bz2, .xz, .lzma, .zst or .lz4 if the "
                          "file is compressed");
}

class DamagedData
    : public testing::TestWithParam<std::pair<const char *, const char *>> {};

TEST_P(DamagedData, IsAnErrorWhereverItIsCutOff) {
  const auto [filter, suffix] = GetParam();
  const std::string data = gap_test::compressed(gap_test::ring(20000), filter);
  for (std::size_t size = 1; size < data.size(); size += 1 + data.size() / 50) {
    const TempFile file(std::string("a.el") + suffix, data.substr(0, size));
    const std::string error = error_of(file.path());
    EXPECT_EQ(error.rfind(file.path() + ":", 0), 0u)
        << error << " for " << size << " of " << data.size() << " bytes";
  }
}

TEST_P(DamagedData, LacksOnlyItsLastByte) {
  const auto [filter, suffix] = GetParam();
  std::string data = gap_test::compressed(gap_test::ring(20000), filter);
  data.pop_back();
  const TempFile file(std::string("a.el") + suffix, data);
  EXPECT_NE(error_of(file.path()), "no error");
}

INSTANTIATE_TEST_SUITE_P(
    Filters, DamagedData,
    testing::Values(std::pair{"gzip", ".gz"}, std::pair{"bzip2", ".bz2"},
                    std::pair{"xz", ".xz"}, std::pair{"lzma", ".lzma"},
                    std::pair{"zstd", ".zst"}, std::pair{"lz4", ".lz4"}),
    [](const auto &info) { return std::string(info.param.first); });

} // namespace
