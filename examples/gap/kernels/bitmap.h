//===- bitmap.h - a set of vertices ---------------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One bit for each vertex. Any number of threads may set bits at once.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_BITMAP_H
#define GAP_BITMAP_H

#include "graph/graph.h"

#include <cstdint>
#include <vector>

namespace gap {

class Bitmap {
public:
  explicit Bitmap(NodeID num_nodes) : words_(std::size_t(num_nodes) / 64 + 1) {}

  bool operator[](NodeID n) const {
    return words_[std::size_t(n) / 64] >> (n % 64) & 1;
  }
  void set(NodeID n) {
    __atomic_fetch_or(&words_[std::size_t(n) / 64],
                      std::uint64_t{1} << (n % 64), __ATOMIC_RELAXED);
  }
  /// Called by one thread, outside parallel regions.
  void clear() {
    const auto num_words = static_cast<std::int64_t>(words_.size());
#pragma omp parallel for schedule(static) if (num_words > 4096)
    for (std::int64_t i = 0; i < num_words; ++i)
      words_[i] = 0;
  }
  void swap(Bitmap &other) { words_.swap(other.words_); }

private:
  std::vector<std::uint64_t> words_;
};

} // namespace gap
#endif
