//===- Decision.h - when a move is worth its cost -------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How long an imbalance would go on, nobody knows. So ranks are balanced as
// soon as imbalance has cost, since the last time, what a balance costs: who
// always decides so pays at most twice what the best plan would, whatever
// comes. (The problem is known as "rent or buy".) A balance that did not help
// doubles what has to be lost before the next one, so that trying in vain costs
// ever less.
//
// Pure: no MPI, no clock. All ranks call with the same numbers and so decide
// the same. All times are seconds.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_MPI_DECISION_H
#define USERSCHED_MPI_DECISION_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What one look at all ranks saw, over all steps since the decision began anew.
 */
struct Look {
  int steps;    /* at least 1 */
  double max;   /* busy time, in all these steps, of the busiest rank */
  double mean;  /* the same of all ranks, on average */
  double moved; /* the last balance's time, told once; 0: there was none */
};

enum Verdict {
  Balance,  /* now */
  GoOn,     /* the next look is over these steps and the following */
  BeginAnew /* nothing stays uneven: it is over the following alone */
};

struct Decision {
  /* Average in which the last balance counts half; 0: none was measured. */
  double balance_cost;
  double patience;    /* how many times the cost has to be lost */
  double lost_before; /* per step, by the look before the last balance */
  bool on_trial;      /* no look since the last balance */
  int interval;       /* steps until the next look */
  int ahead; /* so many steps before the look, ranks tell each other what it
                will see; less than interval */
};

void beginDecision(struct Decision *decision);

/* Takes a look into account. Unless the verdict is Balance, decision->interval
   says when to look next. */
enum Verdict shouldBalance(struct Decision *decision, const struct Look *look);

/* To be called after a balance. */
void noteBalance(struct Decision *decision);

#ifdef __cplusplus
}
#endif
#endif
