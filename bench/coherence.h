//===- coherence.h - what cache lines cost virtual threads ----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A model of the caches of a machine in which each thread of a VirtualTeam has
// a core of its own. Each core has all lines that it has touched, until another
// core writes to them (MESI without capacity). The runtime is compiled with
// -fsanitize=thread, and the functions that this makes it call are here: they
// let the thread spend the time of the access.
//
//===----------------------------------------------------------------------===//
#ifndef BENCH_COHERENCE_H
#define BENCH_COHERENCE_H

#include "VirtualTeam.h"

#include <map>

namespace usersched::bench {

/// Nanoseconds.
struct AccessCosts {
  /// An access to a line that the core has.
  simulator::Time Hit = 0.5;
  /// To get a line from another core, or the right to write to a line that
  /// others have, too. A store does not wait for that.
  simulator::Time Transfer = 200;
  /// The same at once with another transfer: of the neighbouring line, or for
  /// the same instruction.
  simulator::Time Overlapping = 40;
};

/// Models the accesses of instrumented code to memory, except to the Bytes from
/// Ignored on. There is one model at a time.
class Coherence {
public:
  Coherence(const AccessCosts &Costs, const void *Ignored, std::size_t Bytes);
  ~Coherence();
  Coherence(const Coherence &) = delete;

  /// Returns how many lines Thread has got from other cores so far.
  static uint64_t transfers(uint32_t Thread);
  /// Returns the transfers of all threads so far by the address of the
  /// instruction after the access.
  static const std::map<uint64_t, uint64_t> &transfersByPlace();
};

} // namespace usersched::bench

#endif
