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
    for (Numbered &Left : Open)
      Left.Its->finish();
    Open.clear();
    Entered.clear();
    Region = InRegion;
  }
  if (Entered.size() < By.Threads)
    Entered.resize(By.Threads);
  const uint64_t Execution = Entered[By.Thread] + 1;
  const auto Known =
      std::find_if(Open.begin(), Open.end(), [Execution](const Numbered &N) {
        return N.Execution == Execution;
      });
  if (Known != Open.end()) {
    Entered[By.Thread] = Execution;
    return *Known->Its;
  }
  Open.reserve(Open.size() + 1);
  Spare.reserve(Open.size() + Spare.size() + 1);
  if (Spare.empty() || Spare.back()->capacity() < By.Threads)
    Spare.push_back(std::make_unique<Recording>(R, By.Threads, this));
  Open.push_back({Execution, std::move(Spare.back())});
  Spare.pop_back();
  Entered[By.Thread] = Execution;
  return *Open.back().Its;
}

void Recordings::end(Recording &Its) {
  std::lock_guard<std::mutex> Held(Lock);
  const auto Known =
      std::find_if(Open.begin(), Open.end(),
                   [&Its](const Numbered &N) { return N.Its.get() == &Its; });
  if (Known == Open.end())
    return;
  Spare.push_back(std::move(Known->Its));
  Open.erase(Known);
}
