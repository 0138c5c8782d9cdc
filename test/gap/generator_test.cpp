//===- generator_test.cpp - generated graphs ------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same everywhere, and of the intended shape.
//
//===----------------------------------------------------------------------===//
#include "base/error.h"
#include "graph/builder.h"
#include "graph/generator.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <omp.h>

namespace {

using namespace gap;

std::uint64_t fingerprint(const std::vector<Edge> &edges) {
  std::uint64_t hash = 1469598103934665603u;
  for (const Edge &e : edges)
    for (NodeID n : {e.u, e.v})
      hash = (hash ^ std::uint64_t(n)) * 1099511628211u;
  return hash;
}

TEST(Generator, DoesNotDependOnTheNumberOfThreads) {
  const int before = omp_get_max_threads();
  omp_set_num_threads(1);
  const auto kronecker = generate_kronecker(12, 8);
  const auto uniform = generate_uniform(12, 8);
  const auto attachment = generate_attachment(12, 8);
  for (int threads : {2, 3, 8}) {
    omp_set_num_threads(threads);
    EXPECT_EQ(generate_kronecker(12, 8), kronecker);
    EXPECT_EQ(generate_uniform(12, 8), uniform);
    EXPECT_EQ(generate_attachment(12, 8), attachment);
  }
  omp_set_num_threads(before);
}

TEST(Generator, NeverChanges) {
  // Results that were published refer to these graphs.
  EXPECT_EQ(fingerprint(generate_kronecker(10, 16)), 18345797018487882719u);
  EXPECT_EQ(fingerprint(generate_uniform(10, 16)), 10688919126190715010u);
  EXPECT_EQ(fingerprint(generate_attachment(10, 16)), 8892740245664478296u);
  EXPECT_EQ(fingerprint(generate_grid(10)), 4147800050501943695u);
}

TEST(Generator, DependsOnTheSeed) {
  EXPECT_NE(generate_kronecker(8, 4, 1), generate_kronecker(8, 4, 2));
  EXPECT_NE(generate_uniform(8, 4, 1), generate_uniform(8, 4, 2));
  EXPECT_NE(generate_attachment(8, 4, 1), generate_attachment(8, 4, 2));
  EXPECT_NE(generate_grid(8, 1), generate_grid(8, 2));
}

/// The share of all arcs on the 1 % of vertices of highest degree.
double top_share(const std::vector<Edge> &edges, int scale) {
  BuildOptions options;
  options.symmetrize = true;
  const Graph g = build_graph(edges, NodeID{1} << scale, options);
  std::vector<std::int64_t> degrees;
  for (NodeID n = 0; n < g.num_nodes(); ++n)
    degrees.push_back(g.out_degree(n));
  std::sort(degrees.rbegin(), degrees.rend());
  std::int64_t top = 0;
  for (std::size_t i = 0; i < degrees.size() / 100; ++i)
    top += degrees[i];
  return double(top) / double(g.num_arcs());
}

TEST(Generator, KroneckerDegreesAreSkewed) {
  EXPECT_GT(top_share(generate_kronecker(14, 16), 14), 0.2);
}

TEST(Generator, HubsFirstHasMostEdgesInTheFirstHalf) {
  const int scale = 12;
  int first = 0, all = 0;
  for (const Edge &e :
       generate_kronecker(scale, 16, default_seed, VertexOrder::HubsFirst)) {
    first += e.v < NodeID{1} << (scale - 1);
    ++all;
  }
  // A + C of the Graph500 parameters.
  EXPECT_NEAR(double(first) / all, 0.76, 0.01);
}

TEST(Generator, UniformDegreesAreNot) {
  EXPECT_LT(top_share(generate_uniform(14, 16), 14), 0.02);
}

TEST(Generator, QuadrantsHaveGraph500sShares) {
  // With one bit per vertex an edge is a single draw; the vertices' numbers
  // may be exchanged.
  int count[2][2] = {};
  for (const Edge &e : generate_kronecker(1, 100000))
    ++count[e.u][e.v];
  if (count[0][0] < count[1][1])
    std::swap(count[0][0], count[1][1]);
  EXPECT_NEAR(count[0][0] / 200000.0, 0.57, 0.01);
  EXPECT_NEAR(count[0][1] / 200000.0, 0.19, 0.01);
  EXPECT_NEAR(count[1][0] / 200000.0, 0.19, 0.01);
  EXPECT_NEAR(count[1][1] / 200000.0, 0.05, 0.01);
}

TEST(Generator, AttachmentChoosesInProportionToDegree) {
  // The model itself: every edge's target is an end of an earlier edge, or its
  // own source; an end counts as often as the vertex has edges.
  constexpr int scale = 13, degree = 4;
  const auto edges =
      generate_attachment(scale, degree, default_seed, VertexOrder::HubsFirst);
  std::vector<int> ends(1 << scale);
  double expected = 0, chosen = 0;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const Edge e = edges[i];
    ASSERT_EQ(e.u, static_cast<NodeID>(i / degree));
    ASSERT_LE(e.v, e.u);
    // The chance of the hundred oldest vertices, and whether one was chosen.
    if (e.u >= 100) {
      int oldest = 0;
      for (NodeID n = 0; n < 100; ++n)
        oldest += ends[n];
      expected += oldest / double(2 * i + 1);
      chosen += e.v < 100;
    }
    ++ends[e.u];
    ++ends[e.v];
  }
  EXPECT_NEAR(chosen / expected, 1, 0.03);
}

TEST(Generator, AttachmentDegreesAreSkewed) {
  EXPECT_GT(top_share(generate_attachment(14, 16), 14), 0.06);
}

TEST(Generator, GridIsConnectedAndHasARoadsDegrees) {
  for (int scale : {0, 1, 2, 5, 14}) {
    BuildOptions options;
    options.symmetrize = true;
    const Graph g =
        build_graph(generate_grid(scale), NodeID{1} << scale, options);
    std::vector<bool> seen(g.num_nodes());
    std::vector<NodeID> reached = {0};
    seen[0] = true;
    for (std::size_t i = 0; i < reached.size(); ++i) {
      EXPECT_LE(g.out_degree(reached[i]), 4);
      for (NodeID n : g.out_neigh(reached[i]))
        if (!seen[n]) {
          seen[n] = true;
          reached.push_back(n);
        }
    }
    EXPECT_EQ(reached.size(), std::size_t{1} << scale);
    if (scale == 14) {
      EXPECT_NEAR(double(g.num_arcs()) / g.num_nodes(), 2.54, 0.03);
    }
  }
}

TEST(Generator, HasASmallestGraph) {
  EXPECT_EQ(generate_kronecker(0, 3), (std::vector<Edge>(3, Edge{0, 0})));
  EXPECT_EQ(generate_uniform(0, 3), (std::vector<Edge>(3, Edge{0, 0})));
  EXPECT_EQ(generate_attachment(0, 3), (std::vector<Edge>(3, Edge{0, 0})));
  EXPECT_EQ(generate_grid(0), std::vector<Edge>{});
}

TEST(Generator, RefusesImpossibleSizes) {
  EXPECT_THROW(generate_kronecker(31, 1), std::invalid_argument);
  EXPECT_THROW(generate_uniform(-1, 1), std::invalid_argument);
  EXPECT_THROW(generate_uniform(1, -1), std::invalid_argument);
  EXPECT_THROW(generate_attachment(1, -1), std::invalid_argument);
  EXPECT_THROW(generate_grid(31), std::invalid_argument);
}

TEST(Memory, IsRefusedBeforeItIsTaken) {
  try {
    require_memory(1e18, "a graph of scale 30");
    FAIL() << "1e18 bytes were accepted";
  } catch (const InputError &e) {
    EXPECT_EQ(std::string(e.what()).rfind(
                  "a graph of scale 30 needs about 1000000000.0 GB of memory; "
                  "this machine has ",
                  0),
              0u)
        << e.what();
  }
  require_memory(1, "nothing");
}

} // namespace
