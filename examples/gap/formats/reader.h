//===- reader.h - graph files ---------------------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The format follows from the name, after an ending such as .xz or .gz was
// taken off: .el (edge list), .wel (weighted edge list), .mtx (Matrix Market
// coordinates), .gr (DIMACS shortest paths) or .adj (Ligra's adjacency graph).
// The reader accepts nothing that it does not understand: each broken file is
// an InputError "FILE:LINE: what is wrong; expected what". The binary format
// has a header of its own, csr.h.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_READER_H
#define GAP_READER_H

#include "graph/graph.h"

#include <string>
#include <vector>

namespace gap {

/// What a graph file says.
struct EdgeList {
  std::vector<Edge> edges; ///< in the order of the file
  NodeID num_nodes = 0;    ///< every edge's vertices are below it
  bool undirected = false; ///< the file says that each edge has no direction
};

/// Reads a graph file in one of the text formats. Throws InputError, and
/// std::bad_alloc where a graph is too large for the memory after all.
EdgeList read_graph_file(const std::string &path);

/// The file's name without folder, format and compression: "debian12-deps".
std::string graph_name(const std::string &path);

} // namespace gap
#endif
