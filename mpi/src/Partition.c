//===- Partition.c - Zoltan, as this library uses it ----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Zoltan asks for the objects by functions that are registered with it. Its ids
// are arrays of 32-bit numbers: two for an id of the program, one for an index.
//
//===----------------------------------------------------------------------===//
#include "Partition.h"
#include "Failure.h"

#include <float.h>
#include <stdlib.h>
#include <zoltan.h>

/* What the functions below get: Zoltan's `data`. */
struct Question {
  const struct Partition *partition;
  const struct usersched_objects *objects;
  double largest_cost;
};

static void setId(ZOLTAN_ID_PTR to, uint64_t id) {
  to[0] = (ZOLTAN_ID_TYPE)(id & 0xffffffff);
  to[1] = (ZOLTAN_ID_TYPE)(id >> 32);
}

static uint64_t getId(const ZOLTAN_ID_TYPE *from) {
  return (uint64_t)from[1] << 32 | from[0];
}

static int countObjects(void *data, int *error) {
  *error = ZOLTAN_OK;
  return (int)((struct Question *)data)->objects->count;
}

static void listObjects(void *data, int gid_entries, int lid_entries,
                        ZOLTAN_ID_PTR global, ZOLTAN_ID_PTR local, int weights,
                        float *weight, int *error) {
  const struct Question *question = data;
  const struct usersched_objects *objects = question->objects;
  (void)lid_entries, (void)weights;
  for (size_t i = 0; i < objects->count; ++i) {
    setId(global + i * (size_t)gid_entries, objects->ids[i]);
    local[i] = (ZOLTAN_ID_TYPE)i;
    /* A float does not hold every cost, but every share of the largest one. */
    weight[i] = objects->costs && question->largest_cost > 0
                    ? (float)(objects->costs[i] / question->largest_cost)
                    : 1;
  }
  *error = ZOLTAN_OK;
}

static int countDimensions(void *data, int *error) {
  *error = ZOLTAN_OK;
  return ((struct Question *)data)->partition->dimensions;
}

static void listCoordinates(void *data, int gid_entries, int lid_entries,
                            int count, ZOLTAN_ID_PTR global,
                            ZOLTAN_ID_PTR local, int dimensions, double *to,
                            int *error) {
  const struct usersched_objects *objects = ((struct Question *)data)->objects;
  (void)gid_entries, (void)lid_entries, (void)global;
  for (int i = 0; i < count; ++i)
    for (int d = 0; d < dimensions; ++d)
      to[i * dimensions + d] =
          objects
              ->coordinates[(size_t)local[i] * (size_t)dimensions + (size_t)d];
  *error = ZOLTAN_OK;
}

static void countEdges(void *data, int gid_entries, int lid_entries, int count,
                       ZOLTAN_ID_PTR global, ZOLTAN_ID_PTR local, int *edges,
                       int *error) {
  const size_t *first = ((struct Question *)data)->objects->first_edge;
  (void)gid_entries, (void)lid_entries, (void)global;
  for (int i = 0; i < count; ++i)
    edges[i] = (int)(first[local[i] + 1] - first[local[i]]);
  *error = ZOLTAN_OK;
}

static void listEdges(void *data, int gid_entries, int lid_entries, int count,
                      ZOLTAN_ID_PTR global, ZOLTAN_ID_PTR local, int *edges,
                      ZOLTAN_ID_PTR neighbor, int *rank, int weights,
                      float *weight, int *error) {
  const struct usersched_objects *objects = ((struct Question *)data)->objects;
  size_t to = 0;
  (void)lid_entries, (void)global, (void)edges, (void)weights;
  for (int i = 0; i < count; ++i)
    for (size_t edge = objects->first_edge[local[i]];
         edge < objects->first_edge[local[i] + 1]; ++edge, ++to) {
      setId(neighbor + to * (size_t)gid_entries, objects->neighbor_ids[edge]);
      rank[to] = objects->neighbor_ranks[edge];
      weight[to] = objects->edge_costs ? (float)objects->edge_costs[edge] : 1;
    }
  *error = ZOLTAN_OK;
}

static void require(const struct Partition *partition, int code,
                    const char *problem) {
  if (code == ZOLTAN_FATAL || code == ZOLTAN_MEMERR)
    failAlone(partition->comm, "Zoltan", problem);
}

/* Names and values of parameters, up to null. */
static const char *const common[] = {"DEBUG_LEVEL",
                                     "0",
                                     "NUM_GID_ENTRIES",
                                     "2",
                                     "NUM_LID_ENTRIES",
                                     "1",
                                     "OBJ_WEIGHT_DIM",
                                     "1",
                                     "RETURN_LISTS",
                                     "ALL",
                                     "IMBALANCE_TOL",
                                     "1.01",
                                     NULL};
/* Objects with the same coordinate stay on one side of a cut, and no cut goes
   through an object, so that boxes and owners agree. */
static const char *const rcb[] = {"LB_METHOD",
                                  "RCB",
                                  "KEEP_CUTS",
                                  "1",
                                  "RCB_REUSE",
                                  "1",
                                  "RCB_RECTILINEAR_BLOCKS",
                                  "1",
                                  "AVERAGE_CUTS",
                                  "1",
                                  "RCB_OUTPUT_LEVEL",
                                  "0",
                                  NULL};
/* From where the objects are, so that few move. */
static const char *const graph[] = {"LB_METHOD",
                                    "GRAPH",
                                    "GRAPH_PACKAGE",
                                    "PHG",
                                    "LB_APPROACH",
                                    "REPARTITION",
                                    "EDGE_WEIGHT_DIM",
                                    "1",
                                    "PHG_OUTPUT_LEVEL",
                                    "0",
                                    NULL};

static void setParameters(struct Partition *partition,
                          const char *const *parameters) {
  for (; *parameters; parameters += 2)
    require(partition,
            Zoltan_Set_Param(partition->zoltan, parameters[0], parameters[1]),
            parameters[0]);
}

void beginPartition(struct Partition *partition, MPI_Comm comm,
                    int dimensions) {
  float version;
  *partition = (struct Partition){.comm = comm, .dimensions = dimensions};
  require(partition, Zoltan_Initialize(0, NULL, &version), "cannot be started");
  partition->zoltan = Zoltan_Create(comm);
  if (!partition->zoltan)
    failAlone(comm, "Zoltan", "cannot be started");
  setParameters(partition, common);
  setParameters(partition, dimensions ? rcb : graph);
}

static void freeLists(struct Partition *partition) {
  free(partition->export_ids);
  free(partition->import_ids);
  free(partition->export_indices);
  free(partition->export_ranks);
  free(partition->import_ranks);
}

void endPartition(struct Partition *partition) {
  freeLists(partition);
  Zoltan_Destroy(&partition->zoltan);
}

static void registerQuestions(struct Zoltan_Struct *zoltan,
                              struct Question *question) {
  Zoltan_Set_Num_Obj_Fn(zoltan, countObjects, question);
  Zoltan_Set_Obj_List_Fn(zoltan, listObjects, question);
  if (question->partition->dimensions) {
    Zoltan_Set_Num_Geom_Fn(zoltan, countDimensions, question);
    Zoltan_Set_Geom_Multi_Fn(zoltan, listCoordinates, question);
  } else {
    Zoltan_Set_Num_Edges_Multi_Fn(zoltan, countEdges, question);
    Zoltan_Set_Edge_List_Multi_Fn(zoltan, listEdges, question);
  }
}

void cut(struct Partition *partition, const struct usersched_objects *objects,
         double largest_cost, struct usersched_moves *moves) {
  struct Question question = {partition, objects, largest_cost};
  registerQuestions(partition->zoltan, &question);
  int changed, gid_entries, lid_entries, num_import, num_export;
  ZOLTAN_ID_PTR import_global, import_local, export_global, export_local;
  int *import_ranks, *import_parts, *export_ranks, *export_parts;
  require(partition,
          Zoltan_LB_Partition(partition->zoltan, &changed, &gid_entries,
                              &lid_entries, &num_import, &import_global,
                              &import_local, &import_ranks, &import_parts,
                              &num_export, &export_global, &export_local,
                              &export_ranks, &export_parts),
          partition->dimensions
              ? "cannot cut these objects"
              : "cannot cut this graph; expected edges to objects that the "
                "ranks named in neighbor_ranks own");

  freeLists(partition);
  const char *const where = "usersched_balance";
  const size_t imports = (size_t)num_import, exports = (size_t)num_export;
  const MPI_Comm comm = partition->comm;
  partition->import_ids = allocate(comm, where, imports, sizeof(uint64_t));
  partition->import_ranks = allocate(comm, where, imports, sizeof(int));
  partition->export_ids = allocate(comm, where, exports, sizeof(uint64_t));
  partition->export_indices = allocate(comm, where, exports, sizeof(size_t));
  partition->export_ranks = allocate(comm, where, exports, sizeof(int));
  for (size_t i = 0; i < imports; ++i) {
    partition->import_ids[i] = getId(import_global + 2 * i);
    partition->import_ranks[i] = import_ranks[i];
  }
  for (size_t i = 0; i < exports; ++i) {
    partition->export_ids[i] = getId(export_global + 2 * i);
    partition->export_indices[i] = export_local[i];
    partition->export_ranks[i] = export_ranks[i];
  }
  Zoltan_LB_Free_Part(&import_global, &import_local, &import_ranks,
                      &import_parts);
  Zoltan_LB_Free_Part(&export_global, &export_local, &export_ranks,
                      &export_parts);
  *moves = (struct usersched_moves){
      .num_exports = exports,
      .export_ids = partition->export_ids,
      .export_indices = partition->export_indices,
      .export_ranks = partition->export_ranks,
      .num_imports = imports,
      .import_ids = partition->import_ids,
      .import_ranks = partition->import_ranks,
  };
  partition->has_boxes = partition->dimensions > 0;
}

/* Zoltan does not cut for one rank, and keeps no box. */
static bool isAlone(const struct Partition *partition) {
  int size = 0;
  MPI_Comm_size(partition->comm, &size);
  return size == 1;
}

int ownerOfPoint(const struct Partition *partition, const double *point) {
  if (isAlone(partition))
    return 0;
  double coordinates[3] = {0, 0, 0};
  int rank = 0, part = 0;
  for (int d = 0; d < partition->dimensions; ++d)
    coordinates[d] = point[d];
  require(
      partition,
      Zoltan_LB_Point_PP_Assign(partition->zoltan, coordinates, &rank, &part),
      "cannot find the owner of a point");
  return rank;
}

int ownersOfBox(const struct Partition *partition, const double *lower,
                const double *upper, int *ranks) {
  if (isAlone(partition)) {
    ranks[0] = 0;
    return 1;
  }
  double from[3] = {0, 0, 0}, to[3] = {0, 0, 0};
  int count = 0;
  for (int d = 0; d < partition->dimensions; ++d) {
    from[d] = lower[d];
    to[d] = upper[d];
  }
  require(partition,
          Zoltan_LB_Box_Assign(partition->zoltan, from[0], from[1], from[2],
                               to[0], to[1], to[2], ranks, &count),
          "cannot find the owners of a box");
  return count;
}

void boxOfRank(const struct Partition *partition, int rank, double *lower,
               double *upper) {
  double from[3] = {-DBL_MAX, -DBL_MAX, -DBL_MAX};
  double to[3] = {DBL_MAX, DBL_MAX, DBL_MAX};
  int dimensions = 0;
  if (!isAlone(partition))
    require(partition,
            Zoltan_RCB_Box(partition->zoltan, rank, &dimensions, &from[0],
                           &from[1], &from[2], &to[0], &to[1], &to[2]),
            "cannot find the box of a rank");
  for (int d = 0; d < partition->dimensions; ++d) {
    lower[d] = from[d];
    upper[d] = to[d];
  }
}
