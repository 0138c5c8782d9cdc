//===- tc.cpp - triangle counting, ordered --------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How long a vertex takes depends on its neighbours' lists as well as on its
// own, which is why ICPP 2019 leaves this kernel to future work. The sum of
// these lengths predicts the time; ../README.md says how well.
//
//===----------------------------------------------------------------------===//
#include "base/error.h"
#include "comparison/benchmark.h"
#include "comparison/recorded_kernel.h"
#include "kernels/triangles.h"
#include "kernels/verify.h"
#include "schedules/baselines.h"
#include "schedules/usersched_cases.h"

namespace gap {
namespace {

/// Executes the scheduled loop once. The number is exact below 2^53.
template <class Watch>
double count_all(const OrderedGraph &g, const Schedule &schedule, Watch watch) {
  const auto body = [&](NodeID n, Watch &watch) __attribute__((always_inline)) {
    const std::int64_t triangles = triangles_at(g, n);
    if constexpr (Watch::records)
      watch.add(steps_at(g, n));
    return double(triangles);
  };
  double sum = 0;
  switch (schedule.kind) {
    USERSCHED_CASES(
        (load : steps_at(g, n)), reduction(+ : sum) firstprivate(watch),
        for (NodeID n = 0; n < g.num_nodes(); ++n), sum += body(n, watch))
  default:
    sum = baseline_sum(schedule, g.num_nodes(), watch, body);
  }
  return sum;
}

class TriangleCount final : public RecordedKernel<TriangleCount> {
public:
  explicit TriangleCount(const Graph &g)
      : ordered_(g), expected_(serial_triangles(g)) {}

  const char *name() const override { return "tc"; }
  std::string check() const { return check_triangles(expected_, triangles_); }

  template <class Recorder>
  void execute(const Schedule &schedule, int, Recorder &recorder,
               KernelRun &run) {
    triangles_ = static_cast<std::int64_t>(
        timed(run, recorder, ordered_.num_nodes(), [&](const auto &watch) {
          return count_all(ordered_, schedule, watch);
        }));
    run.outcome = std::to_string(triangles_) + " triangles";
  }

private:
  const OrderedGraph ordered_;
  const std::int64_t expected_;
  std::int64_t triangles_ = 0;
};

} // namespace
} // namespace gap

int main(int argc, char **argv) {
  return gap::main_with_errors([&] {
    return gap::kernel_main(
        argc, argv, "Triangles of a graph, taken as undirected",
        [](gap::CommandLine &) {},
        [](const gap::Graph &g) {
          return std::make_unique<gap::TriangleCount>(g);
        });
  });
}
