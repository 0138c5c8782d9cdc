//===- usersched_ompx.h - schedules made of a program's own functions -----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The programming interface of the ICPP 2019 paper (Listing 1), for loops with
// schedule(runtime) in files compiled with the plugin. In files compiled
// without it, such a loop runs in one chunk while a setting is in force: set
// it around the loops that it is for.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_OMPX_H
#define USERSCHED_OMPX_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Schedules the loops that the calling task and the teams it forks run from
   now on: the setting belongs to the task's environment as that of
   omp_set_schedule does.
   inspect_func: given the iterations [left_start, left_end) that are left of a
   subspace, counted from 0, writes the next chunk, not empty, to
   *assigned_start and *assigned_end; null: chunks of size 1. It may be called
   by any thread of the team, several at a time, and for parts of the
   iteration space again; it must not throw. Loops of more than INT_MAX
   iterations ignore a setting of int functions.
   subspace_select_func: which of num_subspaces subspaces the calling thread
   starts with; null: its thread number.
   user_data: is given to both; part of the identity of remembered groups. Each
   combination of the arguments is kept until the program ends, and looked for
   among all others: pass few different ones.
   steal_enabled, profiling_enabled: 0 is off.
   num_subspaces: 0 or less is the number of threads in the team.
   Any thread may call this; it takes a lock. The program ends with a message if
   there is no memory for a new combination.
   The threads of a team meet before each such loop. If the loop has nowait,
   they do not meet, and each thread runs an even share of its iterations. */
void ompx_set_usersched_for_loops(
    void (*inspect_func)(int left_start, int left_end, int *assigned_start,
                         int *assigned_end, void *user_data),
    int (*subspace_select_func)(int num_subspaces, void *user_data),
    void *user_data, int steal_enabled, int profiling_enabled,
    int num_subspaces);
void ompx_set_usersched_for_loops_64(
    void (*inspect_func)(int64_t left_start, int64_t left_end,
                         int64_t *assigned_start, int64_t *assigned_end,
                         void *user_data),
    int (*subspace_select_func)(int num_subspaces, void *user_data),
    void *user_data, int steal_enabled, int profiling_enabled,
    int num_subspaces);

/* Restores the schedule that the calling task had before, and drops all
   remembered groups, with all that executions have taught. Without a setting it
   only does the latter. */
void ompx_reset_usersched_for_loops(void);
void ompx_reset_usersched_for_loops_64(void);

#ifdef __cplusplus
}
#endif
#endif
