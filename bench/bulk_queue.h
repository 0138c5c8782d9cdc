//===- bulk_queue.h - the work-stealing queue of ICPP 2019
//------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Section 4.3.2: a Chase-Lev queue whose cells hold chunks, popped by its owner
// at the bottom and stolen at the top in groups of equally many chunks, in a
// list of fixed-size arrays that grows. Two of them per thread: one for whole
// groups, one for the residue, chunk by chunk.
//
// Invariant: top <= bottom but for a moment within pop(); a group below top has
// been claimed, by the compare-and-swap that moved top past it or by the owner
// that found bottom above top.
//
// (The paper's program lacks the fence in pop(), without which an owner and a
// thief can both take the last group.)
//
//===----------------------------------------------------------------------===//
#ifndef BENCH_BULK_QUEUE_H
#define BENCH_BULK_QUEUE_H

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace bench {

/// Iterations [begin, end).
struct Chunk {
  std::uint64_t begin, end;
};

class GroupQueue {
  static constexpr std::size_t array_size = 1024;
  using Array = std::array<Chunk, array_size>;

  alignas(128) std::atomic<std::int64_t> top_{0};
  alignas(128) std::atomic<std::int64_t> bottom_{0};
  /// Grows in push() only, by the owner before anybody can steal.
  std::vector<std::unique_ptr<Array>> arrays_;
  std::size_t group_ = 1, size_ = 0;

  /// The iterations of group number `index`, whose chunks are neighbours.
  Chunk group(std::int64_t index) const {
    const std::size_t first = static_cast<std::size_t>(index) * group_;
    return {cell(first).begin, cell(first + group_ - 1).end};
  }
  Chunk &cell(std::size_t i) const {
    return (*arrays_[i / array_size])[i % array_size];
  }

public:
  /// Empties the queue, for groups of that many chunks. Owner, while nobody
  /// steals.
  void reset(std::size_t group) {
    group_ = group;
    size_ = 0;
    top_.store(0, std::memory_order_relaxed);
    bottom_.store(0, std::memory_order_relaxed);
  }

  /// Owner, while nobody steals; the number of chunks becomes a multiple of the
  /// group.
  void push(Chunk chunk) {
    if (size_ == arrays_.size() * array_size)
      arrays_.push_back(std::make_unique<Array>());
    cell(size_++) = chunk;
    bottom_.store(static_cast<std::int64_t>(size_ / group_),
                  std::memory_order_relaxed);
  }

  /// Owner: the last group; an empty chunk if there is none.
  Chunk pop() {
    const std::int64_t index = bottom_.load(std::memory_order_relaxed) - 1;
    bottom_.store(index, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    std::int64_t top = top_.load(std::memory_order_relaxed);
    if (top < index)
      return group(index);
    Chunk result = {0, 0};
    if (top == index &&
        top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst,
                                     std::memory_order_relaxed))
      result = group(index);
    bottom_.store(index + 1, std::memory_order_relaxed);
    return result;
  }

  /// Thieves: the first group; an empty chunk if there is none.
  Chunk steal() {
    for (;;) {
      std::int64_t top = top_.load(std::memory_order_acquire);
      std::atomic_thread_fence(std::memory_order_seq_cst);
      if (top >= bottom_.load(std::memory_order_acquire))
        return {0, 0};
      const Chunk result = group(top);
      if (top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst,
                                       std::memory_order_relaxed))
        return result;
    }
  }
};

class BulkQueue {
  GroupQueue groups_, residue_;

public:
  /// The owner's chunks, of which there are `count`, from chunk_at(0) on; while
  /// nobody steals.
  template <class Function>
  void fill(std::size_t count, int threads, const Function &chunk_at) {
    const std::size_t group = count / static_cast<std::size_t>(threads);
    const std::size_t grouped = group ? count - count % group : 0;
    groups_.reset(group ? group : 1);
    residue_.reset(1);
    for (std::size_t i = 0; i < grouped; ++i)
      groups_.push(chunk_at(i));
    for (std::size_t i = grouped; i < count; ++i)
      residue_.push(chunk_at(i));
  }
  Chunk pop() {
    const Chunk chunk = groups_.pop();
    return chunk.begin < chunk.end ? chunk : residue_.pop();
  }
  Chunk steal() {
    const Chunk chunk = groups_.steal();
    return chunk.begin < chunk.end ? chunk : residue_.steal();
  }
};

} // namespace bench
#endif
