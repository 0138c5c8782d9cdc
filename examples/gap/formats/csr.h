//===- csr.h - the .csr format: a graph as it lies in memory --------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cache of graphs that take long to read or to generate. A file is a header,
// then the arrays of the graph without gaps: the offsets of the out-neighbours,
// those of the in-neighbours if the graph is directed, then the neighbours in
// the same order. A plain file is mapped, not read: programs that use the same
// graph share its memory. It may be compressed, too, for storing and sending.
//
// A damaged file is refused: header, size, checksum, offsets and neighbours are
// all checked. Only the checksum ensures that the in-neighbours belong to the
// out-neighbours. The byte order is the writer's, and stands in the header;
// machines of the other byte order refuse the file.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_CSR_H
#define GAP_CSR_H

#include "graph/graph.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace gap {

/// 64 bytes; every field lies at a multiple of its size.
struct CsrHeader {
  char magic[8];            ///< csr_magic
  std::uint32_t byte_order; ///< csr_byte_order
  std::uint32_t version;    ///< csr_version
  std::uint64_t flags;      ///< 1: directed; other bits are 0
  std::int64_t num_nodes;
  std::int64_t num_arcs; ///< of each direction
  /// XXH3 (64 bits) of the whole file, this field being 0.
  std::uint64_t checksum;
  std::uint64_t reserved[2]; ///< 0
};
static_assert(sizeof(CsrHeader) == 64);

constexpr char csr_magic[9] = "usrgraph";
constexpr std::uint32_t csr_byte_order = 0x01020304;
constexpr std::uint32_t csr_version = 1;
constexpr std::uint64_t csr_directed = 1;

/// Whether the name ends in .csr, or in that and a compression.
bool is_csr_name(const std::string &path);

/// Reads or maps a .csr file; it must not be changed in place as long as the
/// graph lives. Throws InputError "FILE: what is wrong; expected what".
Graph read_csr(const std::string &path);

/// Writes the graph, compressed if the name says so. The file appears when it
/// is complete, in place of one that was there. Throws InputError if it cannot
/// be written, or if the name is not one of a .csr file.
void write_csr(const Graph &g, const std::string &path);

/// Bytes of a file.
struct CsrBytes {
  const void *data;
  std::size_t size;
};

/// The checksum of a file with this header, then these bytes.
std::uint64_t csr_checksum(CsrHeader header, const std::vector<CsrBytes> &rest);

} // namespace gap
#endif
