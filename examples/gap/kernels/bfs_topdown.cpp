//===- bfs_topdown.cpp - breadth-first search, top-down only --------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scheduled loop is over the frontier, with the out-degrees as load: what
// ICPP 2019 leaves out, because the iterations change from step to step.
//
//===----------------------------------------------------------------------===//
#include "base/error.h"
#include "comparison/benchmark.h"
#include "comparison/recorded_kernel.h"
#include "kernels/sources.h"
#include "kernels/top_down.h"
#include "kernels/verify.h"

namespace gap {
namespace {

class TopDownSearch final : public RecordedKernel<TopDownSearch> {
public:
  TopDownSearch(const Graph &g, NodeID source)
      : g_(g), source_(source), depths_(serial_depths(g, source)),
        parents_(g.num_nodes()), queue_(g.num_nodes()) {}

  const char *name() const override { return "bfs_topdown"; }
  bool executions_alike() const override { return false; }
  std::string check() const {
    return check_parents(g_, source_, depths_, parents_);
  }

  template <class Recorder>
  void execute(const Schedule &schedule, int max_executions, Recorder &recorder,
               KernelRun &run) {
#pragma omp parallel for schedule(static)
    for (NodeID n = 0; n < g_.num_nodes(); ++n)
      parents_[n] = -1;
    parents_[source_] = source_;
    queue_.start(source_);
    for (; NodeID size = queue_.size(queue_.last()); queue_.advance()) {
      if (max_executions && int(run.loop_seconds.size()) == max_executions)
        return;
      timed(run, recorder, size, [&](const auto &watch) {
        return top_down_step(g_, queue_, parents_.data(), schedule, watch);
      });
    }
    run.outcome = std::to_string(run.loop_seconds.size()) + " steps";
  }

private:
  const Graph &g_;
  const NodeID source_;
  const std::vector<NodeID> depths_; ///< expected
  std::vector<NodeID> parents_;
  LevelQueue queue_;
};

} // namespace
} // namespace gap

int main(int argc, char **argv) {
  return gap::main_with_errors([&] {
    gap::NodeID source = -1;
    return gap::kernel_main(
        argc, argv, "Breadth-first search, top-down only",
        [&](gap::CommandLine &line) { gap::add_source_option(line, source); },
        [&](const gap::Graph &g) {
          return std::make_unique<gap::TopDownSearch>(
              g, gap::choose_source(g, source));
        });
  });
}
