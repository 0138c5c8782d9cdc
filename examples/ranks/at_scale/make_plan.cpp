//===- make_plan.cpp - cuts objects for ranks that are not there ---------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One process. libusersched-mpi's own code cuts, for as many ranks as are asked
// for; usersched-simulate's code says how long the threads of each rank take.
//
//===----------------------------------------------------------------------===//
#include "Simulation.h"
#include "base/command_line.h"
#include "base/error.h"
#include "cases.h"
#include "plan.h"
extern "C" {
#include "Partition.h"
}

#include <algorithm>
#include <map>
#include <zoltan.h>

using namespace at_scale;
using namespace usersched::simulator;

namespace {

struct Settings {
  std::string name, file, schedule = "usersched";
  int ranks = 64, per_rank = 1024, threads = 16;
  double object_us = 25; ///< of a thread, for an object that costs 1
};

/// Gives each part to the rank that has most of its objects now, if that rank
/// is free: Zoltan's REMAP, which it does not do for ranks that are not there.
void name_parts(std::vector<std::int32_t> &parts,
                const std::vector<std::int32_t> &now, int ranks) {
  std::map<std::pair<int, int>, int> common; // of a part and a rank
  for (std::size_t i = 0; i < parts.size(); ++i)
    ++common[{parts[i], now[i]}];
  std::vector<std::array<int, 3>> most;
  for (const auto &[pair, count] : common)
    most.push_back({-count, pair.first, pair.second});
  std::sort(most.begin(), most.end());
  std::vector<int> rank_of(ranks, -1);
  std::vector<bool> taken(ranks);
  for (const auto &[count, part, rank] : most)
    if (rank_of[part] < 0 && !taken[rank]) {
      rank_of[part] = rank;
      taken[rank] = true;
    }
  int free = 0;
  for (int &rank : rank_of)
    if (rank < 0) {
      while (taken[free])
        ++free;
      rank = free;
      taken[free] = true;
    }
  for (std::int32_t &part : parts)
    part = rank_of[part];
}

/// The owners after a cut into as many parts as there are ranks.
std::vector<std::int32_t> cut_objects(const Objects &from, int ranks,
                                      bool by_cost) {
  Partition partition;
  beginPartition(&partition, MPI_COMM_SELF, 3);
  Zoltan_Set_Param(partition.zoltan, "NUM_GLOBAL_PARTS",
                   std::to_string(ranks).c_str());
  std::vector<std::uint64_t> ids;
  for (std::size_t i = 0; i < from.places.size(); ++i)
    ids.push_back(i);
  usersched_objects objects = {};
  objects.count = ids.size();
  objects.ids = ids.data();
  objects.costs = by_cost ? from.costs.data() : nullptr;
  objects.coordinates = from.places[0].data();
  usersched_moves moves;
  cut(&partition, &objects,
      *std::max_element(from.costs.begin(), from.costs.end()), &moves);
  // The library's lists say ranks, of which there is one here; boxes are parts.
  std::vector<std::int32_t> owners;
  for (std::array<double, 3> place : from.places) {
    int rank, part;
    Zoltan_LB_Point_PP_Assign(partition.zoltan, place.data(), &rank, &part);
    owners.push_back(part);
  }
  endPartition(&partition);
  return owners;
}

/// The threads share a loop over the atoms of objects, of which some stand for
/// all here.
constexpr int atoms_per_object = 8;

/// How long the threads of each rank take for its objects.
std::vector<double> busy_of(const Settings &s, const Objects &objects,
                            const std::vector<std::int32_t> &owners) {
  std::vector<std::vector<double>> loads(s.ranks);
  for (std::size_t i = 0; i < owners.size(); ++i)
    loads[owners[i]].insert(loads[owners[i]].end(), atoms_per_object,
                            objects.costs[i]);
  Costs cost;
  cost.PerLoad = s.object_us * 1000 / atoms_per_object;
  std::vector<double> busy;
  for (const std::vector<double> &of_rank : loads) {
    busy.push_back(0);
    if (of_rank.empty())
      continue;
    const Loop loop(of_rank, cost);
    Simulation node(loop, static_cast<std::uint32_t>(s.threads), Overheads());
    const Outcome outcome = node.run(parseChoice(s.schedule)).back();
    busy.back() = outcome.Makespan * 1e-9;
  }
  return busy;
}

void parse_and_make(int argc, char **argv, int &status) {
  gap::CommandLine line("Cuts the objects of a case for many ranks, and says "
                        "how long their threads take");
  Settings s;
  line.add("case", s.name, "What is uneven").one_of(case_names).required();
  line.add("file", s.file, "The plan to write").required();
  line.add("-n,--ranks", s.ranks, "Ranks, a power of two")
      .range(2, 4096)
      .show_default();
  line.add("--objects", s.per_rank, "Objects per rank, about")
      .range(1, 1 << 16)
      .show_default();
  line.add("-t,--threads", s.threads, "Threads of a rank")
      .range(1, 1024)
      .show_default();
  line.add("--object-us", s.object_us,
           "Microseconds that an object of the gas takes one thread")
      .range(0.001, 1e6)
      .show_default();
  line.add("--schedule", s.schedule, "Schedule of the threads")
      .one_of({"usersched", "static"})
      .show_default();
  if (!line.parse(argc, argv, status))
    return;
  if (s.ranks & (s.ranks - 1))
    throw gap::InputError("--ranks: " + std::to_string(s.ranks) +
                          " is not a power of two");
  const Grid grid = grid_of(s.ranks);
  const Objects objects = make_case(s.name, grid, s.per_rank);
  Plan plan;
  plan.num_ranks = s.ranks;
  plan.num_objects = static_cast<std::int32_t>(objects.places.size());
  std::copy(grid.begin(), grid.end(), plan.grid);
  plan.wandering = s.name == "wandering";
  for (double cost : objects.costs)
    plan.costs.push_back(cost * s.object_us * 1e-6);
  for (const auto &place : objects.places)
    plan.owners[Static].push_back(rank_at(place, grid));
  plan.owners[Counts] = cut_objects(objects, s.ranks, false);
  plan.owners[Measured] = cut_objects(objects, s.ranks, true);
  for (Way way : {Counts, Measured})
    name_parts(plan.owners[way], plan.owners[Static], s.ranks);
  for (int way = 0; way < num_ways; ++way)
    plan.busy[way] = busy_of(s, objects, plan.owners[way]);
  PlanFile(s.file, "wb").pass(plan, true);
}

} // namespace

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int status = 0;
  const int failed = gap::main_with_errors([&] {
    parse_and_make(argc, argv, status);
    return status;
  });
  MPI_Finalize();
  return failed;
}
