//===- Decision.c - when a move is worth its cost -------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rank's busy time is added up over looks before ranks are compared: where
// one step finds the one rank behind and the next another, nothing stays
// uneven, and nothing is lost that a move could win.
//
//===----------------------------------------------------------------------===//
#include "Decision.h"

/* What measured times differ by where nothing is to be won, as a share of the
   mean. */
static const double tolerance = 0.02;
/* The cost of a balance in steps, before one was measured. */
static const double first_cost = 10;
/* The most steps without a look: what a look may cost 64 steps. */
enum { longest_interval = 64 };
/* So many steps may ranks be apart without waiting for each other in a look. */
enum { most_ahead = 8 };
/* So long is a balance tried before it is judged. */
enum { trial_steps = 4 };
static const double most_patience = 1 << 20;

static double larger(double a, double b) { return a > b ? a : b; }

static int smaller(int a, int b) { return a < b ? a : b; }

static void lookIn(struct Decision *decision, int steps) {
  decision->interval = steps;
  decision->ahead = smaller(steps / 2, most_ahead);
}

void beginDecision(struct Decision *decision) {
  *decision = (struct Decision){.patience = 1};
  lookIn(decision, 2);
}

/* Half of the steps until `missing` is lost, too, at the rate so far; at most
   twice as many as before. */
static int nextInterval(const struct Decision *decision, double missing,
                        double lost_per_step) {
  const int most = smaller(2 * decision->interval, longest_interval);
  if (!(lost_per_step > 0))
    return most;
  const double half = missing / lost_per_step / 2;
  return half < most ? (int)larger(half, 1) : most;
}

/* Whether the last balance was any use. */
static void judge(struct Decision *decision, double lost_per_step) {
  const bool helped = lost_per_step <= decision->lost_before / 2;
  decision->patience = helped ? 1 : 2 * decision->patience;
  if (decision->patience > most_patience)
    decision->patience = most_patience;
  decision->on_trial = false;
}

enum Verdict shouldBalance(struct Decision *decision, const struct Look *look) {
  const double lost = look->max - (1 + tolerance) * look->mean;
  const double lost_per_step = lost / look->steps;
  if (decision->on_trial)
    judge(decision, lost_per_step);
  if (look->moved > 0)
    decision->balance_cost = decision->balance_cost > 0
                                 ? (decision->balance_cost + look->moved) / 2
                                 : look->moved;
  const double cost = decision->balance_cost > 0
                          ? decision->balance_cost
                          : first_cost * look->mean / look->steps;
  const double needed = decision->patience * cost;
  if (lost > 0 && lost >= needed) {
    decision->lost_before = lost_per_step;
    return Balance;
  }
  lookIn(decision, nextInterval(decision, needed - lost, lost_per_step));
  return lost > 0 ? GoOn : BeginAnew;
}

void noteBalance(struct Decision *decision) {
  decision->on_trial = true;
  lookIn(decision, trial_steps);
}
