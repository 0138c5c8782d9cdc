//===- Partition.h - Zoltan, as this library uses it ----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only file that knows Zoltan. What the program hands over has been checked
// (ObjectChecks.h); what Zoltan then refuses ends all ranks.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_MPI_PARTITION_H
#define USERSCHED_MPI_PARTITION_H

#include "usersched_mpi.h"

#include <stdbool.h>

struct Zoltan_Struct;

struct Partition {
  MPI_Comm comm;
  int dimensions; /* 0: a graph */
  struct Zoltan_Struct *zoltan;
  bool has_boxes;
  /* The lists of the last struct usersched_moves, which points at them. */
  uint64_t *export_ids, *import_ids;
  size_t *export_indices;
  int *export_ranks, *import_ranks;
};

/* Collective. */
void beginPartition(struct Partition *partition, MPI_Comm comm, int dimensions);
void endPartition(struct Partition *partition);

/* Cuts the objects, of which there are some. largest_cost is that of all ranks;
   0: none costs anything. Collective. */
void cut(struct Partition *partition, const struct usersched_objects *objects,
         double largest_cost, struct usersched_moves *moves);

int ownerOfPoint(const struct Partition *partition, const double *point);
int ownersOfBox(const struct Partition *partition, const double *lower,
                const double *upper, int *ranks);
void boxOfRank(const struct Partition *partition, int rank, double *lower,
               double *upper);

#endif
