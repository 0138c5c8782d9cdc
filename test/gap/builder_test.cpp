//===- builder_test.cpp - graphs from edge lists --------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The builder against a plain serial model of what it promises.
//
//===----------------------------------------------------------------------===//
#include "graph/builder.h"
#include "graph/generator.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <omp.h>
#include <set>

namespace {

using namespace gap;

std::vector<NodeID> list(NodeRange range) {
  return {range.begin(), range.end()};
}

using Nodes = std::vector<NodeID>;

TEST(Builder, MakesBothDirections) {
  const Graph g = build_graph({{0, 1}, {2, 1}, {0, 2}}, 3, {});
  EXPECT_EQ(list(g.out_neigh(0)), (Nodes{1, 2}));
  EXPECT_EQ(list(g.in_neigh(1)), (Nodes{0, 2}));
  EXPECT_EQ(g.out_degree(1), 0);
  EXPECT_EQ(g.in_degree(1), 2);
  EXPECT_TRUE(g.is_directed());
  EXPECT_EQ(g.num_edges(), 3);
}

TEST(Builder, RemovesDuplicatesAndSelfLoops) {
  const Graph g = build_graph({{0, 1}, {1, 1}, {0, 1}, {1, 0}}, 2, {});
  EXPECT_EQ(list(g.out_neigh(0)), (Nodes{1}));
  EXPECT_EQ(list(g.out_neigh(1)), (Nodes{0}));
}

TEST(Builder, KeepsDuplicatesAndSelfLoopsIfAsked) {
  BuildOptions options;
  options.remove_duplicates = options.remove_self_loops = false;
  const Graph g = build_graph({{0, 1}, {1, 1}, {0, 1}}, 2, options);
  EXPECT_EQ(list(g.out_neigh(0)), (Nodes{1, 1}));
  EXPECT_EQ(list(g.in_neigh(1)), (Nodes{0, 0, 1}));
}

TEST(Builder, Symmetrizes) {
  BuildOptions options;
  options.symmetrize = true;
  const Graph g = build_graph({{0, 1}, {1, 0}, {2, 1}}, 3, options);
  EXPECT_EQ(list(g.out_neigh(1)), (Nodes{0, 2}));
  EXPECT_EQ(list(g.in_neigh(1)), (Nodes{0, 2}));
  EXPECT_FALSE(g.is_directed());
  EXPECT_EQ(g.num_edges(), 2);
  EXPECT_EQ(g.num_arcs(), 4);
}

TEST(Builder, SymmetrizesAGraph) {
  const Graph g = symmetrized(build_graph({{0, 1}, {1, 0}, {2, 1}}, 3, {}));
  EXPECT_FALSE(g.is_directed());
  EXPECT_EQ(g.num_edges(), 2);
  EXPECT_EQ(list(g.out_neigh(1)), (Nodes{0, 2}));
  EXPECT_EQ(symmetrized(g).out().offsets, g.out().offsets);
}

TEST(Builder, CountsAnUndirectedSelfLoopOnce) {
  BuildOptions options;
  options.symmetrize = true;
  options.remove_self_loops = false;
  const Graph g = build_graph({{0, 0}, {0, 1}}, 2, options);
  EXPECT_EQ(list(g.out_neigh(0)), (Nodes{0, 1}));
  EXPECT_EQ(g.num_edges(), 2);
}

TEST(Builder, AcceptsNoEdgesAndNoVertices) {
  EXPECT_EQ(build_graph({}, 3, {}).num_nodes(), 3);
  EXPECT_EQ(build_graph({}, 0, {}).num_nodes(), 0);
}

TEST(Builder, RefusesVerticesOutsideTheGraph) {
  EXPECT_THROW(build_graph({{0, 2}}, 2, {}), std::invalid_argument);
  EXPECT_THROW(build_graph({{-1, 0}}, 2, {}), std::invalid_argument);
  EXPECT_THROW(build_graph({}, -1, {}), std::invalid_argument);
}

TEST(Builder, AgreesWithASerialModel) {
  const auto edges = generate_kronecker(10, 8);
  std::vector<std::set<NodeID>> model(1024);
  for (const Edge &e : edges)
    if (e.u != e.v)
      model[e.u].insert(e.v);
  const Graph g = build_graph(edges, 1024, {});
  for (NodeID n = 0; n < 1024; ++n)
    ASSERT_EQ(list(g.out_neigh(n)), Nodes(model[n].begin(), model[n].end()));
}

TEST(Builder, GivesTheSameGraphForAnyOrderAndNumberOfThreads) {
  auto edges = generate_kronecker(12, 8);
  const Graph expected = build_graph(edges, 4096, {});
  std::reverse(edges.begin(), edges.end());
  const int before = omp_get_max_threads();
  for (int threads : {1, 2, 5, 8}) {
    omp_set_num_threads(threads);
    const Graph g = build_graph(edges, 4096, {});
    for (NodeID n = 0; n < 4096; ++n) {
      ASSERT_EQ(list(g.out_neigh(n)), list(expected.out_neigh(n)));
      ASSERT_EQ(list(g.in_neigh(n)), list(expected.in_neigh(n)));
    }
  }
  omp_set_num_threads(before);
}

} // namespace
