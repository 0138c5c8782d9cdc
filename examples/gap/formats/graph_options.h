//===- graph_options.h - which graph a program works on -------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every program takes its graph in the same way: from a file, or from one of
// the generators.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_GRAPH_OPTIONS_H
#define GAP_GRAPH_OPTIONS_H

#include "base/command_line.h"
#include "graph/graph.h"

#include <string>

namespace gap {

enum class GraphSource { File, Kronecker, Uniform, Attachment, Grid };

struct GraphOptions {
  GraphSource source = GraphSource::File;
  std::string file;        ///< of GraphSource::File
  int scale = 0;           ///< of a generator
  int degree = 16;         ///< of a generator but the grid's
  bool hubs_first = false; ///< of Kronecker and Attachment
  bool symmetrize = false; ///< of GraphSource::File
};

/// Adds the options to those of `line`, which fills `options` when it parses.
void add_graph_options(CommandLine &line, GraphOptions &options);

/// Reads or generates the graph, and prints to stderr how long it took. Throws
/// InputError.
Graph load_graph(const GraphOptions &options);

/// "debian12-deps", "kronecker-18, hubs first"
std::string name_of_graph(const GraphOptions &options);

} // namespace gap
#endif
