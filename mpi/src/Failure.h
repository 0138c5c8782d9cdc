//===- Failure.h - one message, then the end of all ranks -----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A mistake that all ranks make is reported once, by the first of them.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_MPI_FAILURE_H
#define USERSCHED_MPI_FAILURE_H

#include <mpi.h>
#include <stddef.h>

/* Ends all ranks with what this one has to say: where from, what is wrong, what
   is expected. */
_Noreturn void failAlone(MPI_Comm comm, const char *where, const char *problem);

/* Returns if no rank has a problem (null: none). Otherwise the first rank with
   one reports it, and all end. Collective. */
void failTogether(MPI_Comm comm, const char *where, const char *problem);

/* Memory for `count` elements; ends all ranks if there is none. Never null. */
void *allocate(MPI_Comm comm, const char *where, size_t count, size_t size);

#endif
