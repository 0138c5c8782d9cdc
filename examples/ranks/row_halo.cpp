//===- row_halo.cpp - what a rank needs of other ranks -------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rank asks for each vertex once, however many of its rows read it.
//
//===----------------------------------------------------------------------===//
#include "row_halo.h"

#include <algorithm>

namespace ranks {
namespace {

std::vector<int> begins(const std::vector<int> &counts) {
  std::vector<int> at;
  int total = 0;
  for (int count : counts) {
    at.push_back(total);
    total += count;
  }
  return at;
}

} // namespace

RowHalo::RowHalo(const Communicator &ranks, const Rows &rows,
                 const std::vector<int> &owners) {
  // 1. Who has what this rank reads?
  std::vector<NodeID> slot_of(owners.size(), -1);
  for (NodeID row = 0; row < rows.count(); ++row)
    slot_of[rows.ids[row]] = row;
  std::vector<std::vector<NodeID>> reads(ranks.size());
  constexpr NodeID seen = -2;
  for (NodeID neighbour : rows.neighbours) {
    if (owners[neighbour] == ranks.rank())
      continue;
    ++num_cut_;
    if (slot_of[neighbour] == seen)
      continue;
    slot_of[neighbour] = seen;
    reads[owners[neighbour]].push_back(neighbour);
  }
  // 2. Where does it stand when it has come?
  NodeID slot = rows.count();
  for (std::vector<NodeID> &of_rank : reads) {
    std::sort(of_rank.begin(), of_rank.end());
    num_got_.push_back(static_cast<int>(of_rank.size()));
    for (NodeID vertex : of_rank)
      slot_of[vertex] = slot++;
  }
  slots_.reserve(rows.neighbours.size());
  for (NodeID neighbour : rows.neighbours)
    slots_.push_back(slot_of[neighbour]);
  // 3. What do others read of this rank?
  wanted_ = ranks.exchange(reads, num_sent_);
  for (NodeID &vertex : wanted_)
    vertex = slot_of[vertex];
  sent_at_ = begins(num_sent_);
  got_at_ = begins(num_got_);
}

void RowHalo::exchange(const Communicator &ranks,
                       std::vector<double> &contributions) const {
  std::vector<double> sent;
  sent.reserve(wanted_.size());
  for (NodeID row : wanted_)
    sent.push_back(contributions[row]);
  const std::size_t own = contributions.size();
  contributions.resize(own + static_cast<std::size_t>(got_at_.back()) +
                       static_cast<std::size_t>(num_got_.back()));
  MPI_Alltoallv(sent.data(), num_sent_.data(), sent_at_.data(), MPI_DOUBLE,
                contributions.data() + own, num_got_.data(), got_at_.data(),
                MPI_DOUBLE, ranks.handle());
}

double RowHalo::bytes() const {
  return double(got_at_.back() + num_got_.back()) * sizeof(double);
}

} // namespace ranks
