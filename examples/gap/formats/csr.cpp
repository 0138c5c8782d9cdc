//===- csr.cpp - what readers and writers of .csr files share -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// XXH3 is xxHash's: as fast as memory, so that a check costs next to nothing
// beside the page faults of a first look.
//
//===----------------------------------------------------------------------===//
#include "formats/csr.h"
#include "formats/data_reader.h"

// In this file alone, without the shared library.
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace gap {

bool is_csr_name(const std::string &path) {
  const std::string name = without_compression_suffix(path);
  return name.size() > 4 && name.compare(name.size() - 4, 4, ".csr") == 0;
}

std::uint64_t csr_checksum(CsrHeader header,
                           const std::vector<CsrBytes> &rest) {
  header.checksum = 0;
  XXH3_state_t state;
  XXH3_64bits_reset(&state);
  XXH3_64bits_update(&state, &header, sizeof header);
  for (const CsrBytes &bytes : rest)
    XXH3_64bits_update(&state, bytes.data, bytes.size);
  return XXH3_64bits_digest(&state);
}

} // namespace gap
