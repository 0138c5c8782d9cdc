//===- read_dimacs.cpp - the .gr format -----------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The format of the 9th DIMACS implementation challenge (shortest paths, 2006):
// comments (c), one problem line "p sp VERTICES ARCS", then one arc a line,
// "a FROM TO WEIGHT", vertices from 1. A road network lists both arcs of a
// road.
//
//===----------------------------------------------------------------------===//
#include "formats/fields.h"
#include "formats/text_formats.h"

namespace gap {
namespace {

struct Problem {
  std::int64_t num_nodes = 0;
  std::int64_t num_arcs = 0;
  std::int64_t line_number = 0; ///< 0: there was none yet
};

constexpr const char *problem_layout =
    "the problem line 'p sp VERTICES ARCS', as in 'p sp 4 7'";

Problem read_problem(const LineReader &reader, std::string_view line) {
  Fields fields(reader, line, problem_layout);
  fields.word(); // the 'p'
  const std::string_view kind = fields.word();
  if (kind != "sp")
    reader.fail("the problem is " + quoted(kind) +
                "; expected 'sp' (shortest paths), the one that has arcs 'a "
                "FROM TO WEIGHT'");
  Problem problem;
  problem.num_nodes = fields.integer(
      {"a number of vertices", 1, std::int64_t{max_node_id} + 1});
  problem.num_arcs = fields.integer({"a number of arcs", 0, INT64_MAX});
  fields.end();
  problem.line_number = reader.line_number();
  const std::string wrong =
      sparse_ids_problem(problem.num_nodes, problem.num_arcs);
  if (!wrong.empty())
    reader.fail("the sizes make a graph of " + wrong);
  return problem;
}

std::string announced(const Problem &problem) {
  return "line " + std::to_string(problem.line_number) + " announces " +
         std::to_string(problem.num_arcs) + " arcs";
}

} // namespace

EdgeList read_dimacs(LineReader &reader) {
  EdgeList list;
  Problem problem;
  IntegerField vertex = {"a vertex", 1, 0};
  std::int64_t num_arcs = 0;
  std::string_view line;
  while (reader.next(line)) {
    Fields fields(reader, line, "an arc 'a FROM TO WEIGHT', as in 'a 1 2 5'");
    if (fields.at_end())
      continue;
    const std::string_view kind = fields.word();
    if (kind == "c")
      continue;
    if (kind == "p") {
      if (problem.line_number)
        reader.fail("this is a second problem line; the first is line " +
                    std::to_string(problem.line_number) + "; expected one");
      problem = read_problem(reader, line);
      vertex.highest = problem.num_nodes;
      list.num_nodes = static_cast<NodeID>(problem.num_nodes);
      continue;
    }
    if (kind != "a")
      reader.fail("the line begins with " + quoted(kind) +
                  "; expected 'c' (comment), 'p' (problem) or 'a' (arc)");
    if (!problem.line_number)
      reader.fail(std::string("an arc comes first; expected ") +
                  problem_layout);
    if (num_arcs == problem.num_arcs)
      reader.fail("there is one arc too many; expected the end of the file, "
                  "because " +
                  announced(problem));
    const auto u = static_cast<NodeID>(fields.integer(vertex) - 1);
    const auto v = static_cast<NodeID>(fields.integer(vertex) - 1);
    fields.number();
    fields.end();
    add_edge(list, {u, v}, reader);
    ++num_arcs;
  }
  if (reader.line_number() == 0)
    reader.fail_at(1, std::string("the file is empty; expected ") +
                          problem_layout);
  if (!problem.line_number)
    reader.fail(std::string("the file ends here; expected ") + problem_layout);
  if (num_arcs != problem.num_arcs)
    reader.fail("the file ends after " + std::to_string(num_arcs) +
                " arcs; expected more, because " + announced(problem));
  return list;
}

} // namespace gap
