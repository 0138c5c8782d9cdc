//===- Balancer.c - the functions of usersched_mpi.h ----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some steps before a look, ranks tell each other what they were busy, and
// compute on, so that nobody waits for a rank that is late. All look in
// the same step, see the same sums, compute the same decision, and so call the
// same collective functions.
//
//===----------------------------------------------------------------------===//
#include "Decision.h"
#include "Failure.h"
#include "ObjectChecks.h"
#include "Partition.h"
#include "Reduction.h"

#include <stdio.h>
#include <stdlib.h>

struct usersched_balancer {
  MPI_Comm comm; /* the library's own */
  int num_ranks;
  struct Partition partition;
  struct Decision decision;
  int until_look; /* steps */
  /* Since the decision began anew, and how much of it ranks have told for the
     next look. */
  int steps, told_steps;
  double busy, told_busy; /* seconds of this rank */
  double moved; /* seconds that the last balance took this rank; 0: told */
  struct Reduction told;
  bool wanted; /* the decision: balance now */
  struct usersched_balancer_figures figures;
};

/* Of 100 ns: the sum has room for 100 days of 10^5 ranks. */
static int64_t ticks(double seconds) { return (int64_t)(seconds * 1e7); }
static double seconds(int64_t ticks) { return (double)ticks * 1e-7; }

static bool isTime(double s) { return s >= 0 && s <= 86400; }

static void beginAnew(usersched_balancer *b) {
  b->steps = 0;
  b->busy = 0;
  b->until_look = b->decision.interval;
}

usersched_balancer *usersched_balancer_create(MPI_Comm comm,
                                              enum usersched_method method,
                                              int dimensions) {
  const char *const where = "usersched_balancer_create";
  int initialized = 0;
  MPI_Initialized(&initialized);
  if (!initialized) {
    fprintf(stderr,
            "error: %s: MPI is not initialized; expected MPI_Init "
            "before\n",
            where);
    exit(1);
  }
  const char *problem = NULL;
  if (method != USERSCHED_RCB && method != USERSCHED_GRAPH)
    problem = "the method is not known; expected USERSCHED_RCB or "
              "USERSCHED_GRAPH";
  else if (method == USERSCHED_RCB && (dimensions < 1 || dimensions > 3))
    problem = "the number of dimensions is wrong; expected 1 to 3 for "
              "USERSCHED_RCB";
  else if (method == USERSCHED_GRAPH && dimensions != 0)
    problem = "the number of dimensions is wrong; expected 0 for "
              "USERSCHED_GRAPH";
  failTogether(comm, where, problem);
  usersched_balancer *b = allocate(comm, where, 1, sizeof *b);
  MPI_Comm_dup(comm, &b->comm);
  MPI_Comm_size(b->comm, &b->num_ranks);
  b->told.requests[0] = b->told.requests[1] = MPI_REQUEST_NULL;
  beginPartition(&b->partition, b->comm, dimensions);
  beginDecision(&b->decision);
  beginAnew(b);
  return b;
}

void usersched_balancer_free(usersched_balancer *b) {
  if (!b)
    return;
  endReduction(&b->told);
  endPartition(&b->partition);
  MPI_Comm_free(&b->comm);
  free(b);
}

/* Begins to tell all ranks what this one was busy. */
static void tell(usersched_balancer *b) {
  b->told_steps = b->steps;
  b->told_busy = b->busy;
  b->told.sum = b->told.largest[0] = ticks(b->busy);
  b->told.largest[1] = ticks(b->moved);
  b->moved = 0;
  beginReduction(&b->told, b->comm);
}

/* Decides from what all ranks told. */
static void look(usersched_balancer *b) {
  endReduction(&b->told);
  const struct Look found = {
      .steps = b->told_steps,
      .max = seconds(b->told.largest[0]),
      .mean = seconds(b->told.sum) / b->num_ranks,
      .moved = seconds(b->told.largest[1]),
  };
  const bool first_after = b->decision.on_trial;
  const enum Verdict verdict = shouldBalance(&b->decision, &found);
  b->wanted = verdict == Balance;
  b->until_look = b->decision.interval;
  if (verdict == BeginAnew) { /* with the steps that nobody has told */
    b->steps -= b->told_steps;
    b->busy -= b->told_busy;
  }
  struct usersched_balancer_figures *figures = &b->figures;
  ++figures->looks;
  figures->imbalance = found.mean > 0 ? found.max / found.mean : 1;
  if (first_after)
    figures->after = figures->imbalance;
  figures->balance_seconds = b->decision.balance_cost;
}

int usersched_balancer_step(usersched_balancer *b, double busy_seconds) {
  if (!isTime(busy_seconds))
    failAlone(b->comm, "usersched_balancer_step",
              "busy_seconds is below 0, above a day or not a number; expected "
              "the seconds that this rank computed in the step");
  ++b->figures.steps;
  if (b->wanted)
    return 1;
  b->busy += busy_seconds;
  ++b->steps;
  --b->until_look;
  if (b->until_look == b->decision.ahead)
    tell(b);
  if (b->until_look == 0)
    look(b);
  return b->wanted;
}

/* Of all ranks' objects. */
struct Totals {
  double largest_cost, count;
};

static struct Totals totals(MPI_Comm comm,
                            const struct usersched_objects *objects) {
  double found[2] = {0, (double)objects->count};
  for (size_t i = 0; objects->costs && i < objects->count; ++i)
    if (objects->costs[i] > found[0])
      found[0] = objects->costs[i];
  MPI_Allreduce(MPI_IN_PLACE, found, 2, MPI_DOUBLE, MPI_MAX, comm);
  return (struct Totals){found[0], found[1]};
}

void usersched_balance(usersched_balancer *b,
                       const struct usersched_objects *objects,
                       struct usersched_moves *moves) {
  const char *problem =
      problemOf(objects, b->partition.dimensions, b->num_ranks);
  if (!problem && !moves)
    problem = "moves is null; expected a struct usersched_moves";
  failTogether(b->comm, "usersched_balance", problem);
  /* From here on, no rank waits for one that is late. */
  endReduction(&b->told); /* for a look that there will not be */
  const double start = MPI_Wtime();
  const struct Totals all = totals(b->comm, objects);
  *moves = (struct usersched_moves){0};
  if (all.count > 0) /* else Zoltan would warn */
    cut(&b->partition, objects, all.largest_cost, moves);
  ++b->figures.balances;
  b->figures.before = b->figures.imbalance;
  b->figures.after = 0;
  b->wanted = false;
  b->moved = MPI_Wtime() - start;
  noteBalance(&b->decision);
  beginAnew(b);
}

void usersched_balancer_moved(usersched_balancer *b, double duration) {
  if (!isTime(duration))
    failAlone(b->comm, "usersched_balancer_moved",
              "seconds is below 0, above a day or not a number; expected what "
              "moving took");
  b->moved += duration;
}

int usersched_has_boxes(const usersched_balancer *b) {
  return b->partition.has_boxes;
}

static void requireBoxes(const usersched_balancer *b, const char *where) {
  if (!b->partition.has_boxes)
    failAlone(b->comm, where,
              "there are no boxes; expected usersched_balance() with "
              "USERSCHED_RCB before");
}

int usersched_owner_of_point(const usersched_balancer *b, const double *point) {
  requireBoxes(b, "usersched_owner_of_point");
  return ownerOfPoint(&b->partition, point);
}

int usersched_owners_of_box(const usersched_balancer *b, const double *lower,
                            const double *upper, int *ranks) {
  requireBoxes(b, "usersched_owners_of_box");
  return ownersOfBox(&b->partition, lower, upper, ranks);
}

void usersched_box_of_rank(const usersched_balancer *b, int rank, double *lower,
                           double *upper) {
  requireBoxes(b, "usersched_box_of_rank");
  if (rank < 0 || rank >= b->num_ranks)
    failAlone(b->comm, "usersched_box_of_rank",
              "the rank is not one of the communicator");
  boxOfRank(&b->partition, rank, lower, upper);
}

void usersched_balancer_get_figures(
    const usersched_balancer *b, struct usersched_balancer_figures *figures) {
  *figures = b->figures;
}
