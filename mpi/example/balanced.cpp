//===- balanced.cpp - ranks own cells that cost the same ------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same program, with usersched for the threads and libusersched-mpi for the
// ranks.
//
//===----------------------------------------------------------------------===//
#include "cells.h"

#include <usersched.h>
#include <usersched_mpi.h>

/// Updates all cells. Returns the seconds of the thread that had most to do;
/// each reads the clock when it has nothing left to do.
static double update_all(std::vector<Cell> &cells) {
  double busy = 0;
#pragma omp parallel reduction(max : busy)
  {
    const double start = busy_clock();
#pragma ompx usersched(load : cells[i].work, name : cells)
#pragma omp for nowait
    for (std::size_t i = 0; i < cells.size(); ++i)
      update(cells[i]);
    busy = busy_clock() - start;
  }
  return busy;
}

/// Sends away what `moves` says, and takes what comes.
static void move_cells(std::vector<Cell> &cells, const usersched_moves &moves) {
  int size;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  std::vector<int> sent(size), sent_at(size), got(size), got_at(size);
  for (std::size_t i = 0; i < moves.num_exports; ++i)
    sent[moves.export_ranks[i]] += sizeof(Cell);
  for (std::size_t i = 0; i < moves.num_imports; ++i)
    got[moves.import_ranks[i]] += sizeof(Cell);
  for (int rank = 1; rank < size; ++rank) {
    sent_at[rank] = sent_at[rank - 1] + sent[rank - 1];
    got_at[rank] = got_at[rank - 1] + got[rank - 1];
  }
  std::vector<Cell> leaving(moves.num_exports), arriving(moves.num_imports);
  std::vector<int> at = sent_at;
  std::vector<bool> leaves(cells.size());
  for (std::size_t i = 0; i < moves.num_exports; ++i) {
    int &place = at[moves.export_ranks[i]];
    leaving[place / sizeof(Cell)] = cells[moves.export_indices[i]];
    place += sizeof(Cell);
    leaves[moves.export_indices[i]] = true;
  }
  MPI_Alltoallv(leaving.data(), sent.data(), sent_at.data(), MPI_BYTE,
                arriving.data(), got.data(), got_at.data(), MPI_BYTE,
                MPI_COMM_WORLD);
  std::vector<Cell> now;
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (!leaves[i])
      now.push_back(cells[i]);
  now.insert(now.end(), arriving.begin(), arriving.end());
  cells = now;
}

/// Moves cells, so that all ranks will be busy for as long.
static void balance(usersched_balancer *balancer, std::vector<Cell> &cells) {
  std::vector<std::uint64_t> ids;
  std::vector<double> coordinates, costs(cells.size(), 1);
  usersched_get_costs("cells", costs.data(), costs.size()); // as measured
  for (const Cell &cell : cells) {
    ids.push_back(cell.id);
    coordinates.push_back(cell.x);
    coordinates.push_back(cell.y);
  }
  usersched_objects objects = {};
  objects.count = cells.size();
  objects.ids = ids.data();
  objects.costs = costs.data();
  objects.coordinates = coordinates.data();
  usersched_moves moves;
  usersched_balance(balancer, &objects, &moves);
  const double start = MPI_Wtime();
  move_cells(cells, moves);
  usersched_balancer_moved(balancer, MPI_Wtime() - start);
}

int main(int argc, char **argv) {
  int provided, rank, size;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);

  usersched_balancer *balancer =
      usersched_balancer_create(MPI_COMM_WORLD, USERSCHED_RCB, 2);
  std::vector<Cell> cells = rows(side * rank / size, side * (rank + 1) / size);
  double all_busy = 0;
  for (int step = 0; step < steps; ++step) {
    set_work(cells, step);
    const double busy = update_all(cells);
    all_busy += busy;
    if (usersched_balancer_step(balancer, busy))
      balance(balancer, cells);
    MPI_Barrier(MPI_COMM_WORLD); // as any exchange between neighbours
  }
  print_result(cells, all_busy);
  usersched_balancer_figures figures;
  usersched_balancer_get_figures(balancer, &figures);
  if (rank == 0)
    std::printf("%d balances, %d looks in %d steps\n", int(figures.balances),
                int(figures.looks), int(figures.steps));
  usersched_balancer_free(balancer);
  MPI_Finalize();
}
