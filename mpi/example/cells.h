//===- cells.h - what both programs compute -------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cells of a square. A hot spot wanders through it; cells near it take more
// work.
//
//===----------------------------------------------------------------------===//
#ifndef CELLS_H
#define CELLS_H

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <mpi.h>
#include <omp.h>
#include <vector>

struct Cell {
  std::uint64_t id;
  double x, y;
  double value;
  int work;
};

constexpr int side = 64, steps = 150;

/// The cells of rows `first` to `end` - 1 of the square.
inline std::vector<Cell> rows(int first, int end) {
  std::vector<Cell> cells;
  for (int row = first; row < end; ++row)
    for (int column = 0; column < side; ++column)
      cells.push_back({std::uint64_t(row * side + column),
                       (column + 0.5) / side, (row + 0.5) / side, 0, 0});
  return cells;
}

/// The work that each cell takes in a step.
inline void set_work(std::vector<Cell> &cells, int step) {
  const double spot = 0.2 + 0.2 * step / steps;
  for (Cell &cell : cells) {
    const double dx = cell.x - spot, dy = cell.y - 0.15;
    cell.work = 10 + int(1000 * std::exp(-(dx * dx + dy * dy) * 50));
  }
}

inline void update(Cell &cell) {
  double sum = 0;
  for (int k = 1; k <= cell.work; ++k)
    sum += std::sin(cell.x * k) * std::cos(cell.y * k);
  cell.value += sum;
}

/// The processor time of the calling thread, in seconds: without what it waits,
/// also where ranks share processors.
inline double busy_clock() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

/// Rank 0 prints the result, and the longest of all ranks' busy seconds over
/// their mean.
inline void print_result(const std::vector<Cell> &cells, double busy) {
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double sums[3] = {0, busy, double(cells.size())}, all[3], most;
  for (const Cell &cell : cells)
    sums[0] += cell.value;
  MPI_Reduce(sums, all, 3, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Reduce(&busy, &most, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  if (rank == 0)
    std::printf("%.0f cells, sum %.6f, largest / mean busy time %.2f\n", all[2],
                all[0], most * size / all[1]);
}

#endif
