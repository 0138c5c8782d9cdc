//===- plans_test.cpp - plans follow the loads from list to list ----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Without stealing, what each thread does follows from the plan alone, and so
// do the numbers here. The traced loop is one that nothing else in this program
// runs.
//
//===----------------------------------------------------------------------===//
#include "md_kernel.h"
#include "trace_file.h"

#include <gtest/gtest.h>
#include <omp.h>

namespace {

using namespace minimd;
using gap::Schedule;
using gap::ScheduleKind;

constexpr Schedule no_steal = {ScheduleKind::UserschedNoSteal, 0};

/// A gradient that evens out, with a new list every ten steps.
Input changing_loads(int steps) {
  Input in;
  in.lattice.system = System::Gradient;
  for (int &c : in.lattice.cells)
    c = 8;
  in.steps = steps;
  in.settings.list_every = 10;
  in.settings.sort = true;
  return in;
}

/// After each execution of the force loop.
struct Seen {
  bool new_list;
  PlanCounts plans;
};

std::vector<Seen> observe(MdKernel &kernel) {
  std::vector<Seen> seen;
  kernel.on_step = [&] {
    const Simulation &s = kernel.simulation();
    seen.push_back({s.steps_done() == 0 || s.has_new_list(), plan_counts()});
  };
  kernel.forget_plans();
  kernel.run(no_steal, 0);
  return seen;
}

TEST(Plans, ForgottenAtANewListAreMadeAnewAtOnce) {
  omp_set_num_threads(3);
  MdKernel kernel(changing_loads(45), PlanPolicy::Forget);
  const std::vector<Seen> seen = observe(kernel);
  for (std::size_t i = 1; i < seen.size(); ++i) {
    const long made = seen[i].plans.made - seen[i - 1].plans.made;
    if (seen[i].new_list)
      EXPECT_GE(made, 1) << "execution " << i;
  }
  EXPECT_EQ(seen.back().plans.stale, seen.front().plans.stale)
      << "nothing was left to be detected";
}

TEST(Plans, WhoseLoadsChangeALotAreDetected) {
  omp_set_num_threads(3);
  MdKernel kernel(changing_loads(60), PlanPolicy::Detect);
  const std::vector<Seen> seen = observe(kernel);
  EXPECT_GT(seen.back().plans.stale, seen.front().plans.stale);
}

TEST(Plans, BalanceAllExecutionsButTheFirstWithAList) {
  omp_set_num_threads(3);
  Input in = changing_loads(39);
  in.thermo_every = 0;
  MdKernel kernel(in, PlanPolicy::Forget);
  kernel.forget_plans();
  const std::vector<gap::ThreadLoads> executions = kernel.count_loads(no_steal);
  ASSERT_EQ(executions.size(), 40u);
  // The first and the last one compute energies, too: that is another loop.
  for (std::size_t i = 2; i < 39; ++i)
    if (i % 10 != 0) {
      const std::vector<std::int64_t> &load = executions[i].load;
      EXPECT_LE(gap::lambda_percent({load.begin(), load.end()}), 2)
          << "execution " << i;
    }
}

} // namespace
