//===- halo.cpp - copies of other ranks' atoms ----------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rank's own periodic images go through the same lists, and are copied in
// place of being sent.
//
//===----------------------------------------------------------------------===//
#include "ranks/halo.h"

#include <algorithm>

namespace minimd {
namespace {

/// How far a coordinate is from a range, 0 inside.
double distance(double x, double start, double length) {
  return std::max({start - x, x - (start + length), 0.0});
}

bool within(const Vec3 &place, const Region &region, double reach) {
  return distance(place.x, region.corner.x, region.sides.x) <= reach &&
         distance(place.y, region.corner.y, region.sides.y) <= reach &&
         distance(place.z, region.corner.z, region.sides.z) <= reach;
}

/// Whether anything in a, or no further than reach outside, can be within reach
/// of b. Atoms of a may be outside by rounding.
bool near(const Region &a, const Region &b, double reach) {
  const Vec3 middle = a.corner + a.sides * 0.5;
  const auto close = [&](double x, double half, double start, double length) {
    return distance(x, start, length) <= reach + half * (1 + 1e-9) + 1e-9;
  };
  return close(middle.x, a.sides.x / 2, b.corner.x, b.sides.x) &&
         close(middle.y, a.sides.y / 2, b.corner.y, b.sides.y) &&
         close(middle.z, a.sides.z / 2, b.corner.z, b.sides.z);
}

} // namespace

void Halo::find_links(const Atoms &atoms, const Decomposition &decomposition,
                      double reach) {
  links_.clear();
  const Region mine = decomposition.region(ranks_.rank());
  for (int rank = 0; rank < ranks_.size(); ++rank) {
    const Region theirs = decomposition.region(rank);
    for (int z = -1; z <= 1; ++z)
      for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x) {
          const Vec3 shift = {x * atoms.box.x, y * atoms.box.y,
                              z * atoms.box.z};
          const bool itself = rank == ranks_.rank() && !x && !y && !z;
          if (itself || !near({mine.corner + shift, mine.sides}, theirs, reach))
            continue;
          Link link{rank, shift, {}};
          for (int i = 0; i < atoms.num_owned(); ++i)
            if (within(atoms.position[i] + shift, theirs, reach))
              link.atoms.push_back(i);
          if (!link.atoms.empty())
            links_.push_back(std::move(link));
        }
  }
}

void Halo::fill_messages(const Atoms &atoms) {
  sent_.resize(ranks_.size());
  for (std::vector<Vec3> &message : sent_)
    message.clear();
  for (const Link &link : links_)
    for (int i : link.atoms)
      sent_[link.rank].push_back(atoms.position[i] + link.shift);
}

void Halo::make(Atoms &atoms, const Decomposition &decomposition, double reach,
                std::vector<int> &owner) {
  const int num_owned = atoms.num_owned();
  atoms.position.resize(num_owned);
  find_links(atoms, decomposition, reach);
  fill_messages(atoms);
  const std::vector<Vec3> ghosts = ranks_.exchange(sent_, received_);
  atoms.position.insert(atoms.position.end(), ghosts.begin(), ghosts.end());

  owner.assign(ghosts.size(), -1);
  int at = 0;
  for (int rank = 0; rank < ranks_.rank(); ++rank)
    at += received_[rank];
  for (const Link &link : links_)
    if (link.rank == ranks_.rank())
      for (int i : link.atoms)
        owner[at++] = i;
}

void Halo::update(Atoms &atoms) {
  fill_messages(atoms);
  std::vector<MPI_Request> requests;
  Vec3 *to = atoms.position.data() + atoms.num_owned();
  for (int rank = 0; rank < ranks_.size(); ++rank) {
    const int count = received_[rank];
    if (rank == ranks_.rank())
      std::copy(sent_[rank].begin(), sent_[rank].end(), to);
    else if (count > 0)
      MPI_Irecv(to, 3 * count, MPI_DOUBLE, rank, 0, ranks_.handle(),
                &requests.emplace_back());
    to += count;
  }
  for (int rank = 0; rank < ranks_.size(); ++rank)
    if (rank != ranks_.rank() && !sent_[rank].empty())
      MPI_Isend(sent_[rank].data(), static_cast<int>(3 * sent_[rank].size()),
                MPI_DOUBLE, rank, 0, ranks_.handle(), &requests.emplace_back());
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(),
              MPI_STATUSES_IGNORE);
}

} // namespace minimd
