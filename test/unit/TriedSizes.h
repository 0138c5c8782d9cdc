//===- TriedSizes.h - a SizeHistory with the decisions that follow --------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_TEST_TRIEDSIZES_H
#define USERSCHED_TEST_TRIEDSIZES_H

#include "learn/Decision.h"

namespace usersched::test {

/// Of a loop that makes no plans, without teams.
class TriedSizes : public SizeHistory {
public:
  static constexpr uint32_t Threads = 8;

  /// Decides how the next execution that is timed runs, as Instance::begin()
  /// does.
  Technique choose(uint64_t TripCount) {
    Situation S;
    S.TripCount = TripCount;
    S.Threads = S.AtOnce = Threads;
    S.MayBeChunked = EvenChunks::arePossible(TripCount, Threads);
    S.PlansPay = false;
    Decision D;
    do {
      S.Size = of(TripCount);
      D = decide(S);
    } while (began(TripCount, D));
    return D.As;
  }
};

} // namespace usersched::test

#endif
