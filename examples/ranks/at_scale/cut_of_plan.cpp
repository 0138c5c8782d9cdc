//===- cut_of_plan.cpp - Partition.h, where Zoltan is not ----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In the place of mpi/src/Partition.c: where objects go stands in the plan. How
// long a cut takes is a model of Zoltan's bisection: for each time that the
// ranks are halved, some steps of a search for the median, each of which looks
// at all objects of the rank and is an MPI_Allreduce.
//
//===----------------------------------------------------------------------===//
#include "replay_plan.h"
#include <mpi.h>
extern "C" {
#include "Partition.h"
// Of Failure.h, which is for C alone.
void *allocate(MPI_Comm comm, const char *where, size_t count, size_t size);
}

#include <algorithm>
#include <cstdlib>

using namespace at_scale;

namespace {

constexpr double median_steps = 10, seconds_per_object = 5e-9;

void take_time_of_cut(MPI_Comm comm, std::size_t objects) {
  int ranks;
  MPI_Comm_size(comm, &ranks);
  double halvings = 0;
  while (1 << int(halvings) < ranks)
    ++halvings;
  const double start = MPI_Wtime();
  double in[3] = {}, out[3];
  MPI_Allreduce(in, out, 3, MPI_DOUBLE, MPI_SUM, comm);
  const double reduction = MPI_Wtime() - start;
  compute_for(halvings * median_steps *
              (reduction + double(objects) * seconds_per_object));
}

template <class T>
T *list(const Partition &partition, const std::vector<T> &from) {
  T *to =
      static_cast<T *>(allocate(partition.comm, "cut", from.size(), sizeof(T)));
  std::copy(from.begin(), from.end(), to);
  return to;
}

void free_lists(Partition &partition) {
  std::free(partition.export_ids);
  std::free(partition.import_ids);
  std::free(partition.export_indices);
  std::free(partition.export_ranks);
  std::free(partition.import_ranks);
}

} // namespace

extern "C" {

void beginPartition(Partition *partition, MPI_Comm comm, int dimensions) {
  *partition = {};
  partition->comm = comm;
  partition->dimensions = dimensions;
}

void endPartition(Partition *partition) { free_lists(*partition); }

/* A program without costs has its objects counted. One program cuts in one
   way. */
void cut(Partition *partition, const usersched_objects *objects, double,
         usersched_moves *moves) {
  const ReplayPlan &plan = replay_plan();
  int me;
  MPI_Comm_rank(partition->comm, &me);
  take_time_of_cut(partition->comm, objects->count);
  const Way now = objects->costs ? Measured : Counts;
  // Where an object was before, the plan says, too: all ranks are alike.
  const std::vector<std::int32_t> &before =
      plan.owners[partition->has_boxes ? now : Static];
  std::vector<std::uint64_t> export_ids, import_ids;
  std::vector<std::size_t> export_indices;
  std::vector<int> export_ranks, import_ranks;
  for (std::size_t i = 0; i < objects->count; ++i) {
    const int to = plan.owners[now][objects->ids[i]];
    if (to == me)
      continue;
    export_ids.push_back(objects->ids[i]);
    export_indices.push_back(i);
    export_ranks.push_back(to);
  }
  for (std::int32_t id : plan.objects_of[now][me])
    if (before[id] != me) {
      import_ids.push_back(static_cast<std::uint64_t>(id));
      import_ranks.push_back(before[id]);
    }
  free_lists(*partition);
  partition->export_ids = list(*partition, export_ids);
  partition->export_indices = list(*partition, export_indices);
  partition->export_ranks = list(*partition, export_ranks);
  partition->import_ids = list(*partition, import_ids);
  partition->import_ranks = list(*partition, import_ranks);
  partition->has_boxes = true;
  *moves = {export_ids.size(),         partition->export_ids,
            partition->export_indices, partition->export_ranks,
            import_ids.size(),         partition->import_ids,
            partition->import_ranks};
}

/* The replay has no use for boxes. */
int ownerOfPoint(const Partition *, const double *) { return 0; }
int ownersOfBox(const Partition *, const double *, const double *, int *) {
  return 0;
}
void boxOfRank(const Partition *, int, double *, double *) {}
}
