//===- balancing.cpp - ranks get about the same work ----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Zoltan cuts anew from where its last cuts are.
//
//===----------------------------------------------------------------------===//
#include "ranks/balancing.h"

#include <algorithm>
#include <cstdint>

namespace minimd {

Balancing::Balancing(const Communicator &ranks, BalancePolicy policy)
    : balancer_(usersched_balancer_create(ranks.handle(), USERSCHED_RCB, 3)),
      policy_(policy) {}

void Balancing::step(double busy_seconds,
                     const std::vector<int> &num_neighbors) {
  costs_.note(busy_seconds, num_neighbors);
  if (policy_ == BalancePolicy::Never)
    return;
  wanted_ = usersched_balancer_step(balancer_, std::max(busy_seconds, 0.0)) ||
            policy_ == BalancePolicy::AtEachList;
}

const usersched_balancer *
Balancing::balance(const Atoms &atoms, const std::vector<int> &num_neighbors) {
  const std::vector<std::uint64_t> ids(atoms.id.begin(), atoms.id.end());
  const std::vector<double> costs = costs_.of(num_neighbors);
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
  costs_ = {};
  return balancer_;
}

usersched_balancer_figures Balancing::figures() const {
  usersched_balancer_figures figures;
  usersched_balancer_get_figures(balancer_, &figures);
  return figures;
}

} // namespace minimd
