//===- read_csr.cpp - reads the .csr format -------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each check relies on those before it: no size is computed from a field that
// was not checked, and no array is read that does not lie in the file.
//
//===----------------------------------------------------------------------===//
#include "base/error.h"
#include "formats/csr.h"
#include "formats/data_reader.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace gap {
namespace {

/// A whole file in memory, at an address that suits every type.
struct Content {
  const char *data;
  std::uint64_t size;
  std::shared_ptr<const void> owner;
};

[[noreturn]] void fail(const std::string &path, const std::string &message) {
  throw InputError(path + ": " + message);
}

Content map(const std::string &path) {
  require_regular_file(path);
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0) {
    const std::string why = std::strerror(errno);
    if (file >= 0)
      close(file);
    fail(path, "cannot be opened: " + why + "; expected a graph file");
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) { // cannot be mapped
    close(file);
    return {"", 0, nullptr};
  }
  void *data =
      mmap(nullptr, size, PROT_READ, MAP_SHARED | MAP_POPULATE, file, 0);
  const int error = errno;
  close(file);
  if (data == MAP_FAILED)
    fail(path, std::string("cannot be mapped: ") + std::strerror(error) +
                   "; expected a file that fits into memory");
  return {static_cast<const char *>(data), size,
          std::shared_ptr<const void>(data, [size](const void *begin) {
            munmap(const_cast<void *>(begin), size);
          })};
}

Content decompress(const std::string &path) {
  DataReader reader(path);
  auto bytes = std::make_shared<std::vector<char>>();
  std::string_view block;
  while (reader.next_block(block, ": the data after byte " +
                                      std::to_string(bytes->size()))) {
    if (bytes->size() + block.size() > bytes->capacity())
      require_memory(3.0 * double(bytes->size() + block.size()), path);
    bytes->insert(bytes->end(), block.begin(), block.end());
  }
  return {bytes->data(), bytes->size(), bytes};
}

/// Bytes behind the header.
std::uint64_t size_of_arrays(const CsrHeader &h) {
  const std::uint64_t directions = h.flags & csr_directed ? 2 : 1;
  return directions * ((std::uint64_t(h.num_nodes) + 1) * sizeof(std::int64_t) +
                       std::uint64_t(h.num_arcs) * sizeof(NodeID));
}

CsrHeader check_header(const std::string &path, const Content &content) {
  CsrHeader h;
  if (content.size < sizeof h)
    fail(path, "the file has " + std::to_string(content.size) +
                   " bytes; expected at least the 64 of a .csr file's header");
  std::memcpy(&h, content.data, sizeof h);
  if (std::memcmp(h.magic, csr_magic, sizeof h.magic) != 0)
    fail(path, "the content is not of a .csr file; expected a file that "
               "converter has written");
  if (h.byte_order == __builtin_bswap32(csr_byte_order))
    fail(path, "the file is from a machine with another byte order; expected "
               "one that was converted on a machine like this");
  if (h.byte_order != csr_byte_order || h.version != csr_version)
    fail(path, "the file has version " + std::to_string(h.version) +
                   " of the format; expected version " +
                   std::to_string(csr_version) + ": convert the graph again");
  // No file has 2^48 arcs; the sizes below cannot overflow.
  if ((h.flags & ~csr_directed) || h.num_nodes < 0 ||
      h.num_nodes > std::int64_t{max_node_id} + 1 || h.num_arcs < 0 ||
      h.num_arcs >= std::int64_t{1} << 48 || h.reserved[0] || h.reserved[1])
    fail(path, "the header is damaged; expected a file that converter has "
               "written");
  const std::uint64_t expected = sizeof h + size_of_arrays(h);
  if (content.size != expected)
    fail(path, "the file has " + std::to_string(content.size) +
                   " bytes; expected " + std::to_string(expected) + ", for " +
                   std::to_string(h.num_nodes) + " vertices and " +
                   std::to_string(h.num_arcs) + " arcs");
  if (csr_checksum(h, {{content.data + sizeof h, content.size - sizeof h}}) !=
      h.checksum)
    fail(path, "the checksum is wrong: the file is damaged; expected a file "
               "that is as converter has written it");
  return h;
}

/// The graph of a file whose header and checksum are right.
Graph make_graph(const CsrHeader &h, const Content &content) {
  const std::int64_t num_offsets = h.num_nodes + 1;
  const auto *out_offsets =
      reinterpret_cast<const std::int64_t *>(content.data + sizeof h);
  if (!(h.flags & csr_directed)) {
    const auto *list =
        reinterpret_cast<const NodeID *>(out_offsets + num_offsets);
    return Graph::undirected({out_offsets, num_offsets, list, h.num_arcs},
                             content.owner);
  }
  const auto *in_offsets = out_offsets + num_offsets;
  const auto *out = reinterpret_cast<const NodeID *>(in_offsets + num_offsets);
  return Graph::directed(
      {out_offsets, num_offsets, out, h.num_arcs},
      {in_offsets, num_offsets, out + h.num_arcs, h.num_arcs}, content.owner);
}

/// Kernels rely on it.
void require_ascending(const Graph &g) {
  std::int64_t wrong = 0;
#pragma omp parallel for reduction(+ : wrong)
  for (NodeID n = 0; n < g.num_nodes(); ++n)
    for (const NodeRange list : {g.out_neigh(n), g.in_neigh(n)})
      for (const NodeID *v = list.begin(); list.end() - v > 1; ++v)
        wrong += v[0] > v[1];
  if (wrong)
    throw std::invalid_argument("a neighbour list is not ascending");
}

} // namespace

Graph read_csr(const std::string &path) {
  const bool plain = without_compression_suffix(path) == path;
  const Content content = plain ? map(path) : decompress(path);
  const CsrHeader header = check_header(path, content);
  try {
    Graph g = make_graph(header, content);
    require_ascending(g);
    return g;
  } catch (const std::invalid_argument &e) {
    fail(path, std::string("the file is no graph: ") + e.what() +
                   "; expected a file that converter has written");
  }
}

} // namespace gap
