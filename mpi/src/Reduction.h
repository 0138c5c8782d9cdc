//===- Reduction.h - what all ranks were busy, while they compute on ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between its begin and its end, a reduction makes no rank wait for another.
// Ranks reduce whole ticks: the sum of integers is the same on all ranks, in
// whatever order MPI adds.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_MPI_REDUCTION_H
#define USERSCHED_MPI_REDUCTION_H

#include "usersched_mpi.h"

/* Of a rank before beginReduction(), of all ranks after endReduction(). */
struct Reduction {
  int64_t sum;             /* of busy times */
  int64_t largest[2];      /* busy time; time of the last balance */
  MPI_Request requests[2]; /* MPI_REQUEST_NULL: it has ended */
};

/* Begins to reduce. Until endReduction(), nobody else may touch *reduction, nor
   its address change. Collective. */
void beginReduction(struct Reduction *reduction, MPI_Comm comm);

/* Waits until all ranks have begun; does nothing if this one has not. */
void endReduction(struct Reduction *reduction);

#endif
