//===- verify.h - serial computations to compare results with -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Independent of the kernels: another algorithm where there is one, and one
// thread. Each check returns what is wrong, in words, or "".
//
//===----------------------------------------------------------------------===//
#ifndef GAP_VERIFY_H
#define GAP_VERIFY_H

#include "graph/graph.h"

#include <cstdint>
#include <string>
#include <vector>

namespace gap {

/// The least number of edges from the source to each vertex; -1: none leads
/// there.
std::vector<NodeID> serial_depths(const Graph &g, NodeID source);

/// Whether following parents leads each vertex to the source in as many steps
/// as it is deep; -1 marks vertices that are not reached.
std::string check_parents(const Graph &g, NodeID source,
                          const std::vector<NodeID> &depths,
                          const std::vector<NodeID> &parents);

/// The smallest vertex of each one's weakly connected component.
std::vector<NodeID> serial_components(const Graph &g);

/// Whether vertices have the same label if and only if they are in the same
/// component.
std::string check_labels(const std::vector<NodeID> &components,
                         const std::vector<NodeID> &labels);

/// Whether one more iteration, which pushes along the out-edges, changes the
/// ranks by at most `bound` (L1 norm), and the ranks sum to 1 accordingly.
std::string check_ranks(const Graph &g, const std::vector<double> &ranks,
                        double damping, double bound);

/// Sets of three vertices of which each two are joined by an edge, in whatever
/// direction.
std::int64_t serial_triangles(const Graph &g);

std::string check_triangles(std::int64_t expected, std::int64_t counted);

/// The sum over the sources of each vertex's share of the shortest paths from
/// there, end points excluded.
std::vector<double> serial_centrality(const Graph &g,
                                      const std::vector<NodeID> &sources);

/// Whether the values are equal but for rounding.
std::string check_values(const std::vector<double> &expected,
                         const std::vector<double> &values,
                         const std::string &what);

} // namespace gap
#endif
