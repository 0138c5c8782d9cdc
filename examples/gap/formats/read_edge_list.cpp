//===- read_edge_list.cpp - the .el and .wel formats ----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One edge a line: two vertex ids, from 0, and in a .wel file a weight. Blank
// lines and comments (# or %) are skipped.
//
//===----------------------------------------------------------------------===//
#include "formats/fields.h"
#include "formats/text_formats.h"

#include <algorithm>

namespace gap {
namespace {

EdgeList read(LineReader &reader, bool weighted) {
  const char *layout = weighted ? "two vertex ids and a weight, as in '0 1 5'"
                                : "two vertex ids, as in '0 1'";
  constexpr IntegerField vertex = {"a vertex id", 0, max_node_id};
  EdgeList list;
  NodeID largest = -1;
  std::int64_t line_of_largest = 0;
  std::string_view line;
  while (reader.next(line)) {
    Fields fields(reader, line, layout);
    if (fields.at_end() || line.front() == '#' || line.front() == '%')
      continue;
    const auto u = static_cast<NodeID>(fields.integer(vertex));
    const auto v = static_cast<NodeID>(fields.integer(vertex));
    if (weighted)
      fields.number();
    fields.end();
    add_edge(list, {u, v}, reader);
    if (std::max(u, v) > largest) {
      largest = std::max(u, v);
      line_of_largest = reader.line_number();
    }
  }
  if (reader.line_number() == 0)
    reader.fail_at(1, std::string("the file is empty; expected lines of ") +
                          layout);
  if (list.edges.empty())
    reader.fail(std::string("the file ends without an edge; expected lines "
                            "of ") +
                layout);
  list.num_nodes = largest + 1;
  const std::string problem = sparse_ids_problem(
      list.num_nodes, static_cast<std::int64_t>(list.edges.size()));
  if (!problem.empty())
    reader.fail_at(line_of_largest, "vertex id " + std::to_string(largest) +
                                        " makes a graph of " + problem);
  return list;
}

} // namespace

EdgeList read_edge_list(LineReader &reader) { return read(reader, false); }

EdgeList read_weighted_edge_list(LineReader &reader) {
  return read(reader, true);
}

} // namespace gap
