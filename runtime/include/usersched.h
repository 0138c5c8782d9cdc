//===- usersched.h - what a program may ask libusersched for --------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing here is needed to use the pragma. A program includes this to drop
// remembered plans after its data changed in place, or to see what the runtime
// did. All functions may be called by any thread at any time, in parallel
// regions and annotated loops too, unless they say otherwise. None throws.
// The program ends with a message if there is no memory for the values of
// usersched_reduce(), or for what the library needs when it is first used.
//
// Environment, read once, before the first annotated loop. A setting comes
// before what a pragma says; what makes no sense is reported on stderr.
//   USERSCHED_DISPLAY_ENV=1   prints all settings with their meaning
//   USERSCHED_SCHEDULE        usersched, or off: each thread runs its even share
//                             of the iterations, as one range, in thread order
//   USERSCHED_STEAL           on, off, or pragma: as that says
//   USERSCHED_PROFILE         on, off, or pragma
//   USERSCHED_REPRODUCIBLE    on, off, or pragma: of loops with that key
//   USERSCHED_REPRODUCIBLE_MIB  most memory, in MiB, that the reduction blocks
//                             of one execution may take (64)
//   USERSCHED_CHUNK           load per chunk; 0: as the pragma says
//   USERSCHED_CACHE_MIB       most memory, in MiB, that remembered plans may
//                             take (64); 0 remembers nothing
//   USERSCHED_STALENESS       change of sampled loads, in per cent, after which
//                             a loop is inspected again (10); 0: never
//   USERSCHED_REPORT          stderr, or a file: what happened to each loop
//   USERSCHED_TRACE           a file: when each thread did what
//   USERSCHED_TRACE_MIB       most memory, in MiB, that a trace may take (64)
//
// The child of a fork() may go on with annotated loops, without exec, if the
// thread that forked was in no parallel region and no annotated loop; others may
// have been. It starts with the plans and counts of its parent. Not supported,
// as by libomp: OpenMP in the child of a fork() inside of a region, a loop, a
// load expression, or a signal handler that interrupts this library; of vfork();
// or of a clone() that runs no pthread_atfork handlers. To exec there is always
// right.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_H
#define USERSCHED_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library that the program runs with, such as "0.1.0"; a
   string that lives as long as the library. */
const char *usersched_version(void);

/* Forgets all balanced groups (ICPP 2019, 4.2) and all that executions of loops
   have taught: what iterations cost, which way short executions run best. Every
   parallel region that begins after the call looks at the loads of its loops
   again. In a region that has begun, executions that have begun are not
   disturbed, and teach nothing; a loop that is executed in it again and again
   may look at the loads up to 63 executions later. What has been recorded for a
   report stays. Takes a lock and time proportional to the number of loops.
   Thread-safe. */
void usersched_reset(void);

/* Counts since the process began, over all loops and threads. */
struct usersched_statistics {
  /* Loops executed by a team, each counted once, not per thread. Loops
     without iterations are not counted. */
  uint64_t executions;
  /* Balanced groups that were made and kept. */
  uint64_t plans_made;
  /* Executions that ran with balanced groups made before. */
  uint64_t plan_hits;
  /* Iterations whose load was asked for, each time that it was. */
  uint64_t inspected_iterations;
  /* Ranges of iterations handed out to threads. */
  uint64_t dispatches;
  /* Successful thefts: a thread took chunks from another one. */
  uint64_t steals;
  /* Iterations in the chunks that were taken so, each time that they were. */
  uint64_t stolen_iterations;
  /* Balanced groups that were dropped to make room for others. */
  uint64_t evictions;
  /* Balanced groups that were dropped because the loads of a few chunks were
     asked for again and had changed. */
  uint64_t stale_plans;
  /* Balanced groups that were cut again because times were not as the loads
     say, or as before because that took longer. */
  uint64_t plans_refined;
};

/* Writes the counts to *statistics, which must not be null. What other threads
   do meanwhile may be counted or not; what happened before (a parallel region
   that has ended) is. Takes a lock and time proportional to the number of
   threads. */
void usersched_get_statistics(struct usersched_statistics *statistics);

/* What was measured of loops with `name: NAME` in their pragmas. Such loops are
   measured from their first execution on, for a microsecond or so per execution
   and some tens of nanoseconds per range of iterations; others are not. */
struct usersched_loads {
  /* Executions that ended, each counted once, not per thread. */
  uint64_t executions;
  /* From the first thread's entry to the last one's end, summed over the
     executions. */
  double seconds;
  /* In iterations, summed over threads and executions: the time for which
     threads had a processor, as far as that was sampled (the first executions
     and every eighth one). */
  double thread_seconds;
  /* The time of the busiest thread in iterations over that of the mean thread,
     summed over the executions: 1 if all threads had the same to do, also if
     there was no execution. */
  double imbalance;
  /* The load of the iterations that ran, as the pragma says it. Those count for
     nothing whose loads were not asked for: see technique `even` in a report.
   */
  double load;
  /* What a unit of load and an iteration cost a thread, fitted to the ranges
     that were timed: the time of a range is about seconds_per_load times its
     load plus seconds_per_iteration times its iterations. 0: not known. */
  double seconds_per_load;
  double seconds_per_iteration;
};

/* Writes to *loads, which must not be null, the sums over all loops with this
   name, or, if name is null, over all loops with a name, of the executions that
   ended since the last call that asked for them. Returns how many of these
   loops had such an execution. Call it when no such loop runs: between parallel
   regions. Takes a lock, and time proportional to the number of loops and of
   timed ranges (at most 16384 a loop). Thread-safe. */
uint64_t usersched_get_loads(const char *name, struct usersched_loads *loads);

/* Writes to costs[i], for each i below count, the thread seconds that logical
   iteration i takes in an execution, summed over the loops with this name (if
   name is null, with any) whose last executions had `count` iterations. Returns
   how many such loops there are; without one all costs are 0. costs may be null
   if count is 0. A loop for which memory runs out is left out, with a message.
   The costs of a loop add up to the mean of its last executions in a row with
   this count. They are divided among iterations by the times of the ranges that
   were timed, and within a range by load, unless USERSCHED_SCHEDULE is `off`.
   In a team of one thread, a range is the whole loop, whose loads are looked at
   when the number of iterations is another one than at the last look, and every
   64th time, but after the first look for no more than 3 % of the loop's time.
   Loops with more than 2^28 iterations are not looked at then.
   The parts that the teams of a league have of a loop are executions of their
   own, whose iterations are numbered from 0. Takes a lock, and time proportional
   to count and to the number of timed ranges. Thread-safe. */
uint64_t usersched_get_costs(const char *name, double *costs, uint64_t count);

/* Returns the iteration at which reduction block number `block`, from 0 on,
   begins, in a loop with trip_count iterations whose reduction variables have
   `bytes` bytes in all, each rounded up to 16. Returns trip_count for numbers
   behind the last block. Thread-safe. */
uint64_t usersched_reduction_begin(uint64_t trip_count, uint64_t bytes,
                                   uint64_t block);

/* Computes serially what a loop with `reproducible: on` computes, with the same
   bits. Cuts the iterations 0 to trip_count - 1 into reduction blocks. For each,
   calls block(first, end, value, data), which writes to value, of `bytes`
   bytes, the identity combined with the iterations from first to end - 1, in
   this order. value is aligned to 16 bytes. Then calls combine(left, right,
   data), which combines the value right into left: neighbouring blocks first,
   then neighbouring pairs, and so on. Writes the last value to result. Without
   iterations, result is that of an empty block. The loop combines this into its
   reduction variable, which is the left operand. `bytes` is as for
   usersched_reduction_begin(): how many blocks fit USERSCHED_REPRODUCIBLE_MIB
   depends on it. The functions must not throw.
   Thread-safe if the functions are. */
void usersched_reduce(uint64_t trip_count, uint64_t bytes,
                      void (*block)(uint64_t first, uint64_t end, void *value,
                                    void *data),
                      void (*combine)(void *left, const void *right,
                                      void *data),
                      void *result, void *data);

#ifdef __cplusplus
}
#endif
#endif
