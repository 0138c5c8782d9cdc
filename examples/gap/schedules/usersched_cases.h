//===- usersched_cases.h - one loop, annotated in three ways --------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program of your own annotates its loop once:
//
//   #pragma ompx usersched(load : g.in_degree(n))
//   #pragma omp parallel for reduction(+ : sum)
//   for (NodeID n = 0; n < g.num_nodes(); ++n)
//     sum += visit(n);
//
// The examples compare this loop with two variants, `profile : off` and
// `steal : off`. The variants are fixed at compile time, so each needs a pragma
// and a loop of its own. A kernel writes the parts of its loop once, in a
// `switch (schedule.kind)`, and the macro below makes the three loops:
//
//   USERSCHED_CASES((load : g.in_degree(n)), reduction(+ : sum),
//                   for (NodeID n = 0; n < g.num_nodes(); ++n),
//                   sum += visit(n))
//
// This is a macro because the plugin reads the load in the function of the
// loop: it finds there which data the load depends on, and a report names the
// kernel's line. A template would get the load as an opaque function, and every
// report would name a line of the template. A report of a process that runs
// several variants adds them up, since they stand at one line.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_USERSCHED_CASES_H
#define GAP_USERSCHED_CASES_H

#include "schedules/schedule.h"

/// Expands to the cases of usersched's three schedules. `items` is what stands
/// in the pragma, with its parentheses; `clauses` are those of the
/// `parallel for`; `header` is the loop up to its body, `statement` the body.
#define USERSCHED_CASES(items, clauses, header, statement)                     \
  case ::gap::ScheduleKind::Usersched:                                         \
    GAP_LOOP((GAP_LIST items, profile : off), clauses, header, statement)      \
    break;                                                                     \
  case ::gap::ScheduleKind::UserschedNoSteal:                                  \
    GAP_LOOP((GAP_LIST items, steal : off), clauses, header, statement)        \
    break;                                                                     \
  case ::gap::ScheduleKind::UserschedProf:                                     \
    GAP_LOOP(items, clauses, header, statement)                                \
    break;

#define GAP_LOOP(items, clauses, header, statement)                            \
  GAP_PRAGMA(ompx usersched items)                                             \
  GAP_PRAGMA(omp parallel for clauses)                                         \
  header statement;
#define GAP_PRAGMA(...) _Pragma(#__VA_ARGS__)
#define GAP_LIST(...) __VA_ARGS__

#endif
