//===- Recordings.h - the recordings of the executions of one team --------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The threads of a region enter the same executions in the same order, each at
// its own pace. Each thread counts the executions that it has entered; threads
// with equal counts note what they do in one Recording. So recording needs to
// know nothing of how an execution is scheduled.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_RECORDINGS_H
#define USERSCHED_RECORDINGS_H

#include "record/Recording.h"

#include <mutex>
#include <vector>

namespace usersched {

/// Of one team, or of one thread that executes loops alone. Thread-safe.
class Recordings {
  std::mutex Lock;
  uint64_t Series = 0; ///< that everything below is about
  /// How many executions each thread has entered in the series.
  std::vector<uint64_t> Executions;
  std::vector<std::unique_ptr<Recording>> All;

public:
  /// Returns the recording of the next execution, of the loop Record, which
  /// Entered begins, in series InSeries; calls Begin(recording) if it is the
  /// first thread there. Series have rising numbers, and all threads have left
  /// the earlier ones. Throws std::bad_alloc.
  template <typename Function>
  Recording &join(Recorder &R, uint64_t InSeries, LoopRecord &Record,
                  const Call &Entered, Function Begin) {
    std::lock_guard<std::mutex> Held(Lock);
    const uint64_t Number = count(InSeries, Entered);
    Recording &Notes = find(R, Number, Entered.Threads);
    if (Notes.Number == Recording::Unused) {
      Notes.begin(Record, Entered, false);
      Begin(Notes);
    }
    Notes.Number = Number;
    return Notes;
  }

  /// Returns a recording, which has begun, of an execution of the loop Record
  /// that only the thread of Entered notes anything of. Throws std::bad_alloc.
  Recording &take(Recorder &R, LoopRecord &Record, const Call &Entered);

  /// Notes that all threads have left Notes, which is used again from then on.
  void end(Recording &Notes);
  /// Ends all, also those that some threads have not left.
  void endAll();

private:
  Recording &find(Recorder &R, uint64_t Number, uint32_t Threads);
  uint64_t count(uint64_t InSeries, const Call &Entered);
};

} // namespace usersched

#endif
