//===- minimd_test.cpp - miniMD on ranks against miniMD without -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// By mpirun on 4 ranks, of which the first 1, 2, 3 and 4 run each system, in
// one process start. Energies are those of one process to rounding, whatever
// the threads and the balancing; no atom is lost.
//
//===----------------------------------------------------------------------===//
#include "ranks/rank_run.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace {

using namespace minimd;

int failures = 0;

void expect(bool right, const std::string &what) {
  if (right)
    return;
  ++failures;
  std::fprintf(stderr, "%s\n", what.c_str());
}

Options options(System system, int threads, BalancePolicy balance,
                std::vector<int> grid) {
  Options o;
  o.mpi = true;
  o.balance = balance;
  o.grid = std::move(grid);
  o.input.lattice.system = system;
  // Sides differ; a part of four is at most 1.5 reaches wide.
  o.input.lattice.cells[0] = 9;
  o.input.lattice.cells[1] = 8;
  o.input.lattice.cells[2] = 7;
  o.input.lattice.droplet_center = {0.3, 0.3, 0.4};
  o.input.steps = 30;
  o.input.settings.list_every = 10;
  omp_set_num_threads(threads);
  return o;
}

Thermo without_ranks(const Input &in) {
  const Atoms atoms = make_atoms(in);
  Simulation simulation(in.settings, atoms.box);
  simulation.start(atoms, gap::Schedule());
  for (int step = 1; step <= in.steps; ++step)
    simulation.step(step == in.steps);
  return simulation.thermo();
}

bool close(double a, double b) { return std::fabs(a - b) < 1e-11; }

/// Returns what the run ended with.
Thermo compare(const Communicator &ranks, System system, int threads,
               BalancePolicy balance, const Thermo &expected,
               const std::vector<int> &grid = {}) {
  const Options o = options(system, threads, balance, grid);
  const std::string name = std::string(system_name(system)) + ", " +
                           std::to_string(ranks.size()) + " ranks of " +
                           std::to_string(threads) + " threads, balance " +
                           std::to_string(int(balance));
  const Atoms all = make_atoms(o.input);
  RankRun run(ranks, o, all);
  Thermo found;
  run.run(all, [&](int) { found = measure(run.totals(), all.volume()); });
  expect(close(found.total, expected.total) &&
             close(found.potential, expected.potential) &&
             close(found.pressure, expected.pressure),
         name + ": the energy is " + std::to_string(found.total) +
             ", expected " + std::to_string(expected.total));
  const std::string problem = run.verify();
  expect(problem.empty(), name + ": " + problem);
  const RankRun::Summary summary = run.summary();
  expect(summary.figures.balances ==
             (balance == BalancePolicy::AtEachList ? 3u : 0u),
         name + ": balanced " + std::to_string(summary.figures.balances) +
             " times");
  if (balance == BalancePolicy::AtEachList && system == System::Droplet &&
      ranks.size() == 4)
    expect(summary.before.by_neighbors > 1.5,
           name + ": is even from the start");
  return found;
}

/// Parts that stay: the threads of the ranks change no bit.
void expect_same_bits(const Communicator &ranks, System system,
                      const std::vector<int> &grid,
                      const std::vector<int> &threads, const Thermo &expected) {
  std::vector<Thermo> found;
  for (int number : threads)
    found.push_back(
        compare(ranks, system, number, BalancePolicy::Never, expected, grid));
  for (const Thermo &other : found)
    expect(other.total == found[0].total &&
               other.potential == found[0].potential &&
               other.temperature == found[0].temperature &&
               other.pressure == found[0].pressure,
           std::string(system_name(system)) + ", " +
               std::to_string(ranks.size()) +
               " ranks: their threads change the last bits");
}

} // namespace

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (System system :
       {System::Uniform, System::Droplet, System::Slab, System::Gradient}) {
    const Thermo expected =
        without_ranks(options(system, 1, BalancePolicy::Never, {}).input);
    for (int size = 1; size <= 4; ++size) {
      MPI_Comm part;
      MPI_Comm_split(MPI_COMM_WORLD, rank < size, rank, &part);
      if (rank < size) {
        const Communicator ranks(part);
        for (int threads : {1, 2})
          compare(ranks, system, threads, BalancePolicy::AtEachList, expected);
        expect_same_bits(ranks, system, {}, {1, 2}, expected);
        if (system == System::Droplet)
          expect_same_bits(ranks, system, {size, 1, 1}, {1, 3, 4, 7}, expected);
      }
      MPI_Comm_free(&part);
    }
  }
  MPI_Allreduce(MPI_IN_PLACE, &failures, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return failures > 0;
}
