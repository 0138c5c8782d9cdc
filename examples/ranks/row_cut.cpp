//===- row_cut.cpp - which rank has which rows ---------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ranges are Zoltan's bisection in one dimension, the number of the vertex.
//
//===----------------------------------------------------------------------===//
#include "row_cut.h"

#include <algorithm>

namespace ranks {
namespace {

/// What a row takes beside its in-neighbours, in in-neighbours.
constexpr double per_row = 4;

usersched_balancer *balancer_for(const Communicator &ranks, Cut cut) {
  if (cut == Cut::Measured)
    return usersched_balancer_create(ranks.handle(), USERSCHED_RCB, 1);
  if (cut == Cut::Graph)
    return usersched_balancer_create(ranks.handle(), USERSCHED_GRAPH, 0);
  return nullptr;
}

/// The seconds of each row in a step: the time of this rank, shared out by
/// in-neighbours. So rows are dearer where the processor is slower.
std::vector<double> costs_of(const Rows &rows, double busy) {
  const double all = double(rows.num_arcs()) + per_row * rows.count();
  std::vector<double> costs;
  for (NodeID row = 0; row < rows.count(); ++row)
    costs.push_back(
        busy * (double(rows.first[row + 1] - rows.first[row]) + per_row) / all);
  return costs;
}

/// The arrays behind a usersched_objects.
struct Objects {
  std::vector<std::uint64_t> ids, neighbor_ids;
  std::vector<double> costs, coordinates;
  std::vector<std::size_t> first_edge = {0};
  std::vector<int> neighbor_ranks;
};

Objects objects_of(const Rows &rows, double busy, Cut cut,
                   const std::vector<int> &owners) {
  Objects o;
  o.costs = costs_of(rows, busy);
  o.ids.assign(rows.ids.begin(), rows.ids.end());
  o.coordinates.assign(rows.ids.begin(), rows.ids.end());
  if (cut != Cut::Graph)
    return o;
  for (NodeID row = 0; row < rows.count(); ++row) {
    for (std::int64_t i = rows.first[row]; i < rows.first[row + 1]; ++i) {
      const NodeID neighbour = rows.neighbours[i];
      if (neighbour == rows.ids[row])
        continue; // no cut divides it from itself
      o.neighbor_ids.push_back(static_cast<std::uint64_t>(neighbour));
      o.neighbor_ranks.push_back(owners[neighbour]);
    }
    o.first_edge.push_back(o.neighbor_ids.size());
  }
  return o;
}

/// Who got which row: told to all ranks.
struct Change {
  NodeID id;
  int owner;
};

} // namespace

std::vector<int> first_owners(const Communicator &ranks, const gap::Graph &g,
                              Cut cut) {
  const auto weight = [&](NodeID v) {
    return cut == Cut::Edges ? double(g.in_degree(v)) + per_row : 1;
  };
  double all = 0, before = 0;
  for (NodeID v = 0; v < g.num_nodes(); ++v)
    all += weight(v);
  std::vector<int> owners;
  for (NodeID v = 0; v < g.num_nodes(); ++v) {
    const double middle = before + weight(v) / 2;
    owners.push_back(std::min(static_cast<int>(middle / all * ranks.size()),
                              ranks.size() - 1));
    before += weight(v);
  }
  return owners;
}

RowCut::RowCut(const Communicator &ranks, Cut cut)
    : balancer_(balancer_for(ranks, cut)), cut_(cut) {}

bool RowCut::step(double busy_seconds) {
  busy_ += busy_seconds;
  ++steps_;
  return balancer_ &&
         usersched_balancer_step(balancer_, std::max(busy_seconds, 0.0));
}

void RowCut::move(const Communicator &ranks, Rows &rows,
                  std::vector<int> &owners) {
  // 1. Who shall have what?
  const Objects arrays = objects_of(rows, busy(), cut_, owners);
  usersched_objects objects = {};
  objects.count = arrays.ids.size();
  objects.ids = arrays.ids.data();
  objects.costs = arrays.costs.data();
  objects.coordinates = arrays.coordinates.data();
  objects.first_edge = arrays.first_edge.data();
  objects.neighbor_ids = arrays.neighbor_ids.data();
  objects.neighbor_ranks = arrays.neighbor_ranks.data();
  usersched_moves moves;
  usersched_balance(balancer_, &objects, &moves);
  // 2. The rows go.
  begin_ = MPI_Wtime();
  std::vector<int> receiver(rows.ids.size(), ranks.rank());
  std::vector<Change> changes;
  for (std::size_t i = 0; i < moves.num_exports; ++i) {
    const std::size_t row = moves.export_indices[i];
    receiver[row] = moves.export_ranks[i];
    changes.push_back({rows.ids[row], moves.export_ranks[i]});
  }
  RowMail mail(ranks);
  for (NodeID row = 0; row < rows.count(); ++row)
    mail.add(receiver[row], rows, row);
  rows = mail.exchange(ranks);
  // 3. All ranks hear of it.
  std::vector<int> counts;
  for (const Change &change : ranks.exchange(
           std::vector<std::vector<Change>>(ranks.size(), changes), counts))
    owners[change.id] = change.owner;
  moved_ += double(moves.num_exports);
  bytes_ += mail.bytes(ranks);
  busy_ = 0;
  steps_ = 0;
}

usersched_balancer_figures RowCut::figures() const {
  usersched_balancer_figures figures = {};
  if (balancer_)
    usersched_balancer_get_figures(balancer_, &figures);
  return figures;
}

} // namespace ranks
