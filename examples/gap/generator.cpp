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
#include "generator.h"

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

template <class MakeEdge>
std::vector<Edge> generate(int scale, int degree, MakeEdge make_edge) {
  if (scale < 0 || scale > max_scale || degree < 0)
    throw std::invalid_argument("a generated graph has a scale of 0 to 30 and "
                                "a degree of 0 or more");
  const std::int64_t num_edges = std::int64_t{degree} << scale;
  std::vector<Edge> edges(num_edges);
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < num_edges; ++i)
    edges[i] = make_edge(i);
  return edges;
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
  if (order == VertexOrder::HubsFirst)
    return edges;
  const auto permutation = random_permutation(NodeID{1} << scale, seed);
  const auto num_edges = static_cast<std::int64_t>(edges.size());
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < num_edges; ++i)
    edges[i] = {permutation[edges[i].u], permutation[edges[i].v]};
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

} // namespace gap
