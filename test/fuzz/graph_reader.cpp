//===- graph_reader.cpp - fuzzes the readers of graphs --------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For libFuzzer. The first byte of an input says what the others are: a text
// format, or a .csr file, as it is or with its checksum put right. A file is
// either an InputError that names it, or a graph that is as its own rules say
// and comes back the same from a .csr file.
//
//===----------------------------------------------------------------------===//
#include "base/error.h"
#include "formats/csr.h"
#include "formats/reader.h"
#include "graph/builder.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <omp.h>
#include <unistd.h>

using namespace gap;

namespace {

void require(bool good, const char *what) {
  if (good)
    return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

/// A folder of this process's own.
class Folder {
public:
  Folder() { require(mkdtemp(path_.data()), "cannot make a folder"); }
  ~Folder() { rmdir(path_.c_str()); }
  std::string file(const std::string &name) const { return path_ + "/" + name; }

private:
  std::string path_ =
      std::filesystem::temp_directory_path() / "gap-fuzz-XXXXXX";
};

const Folder folder;

const char *suffix_of(char kind) {
  switch (kind) {
  case 'e':
    return ".el";
  case 'w':
    return ".wel";
  case 'm':
    return ".mtx";
  case 'g':
    return ".gr";
  case 'a':
    return ".adj";
  case 'c':
  case 'C':
    return ".csr";
  default:
    return nullptr;
  }
}

void put_checksum_right(std::string &file) {
  CsrHeader header;
  if (file.size() < sizeof header)
    return;
  std::memcpy(&header, file.data(), sizeof header);
  header.checksum = csr_checksum(
      header, {{file.data() + sizeof header, file.size() - sizeof header}});
  std::memcpy(file.data(), &header, sizeof header);
}

Graph read(const std::string &path) {
  if (is_csr_name(path))
    return read_csr(path);
  const EdgeList list = read_graph_file(path);
  BuildOptions options;
  options.symmetrize = list.undirected;
  return build_graph(list.edges, list.num_nodes, options);
}

bool equal(const AdjacencyView &a, const AdjacencyView &b) {
  return a.num_offsets == b.num_offsets && a.num_arcs == b.num_arcs &&
         std::equal(a.offsets, a.offsets + a.num_offsets, b.offsets) &&
         std::equal(a.neighbours, a.neighbours + a.num_arcs, b.neighbours);
}

void check(const Graph &g) {
  std::int64_t arcs = 0;
  for (NodeID u = 0; u < g.num_nodes(); ++u)
    for (const NodeRange list : {g.out_neigh(u), g.in_neigh(u)}) {
      NodeID last = 0;
      for (NodeID v : list) {
        require(v >= last && v < g.num_nodes(), "a list is wrong");
        last = v;
        ++arcs;
      }
    }
  require(arcs == 2 * g.num_arcs(), "the lists have other sizes");
  if (g.num_nodes() > 1000)
    return; // a large file for a few bytes
  const std::string copy = folder.file("copy.csr");
  write_csr(g, copy);
  const Graph again = read_csr(copy);
  unlink(copy.c_str());
  require(again.is_directed() == g.is_directed() &&
              equal(again.out(), g.out()) && equal(again.in(), g.in()),
          "the copy is another graph");
}

} // namespace

extern "C" int LLVMFuzzerInitialize(int *, char ***) {
  omp_set_num_threads(1); // the speed of many small inputs
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data,
                                      std::size_t size) {
  const char *suffix = size ? suffix_of(static_cast<char>(data[0])) : nullptr;
  if (!suffix)
    return -1; // not for the corpus
  std::string content(reinterpret_cast<const char *>(data) + 1, size - 1);
  if (data[0] == 'C')
    put_checksum_right(content);
  const std::string path = folder.file(std::string("graph") + suffix);
  std::ofstream(path, std::ios::binary) << content;
  try {
    check(read(path));
  } catch (const InputError &e) {
    const std::string message = e.what();
    require(message.rfind(path + ":", 0) == 0, message.c_str());
  }
  unlink(path.c_str());
  return 0;
}
