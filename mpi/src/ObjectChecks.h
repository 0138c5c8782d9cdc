//===- ObjectChecks.h - what is wrong with objects ------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Zoltan trusts what it gets. So what the program hands over is checked first:
// by one pass over a rank's own arrays, without messages.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_MPI_OBJECT_CHECKS_H
#define USERSCHED_MPI_OBJECT_CHECKS_H

#include "usersched_mpi.h"

/* Returns what is wrong with the objects of this rank and what is expected, a
   string that stays; or null. `dimensions` is 0 for a graph. */
const char *problemOf(const struct usersched_objects *objects, int dimensions,
                      int num_ranks);

#endif
