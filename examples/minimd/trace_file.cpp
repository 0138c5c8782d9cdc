//===- trace_file.cpp - which thread did what, and when -------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The step that is shown is an ordinary one: the last but one, for the last
// computes energies, too. Its times are seconds from its beginning.
//
//===----------------------------------------------------------------------===//
#include "trace_file.h"
#include "comparison/report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace minimd {

using nlohmann::json;

TraceFile::TraceFile(MdKernel &kernel, const Options &options)
    : kernel_(kernel), options_(options) {
  if (!options.trace.empty())
    kernel.simulation().force_log.trace = &trace_;
}

void TraceFile::note_step() {
  if (options_.trace.empty())
    return;
  const Simulation &simulation = kernel_.simulation();
  steps_.push_back({omp_get_wtime(),
                    simulation.steps_done() == 0 || simulation.has_new_list(),
                    plan_counts()});
}

void TraceFile::write() const {
  const std::vector<Execution> &executions = trace_.executions();
  json steps = json::array();
  PlanCounts before;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const gap::ThreadLoads loads = thread_loads(executions[i]);
    const PlanCounts now = steps_[i].plans;
    steps.push_back({{"step", i},
                     {"new_list", steps_[i].new_list},
                     {"seconds", executions[i].end - executions[i].begin},
                     {"load", loads.load},
                     {"plans_made", i ? now.made - before.made : 0},
                     {"stale_plans", i ? now.stale - before.stale : 0}});
    before = now;
  }
  const std::size_t shown = std::max<std::size_t>(steps_.size(), 2) - 2;
  const Execution &loop = executions[shown];
  const double start = shown ? steps_[shown - 1].end : loop.begin;
  json threads = json::array();
  for (const std::vector<Segment> &segments : loop.threads) {
    json thread = json::array();
    for (const Segment &s : segments)
      thread.push_back({{"begin", s.begin - start},
                        {"end", s.end - start},
                        {"first", s.first},
                        {"last", s.last},
                        {"load", s.load}});
    threads.push_back(thread);
  }
  gap::write_json(
      {{"format", "usersched-minimd-trace-1"},
       {"command", options_.command},
       {"input", options_.input_name},
       {"atoms", kernel_.simulation().atoms().num_owned()},
       {"schedule", schedule_name(kernel_, options_.schedule)},
       {"plans", options_.plans == PlanPolicy::Forget ? "forget" : "detect"},
       {"threads", loop.threads.size()},
       {"steps", steps},
       {"shown",
        {{"step", shown},
         {"end", steps_[shown].end - start},
         {"loop", {{"begin", loop.begin - start}, {"end", loop.end - start}}},
         {"segments", threads}}}},
      options_.trace);
}

} // namespace minimd
