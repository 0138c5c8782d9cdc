//===- BlockValues.h - the values of the reduction blocks of executions ---===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The threads of a team store the values of the reduction blocks that they run
// in memory that they share. The last thread that is done combines them, so
// that no thread waits.
//
//   step                     by                      then
//   -----------------------  ----------------------  --------------------------
//   BlockValuesOfTeam::join  each thread, when it    the last that joins takes
//                            enters the loop         the execution off the list
//   write to memory()        the thread that runs    nobody else reads or
//                            the block               writes the block
//   arrive()                 each thread, when it    the last that arrives has
//                            has left the loop       all blocks
//   release()                the last that arrived   another execution may use
//                                                    the memory
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_BLOCK_VALUES_H
#define USERSCHED_BLOCK_VALUES_H

#include "base/BriefMutex.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace usersched {

/// The values of all blocks of one execution.
class BlockValues {
  friend class BlockValuesOfTeam;
  struct Line {
    alignas(64) char Bytes[64];
  };
  std::vector<Line> Memory;
  std::vector<uint64_t> Ends;
  std::atomic<uint32_t> Arrived{0};
  std::atomic<bool> Cancelled{false};
  /// Which execution this is. Used by BlockValuesOfTeam.
  uint64_t Series = 0, Number = 0;
  uint32_t Joined = 0;

  /// Returns one that nobody uses, with room for Count blocks of Bytes bytes.
  /// Ends the program in words if there is no memory. Thread-safe.
  static std::unique_ptr<BlockValues> take(uint64_t Count, uint64_t Bytes);

  uint64_t bytes() const { return Memory.size() * sizeof(Line); }

public:
  /// Returns the values of an execution by one thread, of Count blocks of Bytes
  /// bytes.
  static BlockValues &alone(uint64_t Count, uint64_t Bytes) {
    return *take(Count, Bytes).release();
  }

  /// Returns memory for the values, which nobody has initialised.
  char *memory() { return Memory.data()->Bytes; }
  /// Returns for each block the end of the range that it was run in. Written by
  /// the thread that ran the block.
  uint64_t *ends() { return Ends.data(); }

  /// Says that the calling thread, one of Threads, has stored the values of all
  /// its blocks. Returns true in the last thread, which then sees all values.
  bool arrive(uint32_t Threads);

  /// Says, before arrive(), that the calling thread leaves blocks out.
  void cancel() { Cancelled.store(true, std::memory_order_relaxed); }
  /// Returns true if a thread left blocks out. In the last thread.
  bool isCancelled() const { return Cancelled.load(std::memory_order_relaxed); }

  /// Gives the memory back. Called once, by the thread in which arrive()
  /// returned true.
  void release();
};

/// The executions with reduction blocks that not all threads of a team have
/// come to. Thread-safe.
class BlockValuesOfTeam {
  BriefMutex Lock;
  std::vector<std::unique_ptr<BlockValues>> Open;

public:
  /// Returns the values of execution Number of those in Series: Count blocks of
  /// Bytes bytes. Each of Threads threads calls this once. Executions of other
  /// series, in regions that were cancelled, are dropped.
  BlockValues &join(uint64_t Series, uint64_t Number, uint32_t Threads,
                    uint64_t Count, uint64_t Bytes);
};

} // namespace usersched

#endif
