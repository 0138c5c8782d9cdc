//===- Recordings.cpp - the recordings of the executions of one team ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Recordings.h.
//
//===----------------------------------------------------------------------===//
#include "record/Recordings.h"

using namespace usersched;

/// Returns the recording with Number and room for Threads; if there is none,
/// one that is not in use.
Recording &Recordings::find(Recorder &R, uint64_t Number, uint32_t Threads) {
  for (const uint64_t Wanted : {Number, Recording::Unused})
    for (const auto &Notes : All)
      if (Notes->Number == Wanted && Notes->capacity() >= Threads)
        return *Notes;
  return *All.emplace_back(std::make_unique<Recording>(R, Threads, *this));
}

/// Counts an execution that the thread of Entered enters in series InSeries.
/// Returns its number.
uint64_t Recordings::count(uint64_t InSeries, const Call &Entered) {
  if (Series != InSeries) {
    // Of a region that was cancelled, some threads did not come.
    endAll();
    Executions.clear();
    Series = InSeries;
  }
  if (Executions.size() < Entered.Threads)
    Executions.resize(Entered.Threads);
  return ++Executions[Entered.Thread];
}

Recording &Recordings::take(Recorder &R, LoopRecord &Record,
                            const Call &Entered) {
  std::lock_guard<std::mutex> Held(Lock);
  Recording &Notes = find(R, Recording::Unused, 1);
  Notes.begin(Record, Entered, true);
  Notes.Number = 1;
  return Notes;
}

void Recordings::end(Recording &Notes) {
  std::lock_guard<std::mutex> Held(Lock);
  Notes.finish();
}

void Recordings::endAll() {
  for (const auto &Notes : All)
    Notes->finish();
}
