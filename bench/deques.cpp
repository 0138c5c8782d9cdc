//===- deques.cpp - two ways to hold the chunks of a thread
//-----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same harness drives both: every thread fills its queue with its group of
// the plan, executes what it pops, and steals until nobody has anything. The
// plan gives all threads equally many iterations; "balanced" ones cost the
// same, of "misjudged" ones the first quarter costs four times as much as the
// others, "misjudged, few chunks" are too few for more than a handful of
// thefts.
//
//===----------------------------------------------------------------------===//
#include "benchmarks.h"
#include "bulk_queue.h"
#include "packed_range.h"

#include <omp.h>

namespace bench {
namespace {

struct Work {
  const char *name;
  std::uint64_t iterations, chunks;
  bool is_misjudged;

  std::uint64_t cost(std::uint64_t i) const {
    return is_misjudged && i < iterations / 4 ? 40 : 10;
  }
  std::uint64_t total() const {
    return iterations * 10 + (is_misjudged ? iterations / 4 * 30 : 0);
  }
};

struct Plan {
  std::vector<std::uint64_t> bounds;
  std::vector<double> cumulative;
  usersched::ChunkTable table;
  int threads;

  Plan(const Work &work, int threads) : threads(threads) {
    for (std::uint64_t c = 0; c <= work.chunks; ++c) {
      bounds.push_back(work.iterations / work.chunks * c);
      cumulative.push_back(static_cast<double>(bounds.back()));
    }
    table = {bounds.data(), cumulative.data()};
  }
  usersched::ChunkRange group(int thread) const {
    const auto chunks = static_cast<std::uint32_t>(bounds.size() - 1);
    const auto first = [&](int t) {
      return chunks / static_cast<std::uint32_t>(threads) *
             static_cast<std::uint32_t>(t);
    };
    return {first(thread), thread + 1 == threads ? chunks : first(thread + 1)};
  }
};

void fill(PackedRange &queue, const Plan &plan, int thread) {
  queue.fill(plan.group(thread), plan.table);
}

void fill(BulkQueue &queue, const Plan &plan, int thread) {
  const usersched::ChunkRange group = plan.group(thread);
  queue.fill(group.size(), plan.threads, [&](std::size_t i) {
    return Chunk{plan.bounds[group.Begin + i],
                 plan.bounds[group.Begin + i + 1]};
  });
}

template <class Queue>
std::uint64_t execute(const Work &work, const Plan &plan,
                      std::vector<Queue> &queues) {
  std::uint64_t sum = 0;
  const int threads = plan.threads;
#pragma omp parallel num_threads(threads) reduction(+ : sum)
  {
    const int me = omp_get_thread_num();
    fill(queues[static_cast<std::size_t>(me)], plan, me);
#pragma omp barrier
    const auto run = [&](Chunk chunk) {
      for (std::uint64_t i = chunk.begin; i < chunk.end; ++i)
        add(sum, work.cost(i));
      return chunk.begin < chunk.end;
    };
    while (run(queues[static_cast<std::size_t>(me)].pop()))
      ;
    for (int distance = 1; distance < threads;) {
      const int victim = (me + distance) % threads;
      distance = run(queues[static_cast<std::size_t>(victim)].steal())
                     ? 1
                     : distance + 1;
    }
  }
  return sum;
}

template <class Queue>
Row row(const char *queue, const Work &work, int threads) {
  const auto plan = std::make_shared<Plan>(work, threads);
  const auto queues =
      std::make_shared<std::vector<Queue>>(static_cast<std::size_t>(threads));
  return {"deques", work.name, queue, threads,
          [=] { return execute(work, *plan, *queues) == work.total(); }};
}

} // namespace

std::vector<Row> deques(const Options &options) {
  const std::uint64_t n = options.quick ? 16384 : 131072;
  std::vector<Row> all;
  for (const Work &work : {Work{"balanced", n, 2048, false},
                           Work{"balanced, few chunks", n, 64, false},
                           Work{"misjudged", n, 2048, true},
                           Work{"misjudged, few chunks", n, 64, true}})
    for (int threads : {options.threads, 4 * options.threads}) {
      std::vector<Row> rows = {row<PackedRange>("packed range", work, threads),
                               row<BulkQueue>("bulk queue", work, threads)};
      measure(rows, options);
      print(std::string("deques, ") + work.name + ", " +
                std::to_string(work.chunks) + " chunks, " +
                std::to_string(threads) + " threads",
            rows, 0);
      all.insert(all.end(), rows.begin(), rows.end());
    }
  return all;
}

} // namespace bench
