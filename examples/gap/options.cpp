//===- options.cpp - the command line of every kernel ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The short options are those of the GAP benchmark suite. Wrong usage has the
// exit status of every other error, 1.
//
//===----------------------------------------------------------------------===//
#include "benchmark.h"
#include "builder.h"
#include "error.h"
#include "generator.h"
#include "reader.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <omp.h>

namespace gap {
namespace {

void add_options(CLI::App &app, BenchmarkOptions &o) {
  auto *graph = app.add_option_group("graph", "The graph: one of");
  graph->add_option("-f,--file", o.file,
                    "File: .el (edge list) or .mtx (Matrix Market), plain or "
                    "compressed (.xz, .gz, .bz2, .zst, ...)");
  graph
      ->add_option("-g,--kronecker", o.kronecker_scale,
                   "Generate an undirected Kronecker graph of 2^SCALE vertices")
      ->check(CLI::Range(0, max_scale));
  graph
      ->add_option("-u,--uniform", o.uniform_scale,
                   "Generate an undirected uniform graph of 2^SCALE vertices")
      ->check(CLI::Range(0, max_scale));
  graph->require_option(1);

  app.add_option("-k,--degree", o.degree,
                 "Edges per vertex of a generated graph, before duplicates "
                 "and self-loops are removed")
      ->check(CLI::Range(1, 1 << 20))
      ->capture_default_str();
  app.add_flag("--hubs-first", o.hubs_first,
               "Keep the order in which the Kronecker generator makes "
               "vertices, instead of a random one")
      ->needs("--kronecker");
  app.add_flag("-s,--symmetrize", o.symmetrize,
               "Take the edges of the file as undirected");
  app.add_option("-n,--trials", o.num_trials, "Number of runs")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  app.add_flag("-v,--verify", o.verify, "Verify each run's result");
  app.add_option("--threads", o.num_threads, "Number of threads")
      ->check(CLI::Range(1, 4096));
  auto *schedule = app.add_option_function<std::string>(
      "--schedule",
      [&o](const std::string &s) { o.schedule = parse_schedule(s); },
      "static, dynamic (monotonic), guided, static_steal or usersched (the "
      "default), and then ,CHUNK if wanted");
  auto *compare =
      app.add_flag("--compare", o.compare,
                   "Tune the schedules, measure them interleaved, and print a "
                   "table");
  compare->excludes(schedule);
  app.add_option("--rounds", o.rounds, "Measuring rounds of --compare")
      ->check(CLI::Range(1, 1000))
      ->needs(compare)
      ->capture_default_str();
  app.add_option("--sample", o.sample_ms,
                 "Milliseconds of the loop in each round of --compare")
      ->check(CLI::Range(1, 100000))
      ->needs(compare)
      ->capture_default_str();
  app.add_option("--json", o.json, "Write the results to this file, too");
}

void check_memory(double num_edges, double num_nodes, bool both_ways,
                  const std::string &what) {
  // The edge list, and the lists before and after duplicates are removed.
  const double arcs = num_edges * (both_ways ? 2 : 1);
  require_memory(num_edges * sizeof(Edge) + arcs * 2 * sizeof(NodeID) +
                     num_nodes * 3 * sizeof(std::int64_t),
                 what);
}

Graph generate(const BenchmarkOptions &o) {
  const bool kronecker = o.kronecker_scale >= 0;
  const int scale = kronecker ? o.kronecker_scale : o.uniform_scale;
  check_memory(double(o.degree) * double(std::int64_t{1} << scale),
               double(std::int64_t{1} << scale), true,
               "a graph of scale " + std::to_string(scale) + " and degree " +
                   std::to_string(o.degree));
  const auto edges =
      kronecker ? generate_kronecker(scale, o.degree, default_seed,
                                     o.hubs_first ? VertexOrder::HubsFirst
                                                  : VertexOrder::Random)
                : generate_uniform(scale, o.degree);
  BuildOptions build;
  build.symmetrize = true;
  return build_graph(edges, NodeID{1} << scale, build);
}

} // namespace

bool parse_options(CLI::App &app, int argc, char **argv,
                   BenchmarkOptions &options, int &status) {
  add_options(app, options);
  status = 0;
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success &e) { // --help
    app.exit(e);
    return false;
  } catch (const CLI::ParseError &e) {
    throw InputError(std::string("wrong usage: ") + e.what() +
                     "; --help lists the options");
  }
  if (options.num_threads)
    omp_set_num_threads(options.num_threads);
  return true;
}

Graph load_graph(const BenchmarkOptions &o) {
  const double start = omp_get_wtime();
  Graph g = [&] {
    if (o.file.empty())
      return generate(o);
    const EdgeList list = read_graph_file(o.file);
    BuildOptions build;
    build.symmetrize = o.symmetrize || list.undirected;
    check_memory(double(list.edges.size()), list.num_nodes, build.symmetrize,
                 o.file);
    return build_graph(list.edges, list.num_nodes, build);
  }();
  std::fprintf(stderr, "graph %s in %.2f s\n",
               o.file.empty() ? "generated" : "read", omp_get_wtime() - start);
  return g;
}

} // namespace gap
