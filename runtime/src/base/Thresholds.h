//===- Thresholds.h - the numbers that measurements have chosen -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each threshold says its unit and what it decides. `bench/thresholds.py` runs
// loops with each at half and at twice its value; what it printed, and what
// followed, is in bench/results/thresholds.md.
//
// Limits of formats and of memory, and numbers that hardly matter (a half, a
// quarter), are not thresholds; they stand where they are used.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_THRESHOLDS_H
#define USERSCHED_THRESHOLDS_H

#include "base/Clock.h"

#include <cstdint>
#include <type_traits>

#ifdef USERSCHED_TUNABLE
#include <cstdlib>
#include <string>
#endif

namespace usersched::threshold {

/// Returns so many microseconds in ticks of the clock.
template <typename T> uint64_t ticks(T Microseconds) {
  using Wide = std::common_type_t<T, uint64_t>;
  return static_cast<uint64_t>(static_cast<Wide>(Microseconds) *
                               static_cast<Wide>(clock::ticksPerMicrosecond()));
}

#ifdef USERSCHED_TUNABLE
/// For bench/thresholds.py alone: returns the value of the environment variable
/// THRESHOLD_<Name>, or Usual.
template <typename T> T tuned(const char *Name, T Usual) {
  const char *Text = std::getenv((std::string("THRESHOLD_") + Name).c_str());
  return Text ? static_cast<T>(std::atof(Text)) : Usual;
}
#define USERSCHED_THRESHOLD(TYPE, NAME, VALUE)                                 \
  inline const TYPE NAME = tuned<TYPE>(#NAME, VALUE)
#else
#define USERSCHED_THRESHOLD(TYPE, NAME, VALUE)                                 \
  inline constexpr TYPE NAME = VALUE
#endif

// 1. How long is short.

/// Microseconds. A longer execution or group is long: it has chunks, since even
/// shares may be as uneven as the loads, and it goes out in pieces that get
/// shorter, since claims cost it little. A piece is to take a quarter of it
/// where pieces are paced (learn/Pieces.h). A thread that waits so long yields
/// its processor (base/Backoff.h).
USERSCHED_THRESHOLD(unsigned, Long, 100);

/// Uses until something is tried again that was not the best: at first, and at
/// most, if tries were in vain. Powers of two; see learn/Retry.h.
USERSCHED_THRESHOLD(uint32_t, FirstRetry, 4);
USERSCHED_THRESHOLD(uint32_t, LastRetry, 1024);

// 2. Short executions: techniques that need no plan (learn/Decision.cpp).

/// Threads that are busy at a time on average. One thread alone is not tried
/// where there are more.
USERSCHED_THRESHOLD(float, FewestHelping, 2);
/// Factor on the cost of each step from even shares to chunks, and to a look at
/// loads: of techniques that are as quick, the simplest costs others the least.
USERSCHED_THRESHOLD(float, Doubt, 1.015f);
/// Microseconds. Executions that keep threads busy for less are compared by
/// their makespans: what a technique costs keeps threads busy, too. And a trial
/// that moves data to or from one thread is two of them.
USERSCHED_THRESHOLD(unsigned, ByMakespan, 20);
/// Exponent: how far the inflation of dealt blocks follows the factor that one
/// execution shows.
USERSCHED_THRESHOLD(float, InflationStep, 0.125f);
/// Executions that run without being set up after one that was, on average; the
/// shortest ones more, until they take as long as a long one.
USERSCHED_THRESHOLD(uint32_t, ShortInARow, 16);

// 3. Groups and what is stolen of them (learn/Exposure.h, learn/Pieces.h).

/// Microseconds. A group that takes less is not worth a look by a thief; if no
/// group takes longer, no plan is worth its search; and what takes longer is
/// not left to one thread.
USERSCHED_THRESHOLD(unsigned, ShortestGroup, 10);
/// Microseconds. What is left of a group must last so long for a theft of half
/// of it: stolen chunks are in the victim's cache. Half of it is the shortest
/// piece. Shorter executions are not tried with stealing.
USERSCHED_THRESHOLD(unsigned, ShortestTheft, 4);
/// Looks at other threads that are allowed for each microsecond of a group. A
/// look takes about 15 ns, so all take 3 % of the time at most.
USERSCHED_THRESHOLD(unsigned, LooksPerMicrosecond, 2);
/// Factor. An unbegun group that is so much heavier is taken before one that is
/// near; even shares that would take so much longer than even chunks are not
/// tried; to deal blocks out is tried only where there are so many times as many
/// threads as even shares keep busy; a plan whose longest group takes so much
/// longer than its loads say is in vain.
USERSCHED_THRESHOLD(double, Much, 1.25);
/// Of so many executions of a group with which nothing happens, one is timed.
USERSCHED_THRESHOLD(uint32_t, TimedOneOf, 8);
/// Pieces of a group for each thread of the team, and at most, while a thread
/// is idle or while nothing is known of the group; at most twice as many where
/// something is known.
USERSCHED_THRESHOLD(uint32_t, PiecesPerThread, 4);
USERSCHED_THRESHOLD(uint32_t, MostPieces, 32);

// 4. From a plan by load to a plan by time (learn/Refinement.cpp).

/// Executions that a round measures, and whose quickest is believed. And how
/// many rounds there are until somebody doubts the plan.
USERSCHED_THRESHOLD(uint32_t, RoundLength, 3);
USERSCHED_THRESHOLD(uint32_t, MostRounds, 5);
/// Share of the time. What gains less is not worth another plan: the caches and
/// branch predictors of the cores know their groups.
USERSCHED_THRESHOLD(double, LeastGain, 0.025);

// 5. Plans that are kept (learn/PlanCache.h, learn/Freshness.h, team/Team.cpp).

/// Uses that a plan must have had to have been worth it; if its loads have
/// changed, until a check that found them as they were.
USERSCHED_THRESHOLD(uint32_t, UsesThatPay, 3);
/// Executions until a plan is made again where plans are in vain, at most. A
/// power of two.
USERSCHED_THRESHOLD(uint32_t, PlanRetry, 64);
/// One of so many executions is looked at. Uses of a plan until its loads are
/// looked at again, usually: 1 at first, and up to LastRetry if inspections were
/// in vain. And executions in which nothing changes, one of which is set up. A
/// power of two.
USERSCHED_THRESHOLD(uint32_t, UsualCheck, 64);
/// Executions take at least the time of so many looks.
USERSCHED_THRESHOLD(uint64_t, ChecksPerExecution, 2048);
/// Chunks that are looked at each time: so many by place, and so many by load.
USERSCHED_THRESHOLD(uint32_t, CheckedChunks, 4);

// 6. Chunks (plan/).

/// Chunks of a plan for each thread, about, and windows in which the loads of a
/// thread's subspace are summed up, at most. That subspace has twice as many
/// chunks at most.
USERSCHED_THRESHOLD(uint32_t, ChunksPerThread, 256);
/// Chunks of a plan, at most, if the pragma gives their load.
USERSCHED_THRESHOLD(uint32_t, MostChunksOfAPlan, 24576);
/// Iterations. A subspace that has no more gets a chunk for each.
USERSCHED_THRESHOLD(uint64_t, SingleIterations, 128);
/// Chunks of a thread's even share, if it has as many iterations. A power of
/// two.
USERSCHED_THRESHOLD(uint64_t, EvenChunksPerThread, 64);
/// Blocks of each thread, at least, if the iterations are dealt out.
USERSCHED_THRESHOLD(uint64_t, BlocksPerThread, 16);

#undef USERSCHED_THRESHOLD

} // namespace usersched::threshold

#endif
