//===- Failure.c - one message, then the end of all ranks -----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ranks without a problem wait in a barrier that never ends: who called
// MPI_Abort before the one rank has written its message might prevent it.
//
//===----------------------------------------------------------------------===//
#include "Failure.h"

#include <stdio.h>
#include <stdlib.h>

_Noreturn void failAlone(MPI_Comm comm, const char *where,
                         const char *problem) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  fprintf(stderr, "error: rank %d: %s: %s\n", rank, where, problem);
  fflush(stderr);
  MPI_Abort(comm, 1);
  abort();
}

void failTogether(MPI_Comm comm, const char *where, const char *problem) {
  int rank = 0, size = 1;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  int first = problem ? rank : size;
  MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, comm);
  if (first == size)
    return;
  if (first == rank)
    failAlone(comm, where, problem);
  MPI_Barrier(comm);
}

void *allocate(MPI_Comm comm, const char *where, size_t count, size_t size) {
  void *memory = calloc(count ? count : 1, size);
  if (!memory)
    failAlone(comm, where, "there is not enough memory");
  return memory;
}
