//===- Decision.c - when a move is worth its cost -------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is lost is added up with its sign and never falls below 0: where one
// look sees the one rank ahead and the next another, nothing that stays is
// uneven.
//
//===----------------------------------------------------------------------===//
#include "Decision.h"

/* What measured times differ by where nothing is to be won, as a share of the
   mean. */
static const double tolerance = 0.02;
/* The cost of a balance in steps, before one was measured. */
static const double first_cost = 4;
/* The most steps without a look: what a look may cost 64 steps. */
enum { longest_interval = 64 };
/* So long is a balance tried before it is judged. */
enum { trial_steps = 4 };
static const double most_patience = 1 << 20;

static double larger(double a, double b) { return a > b ? a : b; }

static int smaller(int a, int b) { return a < b ? a : b; }

void beginDecision(struct Decision *decision) {
  *decision = (struct Decision){.patience = 1, .interval = 1};
}

/* Half of the steps until what is lost reaches `needed`, at the rate of the
   last look; at most twice as many as before. */
static int nextInterval(const struct Decision *decision, double needed,
                        double lost_per_step) {
  const int most = smaller(2 * decision->interval, longest_interval);
  if (!(lost_per_step > 0))
    return most;
  const double half = (needed - decision->lost) / lost_per_step / 2;
  return half < most ? (int)larger(half, 1) : most;
}

bool shouldBalance(struct Decision *decision, const struct Look *look) {
  const double lost_per_step = look->max - (1 + tolerance) * look->mean;
  if (decision->on_trial) {
    const bool helped = lost_per_step <= decision->lost_before / 2;
    decision->patience = helped ? 1 : larger(2 * decision->patience, 1);
    if (decision->patience > most_patience)
      decision->patience = most_patience;
    decision->on_trial = false;
  }
  if (look->moved > 0)
    decision->balance_cost = decision->balance_cost > 0
                                 ? (decision->balance_cost + look->moved) / 2
                                 : look->moved;
  const double cost = decision->balance_cost > 0 ? decision->balance_cost
                                                 : first_cost * look->mean;
  const double needed = decision->patience * cost;
  decision->lost = larger(decision->lost + lost_per_step * look->steps, 0);
  if (decision->lost > 0 && decision->lost >= needed) {
    decision->lost_before = lost_per_step;
    return true;
  }
  decision->interval = nextInterval(decision, needed, lost_per_step);
  return false;
}

void noteBalance(struct Decision *decision) {
  decision->lost = 0;
  decision->on_trial = true;
  decision->interval = trial_steps;
}
