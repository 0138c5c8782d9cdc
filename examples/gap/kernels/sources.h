//===- sources.h - where a search begins ----------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same vertices in every run, so that runs can be compared.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_SOURCES_H
#define GAP_SOURCES_H

#include "base/command_line.h"
#include "graph/graph.h"

#include <vector>

namespace gap {

/// Adds -r,--source. Without the option `source` stays as it is.
void add_source_option(CommandLine &line, NodeID &source);

/// Returns `source`, or, if that is -1, the first vertex with the most
/// out-neighbours. Throws InputError if the graph has no such vertex.
NodeID choose_source(const Graph &g, NodeID source);

/// Returns `count` of the vertices with out-neighbours, evenly spread over
/// them; all of them if there are fewer; vertex 0 if there are none.
std::vector<NodeID> choose_sources(const Graph &g, int count);

} // namespace gap
#endif
