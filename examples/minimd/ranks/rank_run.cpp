//===- rank_run.cpp - one rank's part of a run ----------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ranks compare what they measured at the end: while they run, the balancer
// alone does.
//
//===----------------------------------------------------------------------===//
#include "ranks/rank_run.h"
#include "plans.h"
#include "ranks/neighborhood.h"

#include <cmath>
#include <numeric>

namespace minimd {
namespace {

/// The atoms of the part that a rank owns at first.
Atoms own_part(const Communicator &ranks, const Decomposition &start,
               const Atoms &all) {
  Atoms mine;
  mine.box = all.box;
  for (int i = 0; i < all.num_owned(); ++i) {
    if (start.owner(all.position[i]) != ranks.rank())
      continue;
    mine.position.push_back(all.position[i]);
    mine.velocity.push_back(all.velocity[i]);
    mine.id.push_back(all.id[i]);
  }
  mine.force.resize(mine.id.size());
  return mine;
}

double sum_of(const std::vector<double> &values, int first, int end) {
  return std::accumulate(values.begin() + first, values.begin() + end, 0.0);
}

} // namespace

RankRun::RankRun(const Communicator &ranks, const Options &options,
                 const Atoms &all)
    : ranks_(ranks), options_(options),
      start_(all.box, ranks.size(), options.grid),
      balancing_(ranks, options.balance),
      simulation_(options.input.settings, all.box,
                  std::make_unique<Neighborhood>(ranks, balancing_, start_)),
      num_atoms_(all.num_owned()) {}

void RankRun::run(const Atoms &all, const std::function<void(int)> &on_output) {
  const Input &in = options_.input;
  const Atoms mine = own_part(ranks_, start_, all);
  MPI_Barrier(ranks_.handle());
  const double start = MPI_Wtime();
  simulation_.on_new_list = [this] {
    if (options_.plans == PlanPolicy::Forget &&
        options_.schedule.is_usersched())
      forget_plans();
  };
  simulation_.start(mine, options_.schedule);
  on_output(0);
  for (int step = 1; step <= in.steps; ++step) {
    const bool output =
        step == in.steps || (in.thermo_every && step % in.thermo_every == 0);
    const double busy_before = simulation_.times.busy;
    const std::uint64_t balances = balancing_.figures().balances;
    simulation_.step(output);
    if (first_balance_ < 0 && balancing_.figures().balances > balances)
      first_balance_ = step;
    const std::vector<int> &counts = simulation_.list().num_neighbors();
    busy_.push_back(simulation_.times.busy - busy_before);
    neighbors_.push_back(std::accumulate(counts.begin(), counts.end(), 0.0));
    balancing_.step(busy_.back(), counts);
    if (output)
      on_output(step);
  }
  MPI_Barrier(ranks_.handle());
  seconds_ = MPI_Wtime() - start;
}

Totals RankRun::totals() const {
  const Totals mine = simulation_.totals();
  std::vector<double> sums = {
      mine.atoms,      mine.twice_kinetic, mine.potential, mine.virial,
      mine.momentum.x, mine.momentum.y,    mine.momentum.z};
  ranks_.sum(sums);
  return {sums[0], sums[1], sums[2], sums[3], {sums[4], sums[5], sums[6]}};
}

Evenness RankRun::evenness(int first, int end) const {
  return {ranks_.largest_by_mean(sum_of(busy_, first, end)),
          ranks_.largest_by_mean(sum_of(neighbors_, first, end))};
}

RankRun::Summary RankRun::summary() const {
  const int steps = static_cast<int>(busy_.size());
  std::vector<double> busiest = busy_, moved = {balancing_.moved()};
  ranks_.largest(busiest);
  ranks_.sum(moved);
  const bool balanced = first_balance_ > 0;
  return {seconds_,
          sum_of(busiest, 0, steps),
          evenness(0, balanced ? first_balance_ - 1 : steps),
          evenness(balanced ? first_balance_ - 1 : 0, steps),
          moved[0],
          balancing_.figures()};
}

std::string RankRun::verify() const {
  const Totals all = totals();
  const std::vector<int> &ids = simulation_.atoms().id;
  std::vector<double> sum = {0};
  for (int id : ids)
    sum[0] += id;
  ranks_.sum(sum);
  if (all.atoms != num_atoms_ || sum[0] != num_atoms_ * (num_atoms_ - 1) / 2)
    return "the ranks have not the atoms that they began with";
  if (!(std::sqrt(dot(all.momentum, all.momentum)) < 1e-9 * num_atoms_))
    return "the momentum is not 0";
  return "";
}

} // namespace minimd
