//===- converter.cpp - writes graphs in the .csr format -------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A graph that many runs use is read or generated once:
// converter -f web.el.xz -o web.csr; pr -f web.csr.
//
//===----------------------------------------------------------------------===//
#include "base/command_line.h"
#include "base/error.h"
#include "formats/csr.h"
#include "formats/graph_options.h"

#include <cstdio>

namespace {

int convert(int argc, char **argv) {
  gap::CommandLine line(
      "Writes a graph in the binary .csr format, which is mapped into "
      "memory instead of read. Weights, duplicate edges and self-loops "
      "are dropped.");
  gap::GraphOptions options;
  gap::add_graph_options(line, options);
  std::string output;
  line.add("-o,--output", output,
           "The file to write: .csr, or .csr.zst, .csr.xz, ... to "
           "compress it")
      .required()
      .check(
          [](const std::string &path) {
            return gap::is_csr_name(path)
                       ? std::string()
                       : path + " does not end in .csr, .csr.zst, .csr.xz, ...";
          },
          "FILE");
  int status;
  if (!line.parse(argc, argv, status))
    return status;
  const gap::Graph g = gap::load_graph(options);
  gap::write_csr(g, output);
  std::printf("%s: %d vertices, %lld edges (%s)\n", output.c_str(),
              g.num_nodes(), static_cast<long long>(g.num_edges()),
              g.is_directed() ? "directed" : "undirected");
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  return gap::main_with_errors([&] { return convert(argc, argv); });
}
