//===- generator.cpp - random graphs, the same everywhere -----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random numbers come from SplitMix64 (Steele, Lea, Flood, "Fast splittable
// pseudorandom number generators", OOPSLA 2014), one stream per edge.
//
//===----------------------------------------------------------------------===//
#include "graph/generator.h"

#include <stdexcept>
#include <utility>

namespace gap {
namespace {

std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

class Random {
public:
  /// Stream number `stream` of the family `seed`.
  Random(std::uint64_t seed, std::uint64_t stream)
      : state_(mix(mix(seed) + stream)) {}
  std::uint64_t next() { return mix(state_ += 0x9e3779b97f4a7c15u); }
  /// 0 to bound-1; a bias of less than bound / 2^32, bound being below 2^32.
  std::uint32_t below(std::uint32_t bound) {
    return std::uint32_t(((next() >> 32) * bound) >> 32);
  }

private:
  std::uint64_t state_;
};

std::vector<NodeID> random_permutation(NodeID size, std::uint64_t seed) {
  std::vector<NodeID> permutation(size);
  for (NodeID i = 0; i < size; ++i)
    permutation[i] = i;
  Random random(seed, ~std::uint64_t{0}); // no edge has this number
  for (NodeID i = size - 1; i > 0; --i)
    std::swap(permutation[i], permutation[random.below(std::uint32_t(i) + 1)]);
  return permutation;
}

void require_possible(int scale, int degree) {
  if (scale < 0 || scale > max_scale || degree < 0)
    throw std::invalid_argument("a generated graph has a scale of 0 to 30 and "
                                "a degree of 0 or more");
}

template <class MakeEdge>
std::vector<Edge> generate(int scale, int degree, MakeEdge make_edge) {
  require_possible(scale, degree);
  const std::int64_t num_edges = std::int64_t{degree} << scale;
  std::vector<Edge> edges(num_edges);
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < num_edges; ++i)
    edges[i] = make_edge(i);
  return edges;
}

/// Gives the vertices random numbers.
void renumber(std::vector<Edge> &edges, NodeID num_nodes, std::uint64_t seed) {
  const auto permutation = random_permutation(num_nodes, seed);
  const auto num_edges = static_cast<std::int64_t>(edges.size());
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < num_edges; ++i)
    edges[i] = {permutation[edges[i].u], permutation[edges[i].v]};
}

/// A probability in units of 2^-64.
constexpr std::uint64_t threshold(double probability) {
  return std::uint64_t(probability * 18446744073709551616.0);
}

} // namespace

std::vector<Edge> generate_kronecker(int scale, int degree, std::uint64_t seed,
                                     VertexOrder order) {
  // Each bit of an edge chooses a quadrant of the adjacency matrix.
  constexpr std::uint64_t top_left = threshold(0.57);
  constexpr std::uint64_t top = threshold(0.57 + 0.19);
  constexpr std::uint64_t all_but_last = threshold(0.57 + 0.19 + 0.19);
  std::vector<Edge> edges = generate(scale, degree, [=](std::int64_t i) {
    Random random(seed, i);
    Edge e{0, 0};
    for (int bit = 0; bit < scale; ++bit) {
      const std::uint64_t r = random.next();
      e.u = 2 * e.u + (r >= top);
      e.v = 2 * e.v + ((r >= top_left && r < top) || r >= all_but_last);
    }
    return e;
  });
  if (order == VertexOrder::Random)
    renumber(edges, NodeID{1} << scale, seed);
  return edges;
}

std::vector<Edge> generate_uniform(int scale, int degree, std::uint64_t seed) {
  return generate(scale, degree, [=](std::int64_t i) {
    Random random(seed, i);
    const std::uint32_t num_nodes = 1u << scale;
    const auto u = static_cast<NodeID>(random.below(num_nodes));
    return Edge{u, static_cast<NodeID>(random.below(num_nodes))};
  });
}

std::vector<Edge> generate_attachment(int scale, int degree, std::uint64_t seed,
                                      VertexOrder order) {
  // Batagelj and Brandes ("Efficient generation of large random networks",
  // Physical Review E 71, 2005) write both ends of all edges into one array,
  // 2i and 2i + 1 being those of edge i: a vertex of degree d is in it d times,
  // so a random earlier place is a preferential choice. Which place an edge
  // chose can be drawn again, so nobody needs the array (Sanders and Schulz,
  // "Scalable generation of scale-free graphs", IPL 116, 2016).
  std::vector<Edge> edges = generate(scale, degree, [=](std::int64_t i) {
    auto place = std::uint64_t(i) * 2 + 1;
    do
      place = Random(seed, place / 2).next() % place;
    while (place % 2 == 1);
    return Edge{static_cast<NodeID>(i / degree),
                static_cast<NodeID>(place / 2 / std::uint64_t(degree))};
  });
  if (order == VertexOrder::Random)
    renumber(edges, NodeID{1} << scale, seed);
  return edges;
}

std::vector<Edge> generate_grid(int scale, std::uint64_t seed) {
  require_possible(scale, 0);
  // 2 * (1 + 0.27) neighbours on average, as the road networks of DIMACS have.
  constexpr std::uint64_t cross_street = threshold(0.27);
  const NodeID width = NodeID{1} << (scale + 1) / 2;
  const NodeID height = NodeID{1} << scale / 2;
  std::vector<Edge> edges;
  edges.reserve(std::size_t(1.3 * double(width) * double(height)));
  for (NodeID row = 0; row < height; ++row)
    for (NodeID column = 0; column < width; ++column) {
      const NodeID here = row * width + column;
      if (column + 1 < width)
        edges.push_back({here, here + 1});
      // The first street of all crosses every row: the graph is connected.
      if (row + 1 < height &&
          (column == 0 || Random(seed, here).next() < cross_street))
        edges.push_back({here, here + width});
    }
  return edges;
}

} // namespace gap
