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

#include <algorithm>

using namespace usersched;

Recording &Recordings::find(Recorder &R, uint64_t InRegion, const Call &By) {
  if (Region != InRegion) {
    // Of a region that was cancelled, some threads did not come.
    for (Numbered &Left : All)
      end(Left);
    Entered.clear();
    Region = InRegion;
  }
  if (Entered.size() < By.Threads)
    Entered.resize(By.Threads);
  const uint64_t Execution = Entered[By.Thread] + 1;
  const auto Numbered = [&](uint64_t Number) {
    return std::find_if(All.begin(), All.end(), [&](const auto &N) {
      return N.Execution == Number && N.Its->capacity() >= By.Threads;
    });
  };
  auto Its = Numbered(Execution);
  if (Its == All.end())
    Its = Numbered(Unused);
  if (Its == All.end())
    Its = All.insert(
        Its, {Unused, std::make_unique<Recording>(R, By.Threads, this)});
  Entered[By.Thread] = Its->Execution = Execution;
  return *Its->Its;
}

void Recordings::end(Numbered &Known) {
  Known.Its->finish();
  Known.Execution = Unused;
}

void Recordings::end(const Recording &Its) {
  std::lock_guard<std::mutex> Held(Lock);
  for (Numbered &Known : All)
    if (Known.Its.get() == &Its)
      end(Known);
}
