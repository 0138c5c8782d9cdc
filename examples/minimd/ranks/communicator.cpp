//===- communicator.cpp - the ranks of the program ------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Errors of MPI itself end all ranks: that is its default.
//
//===----------------------------------------------------------------------===//
#include "ranks/communicator.h"

#include <omp.h>

namespace minimd {

Communicator::Communicator(MPI_Comm comm) : comm_(comm) {
  MPI_Comm_rank(comm, &rank_);
  MPI_Comm_size(comm, &size_);
}

void Communicator::sum(std::vector<double> &values) const {
  MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()),
                MPI_DOUBLE, MPI_SUM, comm_);
}

void Communicator::largest(std::vector<double> &values) const {
  MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()),
                MPI_DOUBLE, MPI_MAX, comm_);
}

double Communicator::largest_by_mean(double value) const {
  std::vector<double> most = {value}, all = {value};
  largest(most);
  sum(all);
  return all[0] > 0 ? most[0] * size_ / all[0] : 1;
}

std::string Communicator::name() const {
  const int threads = omp_get_max_threads();
  return std::to_string(size_) + (size_ == 1 ? " rank of " : " ranks of ") +
         std::to_string(threads) + (threads == 1 ? " thread" : " threads");
}

} // namespace minimd
