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

} // namespace minimd
