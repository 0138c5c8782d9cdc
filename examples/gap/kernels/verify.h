//===- verify.h - serial computations to compare results with -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shares no code with the kernels: one thread, and another algorithm where
// there is one. Each check returns what is wrong, in words, or "".
//
//===----------------------------------------------------------------------===//
#ifndef GAP_VERIFY_H
#define GAP_VERIFY_H

#include "graph/graph.h"

#include <cstdint>
#include <string>
#include <vector>

namespace gap {

/// Returns the least number of edges from the source to each vertex; -1: the
/// vertex cannot be reached.
std::vector<NodeID> serial_depths(const Graph &g, NodeID source);

/// Checks that each vertex gets to the source along its parents in as many
/// steps as its depth says, and that unreachable vertices have the parent -1.
std::string check_parents(const Graph &g, NodeID source,
                          const std::vector<NodeID> &depths,
                          const std::vector<NodeID> &parents);

/// Returns for each vertex the smallest vertex of its weakly connected
/// component.
std::vector<NodeID> serial_components(const Graph &g);

/// Checks that vertices have the same label if and only if they are in the same
/// component.
std::string check_labels(const std::vector<NodeID> &components,
                         const std::vector<NodeID> &labels);

/// Checks that one more iteration, which pushes along the out-edges, changes
/// the ranks by at most `bound` (L1 norm), and that the ranks sum to 1 within
/// what this bound allows.
std::string check_ranks(const Graph &g, const std::vector<double> &ranks,
                        double damping, double bound);

/// Returns the number of sets of three vertices of which each two are joined by
/// an edge of either direction.
std::int64_t serial_triangles(const Graph &g);

std::string check_triangles(std::int64_t expected, std::int64_t counted);

/// Returns each vertex's share of the shortest paths from the sources, summed
/// over the sources. The end points of a path have no share in it.
std::vector<double> serial_centrality(const Graph &g,
                                      const std::vector<NodeID> &sources);

/// Checks that the values are equal but for rounding.
std::string check_values(const std::vector<double> &expected,
                         const std::vector<double> &values,
                         const std::string &what);

} // namespace gap
#endif
