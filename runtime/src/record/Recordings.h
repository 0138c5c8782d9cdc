//===- Recordings.h - the recordings of the executions of one team --------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The threads of a region meet the same executions in the same order, each at
// its own pace. Here they meet again: each thread counts its executions, and
// those with equal numbers note what they do in one Recording. So a recording
// needs nothing of how an execution is scheduled, and changes nothing about it.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_RECORDINGS_H
#define USERSCHED_RECORDINGS_H

#include "record/Recording.h"

#include <mutex>
#include <vector>

namespace usersched {

/// Of one team. Thread-safe.
class Recordings {
  std::mutex Lock;
  /// The region that all below is about.
  uint64_t Region = 0;
  /// Executions that each thread has entered in it.
  std::vector<uint64_t> Entered;
  static constexpr uint64_t Unused = 0;
  struct Numbered {
    uint64_t Execution; ///< from 1, or Unused
    std::unique_ptr<Recording> Its;
  };
  std::vector<Numbered> All;

public:
  /// By's thread enters its next execution in region InRegion, of the loop
  /// Record; calls Begin(recording) if it is the first thread there. Regions
  /// have rising numbers; all threads have left the earlier ones. Throws
  /// std::bad_alloc.
  template <typename Function>
  Recording &join(Recorder &R, uint64_t InRegion, LoopRecord &Record,
                  const Call &By, Function Begin) {
    std::lock_guard<std::mutex> Held(Lock);
    Recording &Its = find(R, InRegion, By);
    if (!Its.isBegun()) {
      Its.begin(Record, By, false);
      Begin(Its);
    }
    return Its;
  }

  /// Notes that all threads have left Its, which is used again from then on.
  void end(const Recording &Its);

private:
  static void end(Numbered &Known);
  Recording &find(Recorder &R, uint64_t InRegion, const Call &By);
};

} // namespace usersched

#endif
