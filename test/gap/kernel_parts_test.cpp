//===- kernel_parts_test.cpp - what several kernels are made of -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each part alone.
//
//===----------------------------------------------------------------------===//
#include "base/error.h"
#include "graph/builder.h"
#include "kernels/bitmap.h"
#include "kernels/fit.h"
#include "kernels/labels.h"
#include "kernels/level_queue.h"
#include "kernels/pagerank.h"
#include "kernels/sources.h"
#include "kernels/triangles.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <omp.h>
#include <random>
#include <set>

namespace {

using namespace gap;

/// A triangle 0 1 2 whose vertex 2 has three more neighbours.
Graph small_graph() {
  BuildOptions options;
  options.symmetrize = true;
  return build_graph({{0, 1}, {1, 2}, {2, 0}, {2, 3}, {2, 4}, {2, 5}}, 7,
                     options);
}

TEST(Bitmap, KeepsWhatThreadsSet) {
  Bitmap bitmap(1000);
#pragma omp parallel for num_threads(4) schedule(static, 1)
  for (NodeID n = 0; n < 1000; n += 3)
    bitmap.set(n);
  for (NodeID n = 0; n < 1000; ++n)
    EXPECT_EQ(bitmap[n], n % 3 == 0) << n;
  Bitmap other(1000);
  bitmap.swap(other);
  EXPECT_FALSE(bitmap[0]);
  EXPECT_TRUE(other[999]);
  other.clear();
  EXPECT_FALSE(other[999]);
}

/// The ends of the edges of a path through all vertices, in no order.
std::vector<std::pair<NodeID, NodeID>> mixed_path(NodeID num_nodes) {
  std::vector<NodeID> nodes(num_nodes);
  std::iota(nodes.begin(), nodes.end(), 0);
  std::mt19937 random(7);
  std::shuffle(nodes.begin(), nodes.end(), random);
  std::vector<std::pair<NodeID, NodeID>> edges;
  for (std::size_t i = 1; i < nodes.size(); ++i)
    edges.emplace_back(nodes[i - 1], nodes[i]);
  std::shuffle(edges.begin(), edges.end(), random);
  return edges;
}

NodeID root(const std::vector<NodeID> &labels, NodeID n) {
  while (labels[n] != n) {
    EXPECT_LT(labels[n], n);
    n = labels[n];
  }
  return n;
}

TEST(Labels, AnEdgeIsJoinedWhenJoinReturns) {
  std::vector<NodeID> labels(2000);
  reset_labels(labels);
  std::size_t trees = labels.size();
  for (const auto &[u, v] : mixed_path(2000)) {
    EXPECT_TRUE(join(labels.data(), u, v));
    EXPECT_EQ(root(labels, u), root(labels, v));
    --trees;
    std::size_t roots = 0;
    for (std::size_t n = 0; n < labels.size(); ++n)
      roots += labels[n] == NodeID(n);
    ASSERT_EQ(roots, trees) << "no tree comes apart";
  }
}

TEST(Labels, NothingIsLeftToJoinAfterFlattening) {
  std::vector<NodeID> labels(100000);
  const auto edges = mixed_path(100000);
  for (int threads : {1, 2, 4, 8}) {
    reset_labels(labels);
    std::size_t joins[2] = {};
    for (std::size_t &sum : joins) {
#pragma omp parallel for num_threads(threads) schedule(static, 1)              \
    reduction(+ : sum)
      for (std::size_t i = 0; i < edges.size(); ++i)
        sum += join(labels.data(), edges[i].first, edges[i].second);
      flatten(labels);
    }
    EXPECT_GT(joins[0], 0u);
    EXPECT_EQ(joins[1], 0u);
    EXPECT_EQ(labels, std::vector<NodeID>(labels.size()));
  }
}

TEST(LevelQueue, CollectsLevels) {
  const int before = omp_get_max_threads();
  omp_set_num_threads(4);
  constexpr NodeID large = 100000;
  LevelQueue queue(large);
  for (int search = 0; search < 2; ++search) {
    queue.start(7);
    EXPECT_EQ(queue.size(0), 1);
    EXPECT_EQ(queue.nodes(0)[0], 7);
#pragma omp parallel for schedule(static, 7)
    for (NodeID n = 10; n < large; ++n)
      queue.push(n);
    queue.advance();
    EXPECT_EQ(queue.last(), 1);
    EXPECT_EQ(queue.size(1), large - 10);
    const std::set<NodeID> level(queue.nodes(1),
                                 queue.nodes(1) + queue.size(1));
    EXPECT_EQ(level.size(), std::size_t(large - 10));
    EXPECT_EQ(*level.begin(), 10);
    queue.advance();
    EXPECT_EQ(queue.size(queue.last()), 0);
  }
  omp_set_num_threads(before);
}

TEST(Labels, LeadToTheRoot) {
  std::vector<NodeID> labels(5);
  reset_labels(labels);
  EXPECT_EQ(labels, (std::vector<NodeID>{0, 1, 2, 3, 4}));
  labels = {0, 0, 1, 2, 4};
  flatten(labels);
  EXPECT_EQ(labels, (std::vector<NodeID>{0, 0, 0, 0, 4}));
}

TEST(Sources, AreSpreadOverVerticesWithOutNeighbours) {
  const Graph g = build_graph({{1, 0}, {3, 0}, {3, 1}, {5, 0}, {7, 0}}, 9, {});
  EXPECT_EQ(choose_sources(g, 2), (std::vector<NodeID>{3, 7}));
  EXPECT_EQ(choose_sources(g, 10), (std::vector<NodeID>{1, 3, 5, 7}));
  EXPECT_EQ(choose_sources(build_graph({}, 3, {}), 2),
            (std::vector<NodeID>{0}));
  EXPECT_EQ(choose_source(g, -1), 3);
  EXPECT_EQ(choose_source(g, 8), 8);
  EXPECT_THROW(choose_source(g, 9), InputError);
}

TEST(OrderedGraph, HasEachEdgeOnce) {
  const OrderedGraph ordered(small_graph());
  const auto later = [&](NodeID n) {
    return std::vector<NodeID>(ordered.later(n).begin(),
                               ordered.later(n).end());
  };
  EXPECT_EQ(later(0), (std::vector<NodeID>{1, 2}));
  EXPECT_EQ(later(1), (std::vector<NodeID>{2}));
  EXPECT_EQ(later(2), std::vector<NodeID>());
  EXPECT_EQ(later(3), (std::vector<NodeID>{2}));
  EXPECT_EQ(later(6), std::vector<NodeID>());
}

TEST(OrderedGraph, JoinsBothDirections) {
  const OrderedGraph ordered(build_graph({{0, 1}, {1, 0}, {2, 0}}, 3, {}));
  EXPECT_EQ(ordered.later(0).size() + ordered.later(1).size() +
                ordered.later(2).size(),
            2);
}

TEST(Triangles, AreCountedAtTheirFirstVertex) {
  const OrderedGraph ordered(small_graph());
  EXPECT_EQ(triangles_at(ordered, 0), 1);
  EXPECT_EQ(triangles_at(ordered, 1), 0);
  EXPECT_EQ(triangles_at(ordered, 2), 0);
}

TEST(Triangles, CostTheLengthsOfTheListsThatAreMerged) {
  const OrderedGraph ordered(small_graph());
  EXPECT_EQ(steps_at(ordered, 0), 1 + (2 + 1) + (2 + 0));
  EXPECT_EQ(steps_at(ordered, 2), 1);
}

TEST(Convergence, EndsWhenTheChangeIsSmall) {
  PageRankOptions options;
  options.tolerance = 0.1;
  Convergence convergence(options);
  convergence.start(0);
  EXPECT_TRUE(convergence.goes_on());
  convergence.iterated(0.5);
  EXPECT_TRUE(convergence.goes_on());
  EXPECT_DOUBLE_EQ(convergence.bound(), 0.85 * 0.5 + 1e-12);
  convergence.iterated(0.05);
  EXPECT_FALSE(convergence.goes_on());
  EXPECT_DOUBLE_EQ(convergence.bound(), 0.1);
  EXPECT_EQ(convergence.outcome(), "2 iterations, converged (change 0.05)");
}

TEST(Convergence, FollowsTheReference) {
  Convergence convergence({});
  convergence.start(0);
  convergence.iterated(0.5);
  convergence.iterated(0);
  convergence.make_reference();
  convergence.start(0);
  convergence.iterated(0);
  EXPECT_TRUE(convergence.goes_on());
  convergence.iterated(0.9);
  EXPECT_FALSE(convergence.goes_on());
  convergence.start(1);
  convergence.iterated(0.9);
  EXPECT_FALSE(convergence.goes_on());
  EXPECT_EQ(convergence.outcome(), "1 iteration, not converged (change 0.9)");
}

TEST(Fit, IsTheShareOfVarianceThatALineExplains) {
  EXPECT_DOUBLE_EQ(r_squared({1, 2, 3}, {5, 7, 9}), 1);
  EXPECT_DOUBLE_EQ(r_squared({1, 2, 3}, {9, 7, 5}), 1);
  EXPECT_DOUBLE_EQ(r_squared({1, 2, 1, 2}, {1, 1, 2, 2}), 0);
  EXPECT_DOUBLE_EQ(r_squared({1, 2, 3}, {1, 3, 2}), 0.25);
  EXPECT_DOUBLE_EQ(r_squared({1, 1}, {1, 2}), 0);
  EXPECT_DOUBLE_EQ(r_squared({1, 2}, {3, 3}), 1);
}

} // namespace
