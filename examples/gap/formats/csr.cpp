//===- csr.cpp - what readers and writers of .csr files share -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The checksum is xxHash's XXH3. It is as fast as memory, so checking a mapped
// file costs little beside the page faults of reading it for the first time.
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
