//===- tbb_loop_test.cpp - the loop under oneTBB's partitioners -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Built only where CMake finds oneTBB.
//
//===----------------------------------------------------------------------===//
#define GAP_TBB
#include "schedules/tbb_loop.h"

#include "schedules/sleeping_team.h"
#include "schedules/thread_loads.h"

#include <atomic>
#include <gtest/gtest.h>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

// Only LLVM's OpenMP runtime defines it.
extern "C" __attribute__((weak)) int kmp_get_blocktime(void);

namespace {

using namespace gap;

constexpr ScheduleKind kinds[] = {
    ScheduleKind::TbbAuto, ScheduleKind::TbbAffinity, ScheduleKind::TbbSimple};

TEST(TbbLoop, ExecutesEachIterationOnceEveryTime) {
  TbbLoop loop;
  for (const ScheduleKind kind : kinds)
    for (const NodeID num_nodes : {0, 1, 1000, 1000}) {
      std::vector<std::atomic<int>> executed(
          static_cast<std::size_t>(num_nodes));
      const double sum = loop.sum({kind, 8}, num_nodes, NoRecorder::Watch(),
                                  [&](NodeID n, auto &) {
                                    ++executed[static_cast<std::size_t>(n)];
                                    return double(n);
                                  });
      EXPECT_EQ(sum, num_nodes * (num_nodes - 1.0) / 2);
      for (const auto &times : executed)
        EXPECT_EQ(times, 1);
    }
}

TEST(TbbLoop, HasNoMoreThreadsThanTheTeam) {
  const int before = omp_get_max_threads();
  TbbLoop loop;
  for (const int threads : {3, 1, 2}) {
    omp_set_num_threads(threads);
    std::mutex mutex;
    std::set<std::thread::id> seen;
    loop.sum({ScheduleKind::TbbSimple, 1}, 300, NoRecorder::Watch(),
             [&](NodeID, auto &) {
               const std::lock_guard<std::mutex> lock(mutex);
               seen.insert(std::this_thread::get_id());
               return 0.0;
             });
    EXPECT_LE(seen.size(), static_cast<std::size_t>(threads));
  }
  omp_set_num_threads(before);
}

TEST(SleepingTeam, LastsAsLongAsASchedule) {
  if (!kmp_get_blocktime)
    GTEST_SKIP() << "this OpenMP runtime does not say how long threads spin";
  const int before = kmp_get_blocktime();
  {
    const SleepingTeam team({ScheduleKind::TbbAuto, 0});
    EXPECT_EQ(kmp_get_blocktime(), 0);
  }
  EXPECT_EQ(kmp_get_blocktime(), before);
  const SleepingTeam team({ScheduleKind::Static, 0});
  EXPECT_EQ(kmp_get_blocktime(), before);
}

} // namespace
