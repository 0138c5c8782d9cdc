//===- schedule_test.cpp - names and chunk patterns of the schedules ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A baseline is worth nothing if it silently is another schedule: the patterns
// in which threads get their first chunks tell them apart.
//
//===----------------------------------------------------------------------===//
#include "base/error.h"
#include "schedules/baselines.h"
#include "schedules/thread_loads.h"

#include <atomic>
#include <gtest/gtest.h>
#include <omp.h>
#include <set>
#include <thread>
#include <vector>

namespace {

using namespace gap;

constexpr int num_threads = 4;
constexpr NodeID num_nodes = 1000;

/// Where the threads of a team start. Each one's first iteration waits until
/// all have one, however long that takes, so that no thread can take another's
/// part.
std::set<NodeID> first_iterations(const Schedule &schedule) {
  std::vector<NodeID> first(num_threads, -1);
  std::atomic<int> arrived{0};
  const int before = omp_get_max_threads();
  omp_set_num_threads(num_threads);
  const double sum = baseline_sum(schedule, num_nodes, NoRecorder::Watch(),
                                  [&](NodeID n, auto &) {
                                    NodeID &mine = first[omp_get_thread_num()];
                                    if (mine < 0) {
                                      mine = n;
                                      ++arrived;
                                      while (arrived < omp_get_num_threads())
                                        std::this_thread::yield();
                                    }
                                    return 1.0;
                                  });
  omp_set_num_threads(before);
  EXPECT_EQ(sum, num_nodes);
  return {first.begin(), first.end()};
}

using NodeSet = std::set<NodeID>;

TEST(Baseline, SerialIsOneThreadInOrder) {
  std::vector<NodeID> order;
  baseline_sum({ScheduleKind::Serial, 0}, 3, NoRecorder::Watch(),
               [&](NodeID n, auto &) {
                 order.push_back(n);
                 EXPECT_FALSE(omp_in_parallel());
                 return 0.0;
               });
  EXPECT_EQ(order, (std::vector<NodeID>{0, 1, 2}));
}

TEST(Baseline, StaticGivesContiguousParts) {
  EXPECT_EQ(first_iterations({ScheduleKind::Static, 0}),
            (NodeSet{0, 250, 500, 750}));
}

TEST(Baseline, StaticWithChunksDealsThemInTurn) {
  EXPECT_EQ(first_iterations({ScheduleKind::Static, 10}),
            (NodeSet{0, 10, 20, 30}));
}

TEST(Baseline, DynamicTakesTheNextChunk) {
  EXPECT_EQ(first_iterations({ScheduleKind::Dynamic, 10}),
            (NodeSet{0, 10, 20, 30}));
}

TEST(Baseline, GuidedTakesShrinkingChunks) {
  const NodeSet first = first_iterations({ScheduleKind::Guided, 10});
  const std::vector<NodeID> starts(first.begin(), first.end());
  ASSERT_EQ(starts.size(), 4u);
  EXPECT_EQ(starts[0], 0);
  EXPECT_GT(starts[1] - starts[0], starts[2] - starts[1]);
  EXPECT_GT(starts[2] - starts[1], starts[3] - starts[2]);
}

TEST(Baseline, StaticStealStartsWithContiguousParts) {
  const Schedule schedule = {ScheduleKind::StaticSteal, 10};
  if (!is_available(schedule))
    GTEST_SKIP() << "this OpenMP runtime does not have it";
  EXPECT_EQ(first_iterations(schedule), (NodeSet{0, 250, 500, 750}));
}

TEST(Baseline, StaticStealSteals) {
  const Schedule schedule = {ScheduleKind::StaticSteal, 1};
  if (!is_available(schedule))
    GTEST_SKIP() << "this OpenMP runtime does not have it";
  // Iteration 0 lasts until the other thread has done more than its own half.
  // That one must not be done before there is a thread to steal from.
  std::atomic<bool> begun{false};
  std::atomic<int> others{0};
  const int before = omp_get_max_threads();
  omp_set_num_threads(2);
  baseline_sum(schedule, 100, NoRecorder::Watch(), [&](NodeID n, auto &) {
    if (n == 0)
      begun = true;
    else
      ++others;
    while (omp_get_num_threads() == 2 && (n == 0 ? others < 60 : !begun))
      std::this_thread::yield();
    return 0.0;
  });
  omp_set_num_threads(before);
  EXPECT_EQ(others, 99);
}

TEST(Schedule, IsReadWithOrWithoutChunk) {
  EXPECT_EQ(parse_schedule("static").name(), "static");
  EXPECT_EQ(parse_schedule("static,64").name(), "static,64");
  EXPECT_EQ(parse_schedule("dynamic,8").name(), "monotonic:dynamic,8");
  EXPECT_EQ(parse_schedule("guided").name(), "guided");
  EXPECT_EQ(parse_schedule("static_steal,16").name(), "static_steal,16");
  EXPECT_EQ(parse_schedule("serial").name(), "serial");
  EXPECT_EQ(parse_schedule("tbb_simple,16").name(), "tbb_simple,16");
  EXPECT_EQ(parse_schedule("usersched").name(), "usersched");
  EXPECT_EQ(parse_schedule("usersched_prof").name(), "usersched(prof)");
  EXPECT_EQ(parse_schedule("usersched(prof)").name(), "usersched(prof)");
  EXPECT_EQ(parse_schedule("usersched_nosteal").name(), "usersched(nosteal)");
}

TEST(Schedule, ExplainsWhatItCannotRead) {
  for (const char *text : {"", "fast", "static,", "static,0", "static,-1",
                           "static,x", "static,64x", "static,99999999999",
                           "usersched,8", "usersched(prof),8", "serial,4"})
    EXPECT_THROW(parse_schedule(text), InputError) << text;
}

} // namespace
