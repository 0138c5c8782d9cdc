//===- ObjectChecks.c - what is wrong with objects ------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A comparison with what is not a number is false; so these ask for what is
// right.
//
//===----------------------------------------------------------------------===//
#include "ObjectChecks.h"

#include <float.h>
#include <limits.h>
#include <stdbool.h>

static bool isFinite(double x) { return x >= -DBL_MAX && x <= DBL_MAX; }

static const char *problemOfGraph(const struct usersched_objects *objects,
                                  int num_ranks) {
  if (!objects->first_edge)
    return "first_edge is null; expected count + 1 numbers";
  for (size_t i = 0; i < objects->count; ++i)
    if (objects->first_edge[i + 1] < objects->first_edge[i] ||
        objects->first_edge[i + 1] - objects->first_edge[i] > INT_MAX)
      return "first_edge falls or rises by more than 2147483647; expected the "
             "place of each object's first edge, in rising order";
  const size_t first = objects->first_edge[0];
  const size_t end = objects->first_edge[objects->count];
  if (first == end)
    return NULL;
  if (!objects->neighbor_ids || !objects->neighbor_ranks)
    return "neighbor_ids or neighbor_ranks is null; expected an element for "
           "each edge";
  for (size_t edge = first; edge < end; ++edge) {
    if (objects->neighbor_ranks[edge] < 0 ||
        objects->neighbor_ranks[edge] >= num_ranks)
      return "an element of neighbor_ranks is no rank of the communicator";
    if (objects->edge_costs && !(objects->edge_costs[edge] > 0 &&
                                 objects->edge_costs[edge] <= FLT_MAX))
      return "an element of edge_costs is not above 0; expected the cost of an "
             "edge between two ranks, 3e38 at most";
  }
  return NULL;
}

const char *problemOf(const struct usersched_objects *objects, int dimensions,
                      int num_ranks) {
  if (!objects)
    return "objects is null; expected a struct usersched_objects";
  if (objects->count > INT_MAX)
    return "count is more than 2147483647; expected fewer objects in a rank";
  if (objects->count > 0 && !objects->ids)
    return "ids is null; expected a number for each object";
  if (objects->costs)
    for (size_t i = 0; i < objects->count; ++i)
      if (!(objects->costs[i] >= 0 && objects->costs[i] <= DBL_MAX))
        return "an element of costs is below 0 or not a number; expected what "
               "an object costs, at least 0";
  if (dimensions == 0)
    return objects->count > 0 ? problemOfGraph(objects, num_ranks) : NULL;
  if (objects->count > 0 && !objects->coordinates)
    return "coordinates is null; expected those of each object";
  for (size_t i = 0; i < objects->count * (size_t)dimensions; ++i)
    if (!isFinite(objects->coordinates[i]))
      return "an element of coordinates is not a finite number";
  return NULL;
}
