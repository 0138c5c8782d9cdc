//===- graph_options.cpp - which graph a program works on -----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The short options are those of the GAP benchmark suite.
//
//===----------------------------------------------------------------------===//
#include "formats/graph_options.h"
#include "base/error.h"
#include "formats/csr.h"
#include "formats/reader.h"
#include "graph/builder.h"
#include "graph/generator.h"

#include <cstdio>
#include <omp.h>

namespace gap {
namespace {

Option add_generator(CommandLine &group, GraphOptions &o, GraphSource source,
                     const char *name, const std::string &what) {
  return group
      .add_call<int>(
          name,
          [&o, source](int scale) {
            o.source = source;
            o.scale = scale;
          },
          "Generate an undirected " + what + " of 2^SCALE vertices")
      .type_name("SCALE")
      .range(0, max_scale);
}

const char *name_of(GraphSource source) {
  switch (source) {
  case GraphSource::File:
    return "file";
  case GraphSource::Kronecker:
    return "kronecker";
  case GraphSource::Uniform:
    return "uniform";
  case GraphSource::Attachment:
    return "attachment";
  case GraphSource::Grid:
    return "grid";
  }
  return "";
}

std::vector<Edge> generate_edges(const GraphOptions &o) {
  const VertexOrder order =
      o.hubs_first ? VertexOrder::HubsFirst : VertexOrder::Random;
  switch (o.source) {
  case GraphSource::File:
    break;
  case GraphSource::Kronecker:
    return generate_kronecker(o.scale, o.degree, default_seed, order);
  case GraphSource::Uniform:
    return generate_uniform(o.scale, o.degree);
  case GraphSource::Attachment:
    return generate_attachment(o.scale, o.degree, default_seed, order);
  case GraphSource::Grid:
    return generate_grid(o.scale);
  }
  return {};
}

void check_memory(double num_edges, double num_nodes, bool both_ways,
                  const std::string &what) {
  // The edge list, and the lists before and after duplicates are removed.
  const double arcs = num_edges * (both_ways ? 2 : 1);
  require_memory(num_edges * sizeof(Edge) + arcs * 2 * sizeof(NodeID) +
                     num_nodes * 3 * sizeof(std::int64_t),
                 what);
}

Graph generate(const GraphOptions &o) {
  const bool grid = o.source == GraphSource::Grid;
  const auto num_nodes = double(std::int64_t{1} << o.scale);
  check_memory(num_nodes * (grid ? 1.3 : o.degree), num_nodes, true,
               "a graph of scale " + std::to_string(o.scale) +
                   (grid ? "" : " and degree " + std::to_string(o.degree)));
  BuildOptions build;
  build.symmetrize = true;
  return build_graph(generate_edges(o), NodeID{1} << o.scale, build);
}

Graph read(const GraphOptions &o) {
  if (is_csr_name(o.file)) {
    const Graph g = read_csr(o.file);
    if (!o.symmetrize || !g.is_directed())
      return g;
    check_memory(double(g.num_arcs()), g.num_nodes(), true, o.file);
    return symmetrized(g);
  }
  const EdgeList list = read_graph_file(o.file);
  BuildOptions build;
  build.symmetrize = o.symmetrize || list.undirected;
  check_memory(double(list.edges.size()), list.num_nodes, build.symmetrize,
               o.file);
  return build_graph(list.edges, list.num_nodes, build);
}

} // namespace

void add_graph_options(CommandLine &line, GraphOptions &o) {
  CommandLine graph = line.add_choice("graph", "The graph: one of");
  const Option file =
      graph.add("-f,--file", o.file,
                "File: .el, .wel (edge lists), .mtx (Matrix Market), "
                ".gr (DIMACS), .adj (Ligra) or .csr (made by "
                "converter), plain or compressed (.xz, .gz, .zst, "
                "...)");
  add_generator(graph, o, GraphSource::Kronecker, "-g,--kronecker",
                "Kronecker graph");
  const Option uniform = add_generator(graph, o, GraphSource::Uniform,
                                       "-u,--uniform", "uniform graph");
  add_generator(graph, o, GraphSource::Attachment, "--attachment",
                "graph grown by preferential attachment");
  const Option grid = add_generator(graph, o, GraphSource::Grid, "--grid",
                                    "grid like a road network");

  line.add("-k,--degree", o.degree,
           "Edges per vertex of a generated graph, before duplicates "
           "and self-loops are removed; a grid has no choice")
      .range(1, 1 << 20)
      .excludes(file)
      .excludes(grid)
      .show_default();
  line.add_flag("--hubs-first", o.hubs_first,
                "Keep the order in which the Kronecker or attachment "
                "generator makes vertices, instead of a random one")
      .excludes(file)
      .excludes(uniform)
      .excludes(grid);
  line.add_flag("-s,--symmetrize", o.symmetrize,
                "Take the edges of the file as undirected");
}

Graph load_graph(const GraphOptions &o) {
  const double start = omp_get_wtime();
  const bool from_file = o.source == GraphSource::File;
  Graph g = from_file ? read(o) : generate(o);
  std::fprintf(stderr, "graph %s in %.2f s\n", from_file ? "read" : "generated",
               omp_get_wtime() - start);
  return g;
}

std::string name_of_graph(const GraphOptions &o) {
  if (o.source == GraphSource::File)
    return graph_name(o.file) + (o.symmetrize ? " (symmetrized)" : "");
  return std::string(name_of(o.source)) + "-" + std::to_string(o.scale) +
         (o.hubs_first ? ", hubs first" : "");
}

} // namespace gap
