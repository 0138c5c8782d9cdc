//===- read_matrix_market.cpp - the .mtx format ---------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrix Market coordinates (Boisvert, Pozo, Remington, "The Matrix Market
// Exchange Formats", NIST 1996): a banner, comments (%), a line with the sizes,
// then one entry a line, indices from 1. A graph needs a square matrix; values
// are checked and dropped.
//
//===----------------------------------------------------------------------===//
#include "formats/fields.h"
#include "formats/text_formats.h"

#include <algorithm>
#include <cctype>

namespace gap {
namespace {

struct Banner {
  bool has_values;
  bool symmetric;
};

std::string lower(std::string_view text) {
  std::string result(text);
  for (char &c : result)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

/// The banner's next word; an error unless it is one of `choices`.
std::string choose(const LineReader &reader, Fields &fields, const char *what,
                   std::initializer_list<const char *> choices) {
  const std::string word = lower(fields.word());
  std::string list;
  for (const char *choice : choices) {
    if (word == choice)
      return word;
    list += (list.empty() ? "" : " or ") + quoted(choice);
  }
  reader.fail("the banner's " + std::string(what) + " is " + gap::quoted(word) +
              "; expected " + list);
}

Banner read_banner(LineReader &reader) {
  constexpr const char *example = "'%%MatrixMarket matrix coordinate pattern "
                                  "general'";
  std::string_view line;
  if (!reader.next(line))
    reader.fail_at(1, std::string("the file is empty; expected the banner ") +
                          example);
  Fields fields(reader, line, example);
  if (lower(fields.word()) != "%%matrixmarket")
    reader.fail(std::string("the line is not a Matrix Market banner; expected "
                            "one such as ") +
                example);
  choose(reader, fields, "object", {"matrix"});
  choose(reader, fields, "format", {"coordinate"});
  Banner banner;
  banner.has_values = choose(reader, fields, "type of values",
                             {"pattern", "real", "integer"}) != "pattern";
  banner.symmetric = choose(reader, fields, "symmetry",
                            {"general", "symmetric"}) == "symmetric";
  fields.end();
  return banner;
}

/// The next line that is neither blank nor a comment.
bool next_data_line(LineReader &reader, std::string_view &line) {
  while (reader.next(line))
    if (line.find_first_not_of(" \t") != std::string_view::npos &&
        line.front() != '%')
      return true;
  return false;
}

struct Sizes {
  std::int64_t num_nodes;
  std::int64_t num_entries;
  std::int64_t line_number;
};

Sizes read_sizes(LineReader &reader) {
  constexpr const char *layout =
      "the sizes: rows, columns and number of entries, as in '4 4 7'";
  std::string_view line;
  if (!next_data_line(reader, line))
    reader.fail(std::string("the file ends after the banner; expected ") +
                layout);
  Fields fields(reader, line, layout);
  const std::int64_t most_nodes = std::int64_t{max_node_id} + 1;
  const std::int64_t rows = fields.integer({"a number of rows", 1, most_nodes});
  const std::int64_t columns =
      fields.integer({"a number of columns", 1, most_nodes});
  const std::int64_t entries =
      fields.integer({"a number of entries", 0, INT64_MAX});
  fields.end();
  if (rows != columns)
    reader.fail("the matrix has " + std::to_string(rows) + " rows and " +
                std::to_string(columns) +
                " columns; expected a square matrix, a graph's");
  const std::string problem = sparse_ids_problem(rows, entries);
  if (!problem.empty())
    reader.fail("the sizes make a graph of " + problem);
  return {rows, entries, reader.line_number()};
}

} // namespace

EdgeList read_matrix_market(LineReader &reader) {
  const Banner banner = read_banner(reader);
  const Sizes sizes = read_sizes(reader);
  const char *layout = banner.has_values
                           ? "row, column and value, as in '2 1 0.5'"
                           : "row and column, as in '2 1'";
  const IntegerField row = {"a row", 1, sizes.num_nodes};
  const IntegerField column = {"a column", 1, sizes.num_nodes};
  const std::string announced = "line " + std::to_string(sizes.line_number) +
                                " announces " +
                                std::to_string(sizes.num_entries) + " entries";

  EdgeList list;
  list.num_nodes = static_cast<NodeID>(sizes.num_nodes);
  list.undirected = banner.symmetric;
  std::int64_t num_entries = 0;
  std::string_view line;
  while (next_data_line(reader, line)) {
    if (num_entries == sizes.num_entries)
      reader.fail("there is one entry too many; expected the end of the file, "
                  "because " +
                  announced);
    Fields fields(reader, line, layout);
    const auto u = static_cast<NodeID>(fields.integer(row) - 1);
    const auto v = static_cast<NodeID>(fields.integer(column) - 1);
    if (banner.has_values)
      fields.number();
    fields.end();
    add_edge(list, {u, v}, reader);
    ++num_entries;
  }
  if (num_entries != sizes.num_entries)
    reader.fail("the file ends after " + std::to_string(num_entries) +
                " entries; expected more, because " + announced);
  return list;
}

} // namespace gap
