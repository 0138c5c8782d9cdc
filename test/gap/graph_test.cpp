//===- graph_test.cpp - graphs cannot be made of wrong arrays -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The accessors do not check: a Graph that exists is right.
//
//===----------------------------------------------------------------------===//
#include "graph/graph.h"

#include <gtest/gtest.h>

namespace {

using namespace gap;

TEST(Graph, ReadsItsArrays) {
  const Graph g = Graph::directed({{0, 2, 2}, {0, 1}}, {{0, 1, 2}, {0, 0}});
  EXPECT_EQ(g.num_nodes(), 2);
  EXPECT_EQ(g.num_arcs(), 2);
  EXPECT_EQ(g.out_degree(0), 2);
  EXPECT_EQ(g.in_degree(0), 1);
  EXPECT_EQ(*g.in_neigh(1).begin(), 0);
}

TEST(Graph, OutlivesTheOneItWasCopiedFrom) {
  Graph copy = Graph::undirected({{0}, {}});
  {
    const Graph g = Graph::undirected({{0, 1, 2}, {1, 0}});
    copy = g;
  }
  EXPECT_EQ(*copy.in_neigh(0).begin(), 1);
}

TEST(Graph, RefusesWrongOffsets) {
  EXPECT_THROW(Graph::undirected({{}, {}}), std::invalid_argument);
  EXPECT_THROW(Graph::undirected({{0, 1}, {}}), std::invalid_argument);
  EXPECT_THROW(Graph::undirected({{1, 1}, {0}}), std::invalid_argument);
  EXPECT_THROW(Graph::undirected({{0, 2, 1}, {0}}), std::invalid_argument);
}

TEST(Graph, RefusesUnknownNeighbours) {
  EXPECT_THROW(Graph::undirected({{0, 1}, {1}}), std::invalid_argument);
  EXPECT_THROW(Graph::undirected({{0, 1}, {-1}}), std::invalid_argument);
}

TEST(Graph, RefusesInNeighboursOfAnotherGraph) {
  EXPECT_THROW(Graph::directed({{0, 1}, {0}}, {{0, 0}, {}}),
               std::invalid_argument);
  EXPECT_THROW(Graph::directed({{0, 0}, {}}, {{0, 0, 0}, {}}),
               std::invalid_argument);
}

} // namespace
