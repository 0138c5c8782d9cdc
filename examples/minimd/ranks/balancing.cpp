//===- balancing.cpp - ranks get about the same work ----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Costs are of the time since the last list, when atoms had the neighbours that
// they have.
//
//===----------------------------------------------------------------------===//
#include "ranks/balancing.h"
#include "ranks/costs.h"

#include <algorithm>
#include <cstdint>

namespace minimd {

Balancing::Balancing(const Communicator &ranks, BalancePolicy policy)
    : balancer_(usersched_balancer_create(ranks.handle(), USERSCHED_RCB, 3)),
      policy_(policy) {}

void Balancing::step(double busy_seconds) {
  busy_ += busy_seconds;
  ++steps_;
  if (policy_ == BalancePolicy::Never)
    return;
  wanted_ = usersched_balancer_step(balancer_, std::max(busy_seconds, 0.0)) ||
            policy_ == BalancePolicy::AtEachList;
}

const usersched_balancer *
Balancing::balance(const Atoms &atoms, const std::vector<int> &num_neighbors) {
  const std::vector<std::uint64_t> ids(atoms.id.begin(), atoms.id.end());
  const std::vector<double> costs =
      costs_of_atoms(busy_ / std::max(steps_, 1), num_neighbors);
  usersched_objects objects = {};
  objects.count = ids.size();
  objects.ids = ids.data();
  objects.costs = costs.data();
  static_assert(sizeof(Vec3) == 3 * sizeof(double));
  objects.coordinates = reinterpret_cast<const double *>(atoms.position.data());
  usersched_moves moves;
  usersched_balance(balancer_, &objects, &moves);
  moved_ += double(moves.num_exports);
  wanted_ = false;
  return balancer_;
}

void Balancing::settled(double seconds, bool balanced) {
  if (balanced)
    usersched_balancer_moved(balancer_, seconds);
  busy_ = 0;
  steps_ = 0;
}

usersched_balancer_figures Balancing::figures() const {
  usersched_balancer_figures figures;
  usersched_balancer_get_figures(balancer_, &figures);
  return figures;
}

} // namespace minimd
