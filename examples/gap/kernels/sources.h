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

#include "graph/graph.h"

#include <vector>

namespace CLI {
class App;
}

namespace gap {

/// Adds -r,--source; `source` stays as it is if it is not given.
void add_source_option(CLI::App &app, NodeID &source);

/// Returns `source`, or, if that is -1, the first vertex with the most
/// out-neighbours. Throws InputError if the graph has no such vertex.
NodeID choose_source(const Graph &g, NodeID source);

/// Vertices with out-neighbours, evenly spread over all of these; fewer than
/// `count` if there are no more. One vertex, whichever, if there are none.
std::vector<NodeID> choose_sources(const Graph &g, int count);

} // namespace gap
#endif
