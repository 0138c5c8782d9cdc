//===- text_formats.h - what the readers of text formats share ------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For reader.cpp and the read_*.cpp files only; users include reader.h. A new
// format is a function here, a file of its own and a line in reader.cpp's
// table. Weights and other values are checked and dropped: no kernel uses them.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_TEXT_FORMATS_H
#define GAP_TEXT_FORMATS_H

#include "formats/line_reader.h"
#include "formats/reader.h"

#include <string>

namespace gap {

/// Each reads the file to its end, and throws InputError if it is broken.
EdgeList read_edge_list(LineReader &reader);
EdgeList read_weighted_edge_list(LineReader &reader);
EdgeList read_matrix_market(LineReader &reader);
EdgeList read_dimacs(LineReader &reader);
EdgeList read_adjacency(LineReader &reader);

/// Appends an edge; throws InputError if the memory cannot hold the list.
void add_edge(EdgeList &list, Edge edge, const LineReader &reader);

/// A graph's memory grows with its largest vertex id, so that a single wrong
/// id in a short file could ask for 16 GB. Returns what is wrong with a graph
/// of these sizes, or "" if it is plausible.
std::string sparse_ids_problem(std::int64_t num_nodes, std::int64_t num_edges);

} // namespace gap
#endif
