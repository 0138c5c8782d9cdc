//===- reader.cpp - graph files -------------------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the format, and guards what all formats have in common: the memory.
//
//===----------------------------------------------------------------------===//
#include "formats/reader.h"
#include "base/error.h"
#include "formats/text_formats.h"

namespace gap {
namespace {

/// ".el" of "graphs/web.el.xz"; empty if there is none.
std::string format_suffix(const std::string &path) {
  const std::string plain = without_compression_suffix(path);
  const std::size_t dot = plain.find_last_of("./");
  return dot == std::string::npos || plain[dot] == '/' ? "" : plain.substr(dot);
}

struct Format {
  const char *suffix;
  EdgeList (*read)(LineReader &reader);
};

constexpr Format formats[] = {{".el", read_edge_list},
                              {".wel", read_weighted_edge_list},
                              {".mtx", read_matrix_market},
                              {".gr", read_dimacs},
                              {".adj", read_adjacency}};

} // namespace

EdgeList read_graph_file(const std::string &path) {
  LineReader reader(path);
  const std::string suffix = format_suffix(path);
  for (const Format &format : formats)
    if (suffix == format.suffix)
      return format.read(reader);
  throw InputError(path +
                   ": the name tells no graph format; expected it to end in "
                   ".el, .wel, .mtx, .gr, .adj or .csr, and then in .gz, .bz2, "
                   ".xz, .lzma, .zst or .lz4 if the file is compressed");
}

std::string graph_name(const std::string &path) {
  const std::string name = path.substr(path.find_last_of('/') + 1);
  return name.substr(
      0, name.size() - format_suffix(name).size() -
             (name.size() - without_compression_suffix(name).size()));
}

void add_edge(EdgeList &list, Edge edge, const LineReader &reader) {
  // Before the vector grows, not after: an overcommitting kernel would kill us.
  if (list.edges.size() == list.edges.capacity())
    require_memory(3.0 * sizeof(Edge) * double(list.edges.size()),
                   "the edge list at line " +
                       std::to_string(reader.line_number()));
  list.edges.push_back(edge);
}

std::string sparse_ids_problem(std::int64_t num_nodes, std::int64_t num_edges) {
  constexpr std::int64_t free_nodes = 1 << 20;
  constexpr std::int64_t nodes_per_edge = 64;
  if (num_nodes <= free_nodes || num_nodes / nodes_per_edge <= num_edges)
    return "";
  return std::to_string(num_nodes) + " vertices for only " +
         std::to_string(num_edges) +
         " edges; expected vertices numbered without large gaps (at most 64 "
         "vertices an edge)";
}

} // namespace gap
