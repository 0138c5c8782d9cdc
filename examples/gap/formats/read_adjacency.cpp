//===- read_adjacency.cpp - the .adj format -------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text format of Ligra and of the Problem Based Benchmark Suite: the word
// AdjacencyGraph, the number of vertices n, the number of arcs m, for each
// vertex the place of its first arc, then the m targets. WeightedAdjacencyGraph
// has m weights behind them. Any white space separates the numbers.
//
//===----------------------------------------------------------------------===//
#include "formats/fields.h"
#include "formats/text_formats.h"

#include <optional>

namespace gap {
namespace {

constexpr const char *layout = "one number a line, those of an AdjacencyGraph";

/// The fields of the whole file, one after another.
class Numbers {
public:
  explicit Numbers(LineReader &reader) : reader_(reader) {}

  /// The next field as an integer. `number` of `count` says which one is
  /// missing if the file ends.
  std::int64_t integer(const IntegerField &field, std::int64_t number = 0,
                       std::int64_t count = 1) {
    if (!find())
      fail_missing(field.name, number, count);
    return fields_->integer(field);
  }
  void weight(std::int64_t number, std::int64_t count) {
    if (!find())
      fail_missing("a weight", number, count);
    fields_->number();
  }
  void end() {
    if (find())
      reader_.fail("there is more than the arcs; expected the end of the file");
  }

private:
  /// Goes on to a line with a field; false at the end of the file.
  bool find() {
    while (!fields_ || fields_->at_end()) {
      std::string_view line;
      if (!reader_.next(line))
        return false;
      fields_.emplace(reader_, line, layout);
    }
    return true;
  }
  [[noreturn]] void fail_missing(const char *name, std::int64_t number,
                                 std::int64_t count) const {
    reader_.fail(std::string("the file ends, but ") + name +
                 " is missing; expected " + std::to_string(count - number) +
                 " more");
  }

  LineReader &reader_;
  std::optional<Fields> fields_;
};

/// Whether there are weights.
bool read_kind(LineReader &reader) {
  constexpr const char *expected =
      "; expected 'AdjacencyGraph' or 'WeightedAdjacencyGraph'";
  std::string_view line;
  if (!reader.next(line))
    reader.fail_at(1, std::string("the file is empty") + expected);
  Fields fields(reader, line, layout);
  const std::string_view kind = fields.word();
  if (kind != "AdjacencyGraph" && kind != "WeightedAdjacencyGraph")
    reader.fail("the file begins with " + quoted(kind) + expected);
  fields.end();
  return kind == "WeightedAdjacencyGraph";
}

} // namespace

EdgeList read_adjacency(LineReader &reader) {
  const bool weighted = read_kind(reader);
  Numbers numbers(reader);
  const std::int64_t num_nodes = numbers.integer(
      {"a number of vertices", 0, std::int64_t{max_node_id} + 1});
  const std::int64_t num_arcs =
      numbers.integer({"a number of arcs", 0, INT64_MAX});
  const std::string problem = sparse_ids_problem(num_nodes, num_arcs);
  if (!problem.empty())
    reader.fail("the sizes make a graph of " + problem);
  if (num_nodes == 0 && num_arcs > 0)
    reader.fail("there are arcs, but no vertices; expected 0 arcs");

  // No memory is reserved: the sizes in the file may be wrong. The vector grows
  // with the numbers that do follow.
  std::vector<std::int64_t> first;
  for (std::int64_t n = 0; n < num_nodes; ++n)
    first.push_back(numbers.integer({"the place of a vertex's first arc",
                                     n ? first.back() : 0, n ? num_arcs : 0},
                                    n, num_nodes));
  first.push_back(num_arcs);

  EdgeList list;
  list.num_nodes = static_cast<NodeID>(num_nodes);
  const IntegerField target = {"a vertex", 0, num_nodes - 1};
  for (std::int64_t n = 0; n < num_nodes; ++n)
    for (std::int64_t i = first[n]; i < first[n + 1]; ++i) {
      const auto v = static_cast<NodeID>(numbers.integer(target, i, num_arcs));
      add_edge(list, {static_cast<NodeID>(n), v}, reader);
    }
  for (std::int64_t i = 0; weighted && i < num_arcs; ++i)
    numbers.weight(i, num_arcs);
  numbers.end();
  return list;
}

} // namespace gap
