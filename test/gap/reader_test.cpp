//===- reader_test.cpp - what graph files are understood as ---------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files that are right, or that are accepted although they are unusual.
//
//===----------------------------------------------------------------------===//
#include "formats/reader.h"
#include "graph/builder.h"
#include "test_files.h"

#include <gtest/gtest.h>

namespace {

using namespace gap;
using gap_test::TempFile;
using Edges = std::vector<Edge>;

EdgeList read(const std::string &name, const std::string &content) {
  return read_graph_file(TempFile(name, content).path());
}

TEST(EdgeListReader, ReadsEdgesInOrder) {
  const EdgeList list = read("a.el", "0 1\n2 0\n0 1\n1 1\n");
  EXPECT_EQ(list.edges, (Edges{{0, 1}, {2, 0}, {0, 1}, {1, 1}}));
  EXPECT_EQ(list.num_nodes, 3);
  EXPECT_FALSE(list.undirected);
}

TEST(EdgeListReader, AcceptsLinesOfWindows) {
  EXPECT_EQ(read("a.el", "0 1\r\n1 2\r\n").edges, (Edges{{0, 1}, {1, 2}}));
}

TEST(EdgeListReader, AcceptsALastLineWithoutEnd) {
  EXPECT_EQ(read("a.el", "0 1\n1 2").edges, (Edges{{0, 1}, {1, 2}}));
}

TEST(EdgeListReader, SkipsCommentsAndBlankLines) {
  EXPECT_EQ(read("a.el", "# SNAP\n% KONECT\n\n \t\n 0\t1 \n").edges,
            (Edges{{0, 1}}));
}

TEST(EdgeListReader, AcceptsDenseIdsOfAnySize) {
  // As many vertices an edge as a graph may have.
  EXPECT_EQ(read("a.el", "0 1048575\n").num_nodes, 1048576);
}

TEST(EdgeListReader, ReadsLinesAcrossBlocks) {
  const int count = 300000; // about 4 MB, blocks being 1 MB
  const EdgeList list = read("a.el", gap_test::ring(count));
  ASSERT_EQ(list.edges.size(), std::size_t(count));
  for (int i = 0; i < count; ++i)
    ASSERT_EQ(list.edges[i], (Edge{i, (i + 1) % count}));
}

class CompressedReader
    : public testing::TestWithParam<std::pair<const char *, const char *>> {};

TEST_P(CompressedReader, ReadsWhatWasCompressed) {
  const auto [filter, suffix] = GetParam();
  const std::string text = gap_test::ring(50000);
  const EdgeList list =
      read(std::string("a.el") + suffix, gap_test::compressed(text, filter));
  EXPECT_EQ(list.edges, read("a.el", text).edges);
}

INSTANTIATE_TEST_SUITE_P(
    Filters, CompressedReader,
    testing::Values(std::pair{"gzip", ".gz"}, std::pair{"bzip2", ".bz2"},
                    std::pair{"xz", ".xz"}, std::pair{"lzma", ".lzma"},
                    std::pair{"zstd", ".zst"}, std::pair{"lz4", ".lz4"}),
    [](const auto &info) { return std::string(info.param.first); });

TEST(CompressedReader, TellsCompressionByContent) {
  EXPECT_EQ(read("a.el", gap_test::compressed("0 1\n", "xz")).edges,
            (Edges{{0, 1}}));
}

TEST(MatrixMarketReader, ReadsAPattern) {
  const EdgeList list =
      read("a.mtx", "%%MatrixMarket matrix coordinate "
                    "pattern general\n% c\n4 4 2\n1 2\n4 1\n");
  EXPECT_EQ(list.edges, (Edges{{0, 1}, {3, 0}}));
  EXPECT_EQ(list.num_nodes, 4);
  EXPECT_FALSE(list.undirected);
}

TEST(MatrixMarketReader, DropsValues) {
  const char *values[] = {"real general\n2 2 1\n1 2 -1.5e-3\n",
                          "real general\n2 2 1\n1 2 +0.5\n",
                          "integer general\n2 2 1\n1 2 -7\n"};
  for (const char *text : values)
    EXPECT_EQ(
        read("a.mtx", std::string("%%MatrixMarket matrix coordinate ") + text)
            .edges,
        (Edges{{0, 1}}));
}

TEST(MatrixMarketReader, KnowsThatASymmetricMatrixIsUndirected) {
  EXPECT_TRUE(read("a.mtx", "%%MatrixMarket matrix coordinate pattern "
                            "symmetric\n2 2 1\n2 1\n")
                  .undirected);
}

TEST(MatrixMarketReader, ReadsItsBannerInAnyCase) {
  EXPECT_EQ(read("a.mtx", "%%matrixmarket MATRIX Coordinate Pattern General\r\n"
                          "2 2 1\r\n2 1\r\n")
                .edges,
            (Edges{{1, 0}}));
}

TEST(MatrixMarketReader, AcceptsAGraphWithoutEdges) {
  const EdgeList list = read(
      "a.mtx", "%%MatrixMarket matrix coordinate pattern general\n3 3 0\n");
  EXPECT_EQ(list.num_nodes, 3);
  EXPECT_TRUE(list.edges.empty());
}

TEST(WeightedEdgeListReader, DropsWeights) {
  EXPECT_EQ(read("a.wel", "# c\n0 1 5\n2 0 -1.5e3\n").edges,
            (Edges{{0, 1}, {2, 0}}));
}

TEST(DimacsReader, ReadsArcs) {
  const EdgeList list = read("a.gr", "c USA-road-d\nc\n\np sp 4 3\n"
                                     "a 1 2 803\nc more\na 2 1 803\n"
                                     "a 4 4 0\n");
  EXPECT_EQ(list.edges, (Edges{{0, 1}, {1, 0}, {3, 3}}));
  EXPECT_EQ(list.num_nodes, 4);
  EXPECT_FALSE(list.undirected);
}

TEST(DimacsReader, AcceptsAGraphWithoutArcs) {
  EXPECT_EQ(read("a.gr", "p sp 3 0\n").num_nodes, 3);
}

TEST(AdjacencyReader, ReadsListsInOrder) {
  const EdgeList list =
      read("a.adj", "AdjacencyGraph\n3\n4\n0\n2\n2\n1\n2\n0\n2\n");
  EXPECT_EQ(list.edges, (Edges{{0, 1}, {0, 2}, {2, 0}, {2, 2}}));
  EXPECT_EQ(list.num_nodes, 3);
  EXPECT_FALSE(list.undirected);
}

TEST(AdjacencyReader, DropsWeights) {
  EXPECT_EQ(read("a.adj", "WeightedAdjacencyGraph\n2\n2\n0\n1\n1\n0\n"
                          "-7\n0.5\n")
                .edges,
            (Edges{{0, 1}, {1, 0}}));
}

TEST(AdjacencyReader, AcceptsAnyWhiteSpace) {
  EXPECT_EQ(read("a.adj", "AdjacencyGraph\r\n2 2\r\n\r\n0\t1  1\r\n0").edges,
            (Edges{{0, 1}, {1, 0}}));
}

TEST(AdjacencyReader, AcceptsNothing) {
  EXPECT_EQ(read("a.adj", "AdjacencyGraph\n0\n0\n").num_nodes, 0);
  EXPECT_EQ(read("a.adj", "AdjacencyGraph\n2\n0\n0\n0\n").num_nodes, 2);
}

TEST(EveryReader, TakesTenMillionLines) {
  std::string text;
  for (int i = 0; i < 10000000; ++i)
    text += "0 1\n";
  const EdgeList list = read("a.el.zst", gap_test::compressed(text, "zstd"));
  EXPECT_EQ(list.edges.size(), 10000000u);
  EXPECT_EQ(build_graph(list.edges, list.num_nodes, {}).num_edges(), 1);
}

TEST(GraphName, HasNoFolderFormatAndCompression) {
  EXPECT_EQ(graph_name("x.y/web.v2.el.xz"), "web.v2");
  EXPECT_EQ(graph_name("web.mtx"), "web");
}

} // namespace
