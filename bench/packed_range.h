//===- packed_range.h - the runtime's slots, as a queue
//---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// runtime/src/run/Slot.h behind the interface of bulk_queue.h. A chunk is a
// number in a table that all threads know, so nothing is pushed: to fill it is
// one store, and a thief takes half of what is left, by load.
//
//===----------------------------------------------------------------------===//
#ifndef BENCH_PACKED_RANGE_H
#define BENCH_PACKED_RANGE_H

#include "bulk_queue.h"
#include "run/Slot.h"

namespace bench {

class PackedRange {
  usersched::Slot slot_;
  const usersched::ChunkTable *table_ = nullptr;
  std::uint32_t least_ = 1;

  static constexpr std::uint16_t epoch = 1;
  Chunk iterations(usersched::ChunkRange range) const {
    if (range.empty())
      return {0, 0};
    const usersched::IterationRange r = table_->iterations(range);
    return {r.Begin, r.End};
  }

public:
  /// The owner's chunks; while nobody steals.
  void fill(usersched::ChunkRange group, const usersched::ChunkTable &table) {
    table_ = &table;
    least_ = std::max(group.size() / 32, 1u);
    slot_.publish(usersched::SlotWord(epoch, group));
  }
  /// Owner: half of what is left, at most a quarter of the group, as the
  /// runtime does with a group from which something was stolen lately.
  Chunk pop() {
    return iterations(slot_.takeFront(
        usersched::SlotWord(epoch, {}), [this](usersched::ChunkRange left) {
          const std::uint32_t size = left.size();
          return std::min(std::max(std::min(size / 2, least_ * 8), least_),
                          size);
        }));
  }
  Chunk steal() {
    return iterations(slot_.takeBack(usersched::SlotWord(epoch, {}), *table_));
  }
};

} // namespace bench
#endif
