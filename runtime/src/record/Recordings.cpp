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

Recording &Recordings::find(Recorder &R, uint64_t InRegion,
                            const Call &Entered) {
  if (Region != InRegion) {
    // Of a region that was cancelled, some threads did not come.
    for (Numbered &Left : All)
      end(Left);
    Executions.clear();
    Region = InRegion;
  }
  if (Executions.size() < Entered.Threads)
    Executions.resize(Entered.Threads);
  const uint64_t Execution = Executions[Entered.Thread] + 1;
  const auto Numbered = [&](uint64_t Number) {
    return std::find_if(All.begin(), All.end(), [&](const auto &N) {
      return N.Execution == Number && N.Notes->capacity() >= Entered.Threads;
    });
  };
  auto Found = Numbered(Execution);
  if (Found == All.end())
    Found = Numbered(Unused);
  if (Found == All.end())
    Found = All.insert(
        Found, {Unused, std::make_unique<Recording>(R, Entered.Threads, this)});
  Executions[Entered.Thread] = Found->Execution = Execution;
  return *Found->Notes;
}

void Recordings::end(Numbered &Left) {
  Left.Notes->finish();
  Left.Execution = Unused;
}

void Recordings::end(const Recording &Notes) {
  std::lock_guard<std::mutex> Held(Lock);
  for (Numbered &Left : All)
    if (Left.Notes.get() == &Notes)
      end(Left);
}
