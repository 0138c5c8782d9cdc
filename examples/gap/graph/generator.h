//===- generator.h - random graphs, the same everywhere -------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The edges depend on kind, scale, degree and seed alone: each edge draws from
// a generator of its own, so neither the number of threads nor the standard
// library changes the graph. Vertices are numbered at random, except the
// grid's, so that a vertex's number says nothing about its degree.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_GENERATOR_H
#define GAP_GENERATOR_H

#include "graph/graph.h"

#include <cstdint>
#include <vector>

namespace gap {

/// The largest scale: 2^30 vertices.
constexpr int max_scale = 30;

constexpr std::uint64_t default_seed = 27491095;

enum class VertexOrder { Random, HubsFirst };

/// degree * 2^scale edges of a Kronecker graph with 2^scale vertices and
/// Graph500's parameters A = 0.57, B = C = 0.19: a few vertices have most of
/// the edges. Duplicates and self-loops included. Vertices are in random order,
/// or, in VertexOrder::HubsFirst, as the generator makes them: the fewer bits a
/// number has set, the more edges. Requires 0 <= scale <= max_scale and degree
/// >= 0; throws std::invalid_argument otherwise.
std::vector<Edge> generate_kronecker(int scale, int degree,
                                     std::uint64_t seed = default_seed,
                                     VertexOrder order = VertexOrder::Random);

/// As generate_kronecker(), but every edge joins two vertices chosen uniformly.
std::vector<Edge> generate_uniform(int scale, int degree,
                                   std::uint64_t seed = default_seed);

/// degree * 2^scale edges of a graph that grows by preferential attachment
/// (Barabasi and Albert, "Emergence of scaling in random networks", Science
/// 286, 1999): each of 2^scale vertices in turn is joined to `degree` of those
/// before it or itself, chosen in proportion to the edges that they have.
/// Degrees follow a power law, as in social and citation networks. Order of
/// vertices and requirements as for generate_kronecker(); HubsFirst is by age.
std::vector<Edge> generate_attachment(int scale, int degree,
                                      std::uint64_t seed = default_seed,
                                      VertexOrder order = VertexOrder::Random);

/// A connected grid of 2^scale vertices like a road network: complete rows,
/// joined by a cross street at about every fourth vertex; 1 to 4 neighbours,
/// 2.54 on average in a large one, a large diameter. Numbered row by row: as on
/// a map, near vertices have near numbers. Requires 0 <= scale <= max_scale;
/// throws std::invalid_argument otherwise.
std::vector<Edge> generate_grid(int scale, std::uint64_t seed = default_seed);

} // namespace gap
#endif
