//===- SkewedPlan.h - a plan whose loads differ ---------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_TEST_UNIT_SKEWEDPLAN_H
#define USERSCHED_TEST_UNIT_SKEWEDPLAN_H

#include "TestLoop.h"
#include "learn/KnownPlan.h"
#include "plan/Balancer.h"

namespace usersched::test {

inline constexpr uint64_t N = 10000;

/// Few iterations with much load, then many with little.
inline uint64_t skewedLoad(uint64_t I) { return I < N / 10 ? 90 : 10; }

inline std::unique_ptr<KnownPlan> firstPlan(uint32_t Threads) {
  std::vector<uint64_t> Bound;
  std::vector<double> Cumulative{0};
  for (uint64_t I = 0; I <= N; I += 2)
    Bound.push_back(I);
  for (uint64_t I = 0; I < N; I += 2)
    Cumulative.push_back(Cumulative.back() + 2 * double(skewedLoad(I)));
  return std::make_unique<KnownPlan>(
      balance({N, 0, Threads},
              {{{Bound.data(), Cumulative.data()},
                static_cast<uint32_t>(Bound.size() - 1)}},
              Granularity::Chosen));
}

/// The load of Range, also if P was refined.
inline double loadOf(const Plan &P, ChunkRange Range) {
  const std::vector<double> Before = P.loads();
  return Before[Range.End] - Before[Range.Begin];
}

} // namespace usersched::test

#endif
