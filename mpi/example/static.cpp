//===- static.cpp - ranks own equally many cells --------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What many programs of MPI and OpenMP look like: the rank where the hot spot
// is computes, the others wait.
//
//===----------------------------------------------------------------------===//
#include "cells.h"

/// Updates all cells. Returns the seconds of the thread that had most to do.
static double update_all(std::vector<Cell> &cells) {
  double busy = 0;
#pragma omp parallel reduction(max : busy)
  {
    const double start = busy_clock();
#pragma omp for schedule(static) nowait
    for (std::size_t i = 0; i < cells.size(); ++i)
      update(cells[i]);
    busy = busy_clock() - start;
  }
  return busy;
}

int main(int argc, char **argv) {
  int provided, rank, size;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);

  std::vector<Cell> cells = rows(side * rank / size, side * (rank + 1) / size);
  double busy = 0;
  for (int step = 0; step < steps; ++step) {
    set_work(cells, step);
    busy += update_all(cells);
    MPI_Barrier(MPI_COMM_WORLD); // as any exchange between neighbours
  }
  print_result(cells, busy);
  MPI_Finalize();
}
