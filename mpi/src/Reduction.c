//===- Reduction.c - what all ranks were busy, while they compute on ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two reductions at once, with operations of MPI's own: one of both would take
// a datatype and an operation that the library defines.
//
//===----------------------------------------------------------------------===//
#include "Reduction.h"

void beginReduction(struct Reduction *r, MPI_Comm comm) {
  MPI_Iallreduce(MPI_IN_PLACE, &r->sum, 1, MPI_INT64_T, MPI_SUM, comm,
                 &r->requests[0]);
  MPI_Iallreduce(MPI_IN_PLACE, r->largest, 2, MPI_INT64_T, MPI_MAX, comm,
                 &r->requests[1]);
}

void endReduction(struct Reduction *r) {
  MPI_Waitall(2, r->requests, MPI_STATUSES_IGNORE);
}
