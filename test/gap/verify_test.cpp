//===- verify_test.cpp - verification finds what is wrong -----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Graphs small enough to know the answers, and results that were corrupted.
//
//===----------------------------------------------------------------------===//
#include "graph/builder.h"
#include "kernels/verify.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace {

using namespace gap;

/// Vertices 0 to 3 are a square with the diagonal 0 2; 4 hangs on 3; 5 and 6
/// are joined to each other, 7 to none.
const std::vector<Edge> house = {{0, 1}, {1, 2}, {2, 3}, {3, 0},
                                 {0, 2}, {3, 4}, {5, 6}};

Graph undirected() {
  BuildOptions options;
  options.symmetrize = true;
  return build_graph(house, 8, options);
}

Graph directed() { return build_graph(house, 8, {}); }

using Nodes = std::vector<NodeID>;

TEST(SerialDepths, AreKnown) {
  EXPECT_EQ(serial_depths(undirected(), 0), (Nodes{0, 1, 1, 1, 2, -1, -1, -1}));
  EXPECT_EQ(serial_depths(directed(), 2), (Nodes{2, 3, 0, 1, 2, -1, -1, -1}));
  EXPECT_EQ(serial_depths(undirected(), 7),
            (Nodes{-1, -1, -1, -1, -1, -1, -1, 0}));
}

TEST(CheckParents, AcceptsEachOfSeveralParents) {
  const Graph g = build_graph({{0, 1}, {0, 2}, {1, 3}, {2, 3}}, 4, {});
  const Nodes depths = serial_depths(g, 0);
  EXPECT_EQ(check_parents(g, 0, depths, {0, 0, 0, 1}), "");
  EXPECT_EQ(check_parents(g, 0, depths, {0, 0, 0, 2}), "");
}

TEST(CheckParents, FindsWhatIsWrong) {
  const Graph g = undirected();
  const Nodes depths = serial_depths(g, 0);
  const Nodes right = {0, 0, 0, 0, 3, -1, -1, -1};
  ASSERT_EQ(check_parents(g, 0, depths, right), "");
  const auto with = [&](NodeID n, NodeID parent) {
    Nodes wrong = right;
    wrong[n] = parent;
    return check_parents(g, 0, depths, wrong);
  };
  EXPECT_EQ(with(0, 1), "the source 0 has the parent 1; expected itself");
  EXPECT_EQ(with(4, -1), "vertex 4 was not reached; expected it at depth 2");
  EXPECT_EQ(with(5, 6), "vertex 5 has a parent, but no path leads there");
  EXPECT_EQ(with(4, 9), "vertex 4 has the parent 9, which is no vertex");
  EXPECT_EQ(with(4, -2), "vertex 4 has the parent -2, which is no vertex");
  EXPECT_EQ(with(1, 2), "vertex 1 of depth 1 has a parent of depth 1");
  EXPECT_EQ(with(4, 1),
            "vertex 4 has the parent 1, but no edge leads from there");
}

TEST(SerialComponents, IgnoreDirections) {
  const Nodes expected = {0, 0, 0, 0, 0, 5, 5, 7};
  EXPECT_EQ(serial_components(undirected()), expected);
  EXPECT_EQ(serial_components(directed()), expected);
}

TEST(CheckLabels, AcceptsAnyLabelOfAComponent) {
  const Nodes components = serial_components(undirected());
  EXPECT_EQ(check_labels(components, components), "");
  EXPECT_EQ(check_labels(components, {3, 3, 3, 3, 3, 6, 6, 7}), "");
}

TEST(CheckLabels, FindsWhatIsWrong) {
  const Nodes components = serial_components(undirected());
  EXPECT_EQ(check_labels(components, {0, 0, 0, 0, 4, 5, 5, 7}),
            "vertex 4 has another label than 0 of the same component");
  EXPECT_EQ(check_labels(components, {0, 0, 0, 0, 0, 5, 5, 0}),
            "vertex 7 has the same label as 0 of another component");
  EXPECT_EQ(check_labels(components, {0, 0, 0, 0, 0, 5, 5, 8}),
            "vertex 7 has the label 8, which is no vertex");
  EXPECT_EQ(check_labels(components, {0, 0, 0, 0, 0, 5, 5, -1}),
            "vertex 7 has the label -1, which is no vertex");
}

TEST(CheckRanks, FindsWhatIsWrong) {
  // A ring: all the same.
  const Graph g = build_graph({{0, 1}, {1, 2}, {2, 0}}, 3, {});
  const double third = 1.0 / 3;
  EXPECT_EQ(check_ranks(g, {third, third, third}, 0.85, 1e-12), "");
  EXPECT_EQ(check_ranks(g, {0.4, 0.3, 0.3}, 0.85, 1e-12)
                .rfind("one more iteration changes the ranks by ", 0),
            0u);
  EXPECT_EQ(check_ranks(g, {0.5, third, third}, 0.85, 1e-12),
            "the ranks sum to 1.16666667 instead of 1");
  EXPECT_NE(check_ranks(g, {NAN, third, third}, 0.85, 1e-12), "");
}

TEST(SerialTriangles, AreKnown) {
  EXPECT_EQ(serial_triangles(undirected()), 2);
  EXPECT_EQ(serial_triangles(directed()), 2);
  BuildOptions loops;
  loops.remove_self_loops = loops.remove_duplicates = false;
  EXPECT_EQ(serial_triangles(build_graph(
                {{0, 0}, {0, 1}, {1, 0}, {1, 2}, {2, 0}, {2, 0}}, 3, loops)),
            1);
  // Every three of five.
  std::vector<Edge> complete;
  for (NodeID u = 0; u < 5; ++u)
    for (NodeID v = 0; v < u; ++v)
      complete.push_back({u, v});
  EXPECT_EQ(serial_triangles(build_graph(complete, 5, {})), 10);
}

TEST(CheckTriangles, FindsAnotherNumber) {
  EXPECT_EQ(check_triangles(2, 2), "");
  EXPECT_EQ(check_triangles(2, 3), "3 triangles were counted; expected 2");
}

TEST(SerialCentrality, IsKnown) {
  // On a path, the inner vertices lie between the ends.
  const Graph path = build_graph({{0, 1}, {1, 2}, {2, 3}}, 4, {});
  EXPECT_EQ(serial_centrality(path, {0}), (std::vector<double>{0, 2, 1, 0}));
  // Two ways from 0 to 3, one each by 1 and 2.
  const Graph diamond = build_graph({{0, 1}, {0, 2}, {1, 3}, {2, 3}}, 4, {});
  EXPECT_EQ(serial_centrality(diamond, {0}),
            (std::vector<double>{0, 0.5, 0.5, 0}));
  EXPECT_EQ(serial_centrality(diamond, {0, 1}),
            (std::vector<double>{0, 0.5, 0.5, 0}));
}

TEST(CheckValues, AllowsRoundingOnly) {
  EXPECT_EQ(check_values({1, 0}, {1 + 1e-12, 0}, "share"), "");
  EXPECT_EQ(check_values({1, 0}, {1.5, 0}, "share"),
            "vertex 0 has the share 1.5; expected 1");
  EXPECT_EQ(check_values({1, 0}, {1, 1e-3}, "share"),
            "vertex 1 has the share 0.001; expected 0");
  EXPECT_NE(check_values({1}, {NAN}, "share"), "");
  EXPECT_NE(check_values({1}, {std::numeric_limits<double>::infinity()}, ""),
            "");
}

} // namespace
