//===- usersched_mpi.h - when ranks should be balanced, and how -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads share what is uneven inside a rank. What stays uneven between ranks
// is moved, and this library says when: it weighs the seconds that ranks wait
// for the slowest one against the seconds that a move takes. Zoltan says what
// moves where. The program moves its own data; the library never sees any.
//
//   b = usersched_balancer_create(comm, USERSCHED_RCB, 3);
//   each step:
//     if (usersched_balancer_step(b, busy_seconds)) {   // the same on all
//     ranks
//       usersched_balance(b, &objects, &moves);         // lists of what moves
//       ... the program sends and receives its objects ...
//       usersched_balancer_moved(b, seconds_that_took);
//     }
//
// "Collective" means that all ranks of the communicator call the function, in
// the same order. One thread of a rank calls at a time; MPI_THREAD_FUNNELED is
// enough if that is the thread that called MPI_Init_thread.
//
// An error is a mistake of the program, or no memory. It ends all ranks: one
// line on stderr says which rank, what is wrong and what is expected (behind
// what Zoltan says, if it was Zoltan that found it), then MPI_Abort ends the
// communicator. A code to return would not help: the other ranks would wait for
// ever for the one that got it.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_MPI_H
#define USERSCHED_MPI_H

/* MPI's classes for C++, which MPI 3.0 dropped, would need another library. */
#ifndef OMPI_SKIP_MPICXX
#define OMPI_SKIP_MPICXX 1
#endif
#ifndef MPICH_SKIP_MPICXX
#define MPICH_SKIP_MPICXX 1
#endif
#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* What Zoltan cuts the objects by. */
enum usersched_method {
  USERSCHED_RCB = 1,  /* recursive bisection of coordinates: boxes */
  USERSCHED_GRAPH = 2 /* a graph, so that few edges join two ranks */
};

/* Balances the ranks of one communicator. */
typedef struct usersched_balancer usersched_balancer;

/* Returns a balancer for the ranks of comm, which it duplicates. `dimensions`
   is the number of coordinates of an object, 1 to 3; 0 for USERSCHED_GRAPH. MPI
   must be initialized. Collective. */
usersched_balancer *usersched_balancer_create(MPI_Comm comm,
                                              enum usersched_method method,
                                              int dimensions);

/* Frees the balancer; null is ignored. Before MPI_Finalize. Collective. */
void usersched_balancer_free(usersched_balancer *balancer);

/* Says that a step has ended, in which this rank was busy for busy_seconds, at
   least 0: the time that its threads computed, on average or the longest,
   without what the rank waited for others. Returns whether to balance now, the
   same on all ranks in the same step; once 1, it stays 1 until
   usersched_balance(). Most calls do nothing but add. A look at all ranks every
   1 to 64 steps, the rarer the less there is to be gained, ends what two
   MPI_Iallreduce of 24 bytes in all began up to 8 steps before. So ranks may be
   some steps apart, and do not wait for each other unless much is to be gained.
   MPI reduces while the program is in MPI's functions. Collective. */
int usersched_balancer_step(usersched_balancer *balancer, double busy_seconds);

/* The objects that a rank owns: atoms, cells, rows, whatever the program moves
   from rank to rank. */
struct usersched_objects {
  /* How many, 0 to 2147483647; each of the arrays below has as many elements
     where nothing else is said. */
  size_t count;
  /* What names an object on all ranks. No two objects have the same, which
     nobody checks: it would take a collective sort. */
  const uint64_t *ids;
  /* What an object costs per step, at least 0, in any unit that is the same on
     all ranks; best as measured. Null: all the same. */
  const double *costs;
  /* For USERSCHED_RCB: the coordinates, those of an object beside each other:
     count * dimensions elements. */
  const double *coordinates;
  /* For USERSCHED_GRAPH: the edges of object i are those from first_edge[i] to
     first_edge[i + 1] - 1; count + 1 elements. */
  const size_t *first_edge;
  /* Per edge: the id of the object at its other end, which has this edge, too;
     and the rank that owns that object now. */
  const uint64_t *neighbor_ids;
  const int *neighbor_ranks;
  /* Per edge: what it costs if it joins two ranks, above 0. Null: all the
     same. */
  const double *edge_costs;
};

/* What this rank gives away and gets. The arrays are the balancer's, and valid
   until its next usersched_balance() or its end. */
struct usersched_moves {
  size_t num_exports;
  const uint64_t *export_ids;
  const size_t *export_indices; /* into the arrays of usersched_objects */
  const int *export_ranks;      /* who gets it; never this rank */
  size_t num_imports;
  const uint64_t *import_ids;
  const int *import_ranks; /* who has it now; never this rank */
};

/* Finds new owners, so that all ranks have about the same cost, and writes to
   *moves what moves. Moves nothing. With USERSCHED_RCB, objects with the same
   coordinates stay together. Collective. */
void usersched_balance(usersched_balancer *balancer,
                       const struct usersched_objects *objects,
                       struct usersched_moves *moves);

/* Says that the program has moved what usersched_balance() said, which took
   `seconds`, at least 0, on this rank. Not collective. */
void usersched_balancer_moved(usersched_balancer *balancer, double seconds);

/* Whether the functions below may be called: 1 after the first
   usersched_balance() of a balancer with USERSCHED_RCB and any objects. Not
   collective. */
int usersched_has_boxes(const usersched_balancer *balancer);

/* Returns the rank in whose box the point is; boxes fill all of space. Where
   cuts are, an object has the owner that this says. Not collective. */
int usersched_owner_of_point(const usersched_balancer *balancer,
                             const double *point);

/* Writes to `ranks`, which has room for all ranks of the communicator, those
   whose boxes touch the box from `lower` to `upper`; returns how many. Not
   collective. */
int usersched_owners_of_box(const usersched_balancer *balancer,
                            const double *lower, const double *upper,
                            int *ranks);

/* Writes the corners of a rank's box. A box without neighbour in a direction
   reaches to -DBL_MAX or DBL_MAX. Not collective. */
void usersched_box_of_rank(const usersched_balancer *balancer, int rank,
                           double *lower, double *upper);

/* What a balancer saw; the same on all ranks. */
struct usersched_balancer_figures {
  uint64_t steps;    /* calls of usersched_balancer_step() */
  uint64_t looks;    /* of these, those that looked at all ranks */
  uint64_t balances; /* calls of usersched_balance() */
  /* Largest / mean busy time of ranks, in the steps that a look saw: the last
     look; the last one before the last balance; the first one after it. 0:
     there was none. */
  double imbalance, before, after;
  /* Seconds of a balance with all that the program moved, on the slowest rank,
     an average in which the last one counts half. 0: not known yet. */
  double balance_seconds;
};

/* Writes the figures to *figures. Not collective. */
void usersched_balancer_get_figures(const usersched_balancer *balancer,
                                    struct usersched_balancer_figures *figures);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
