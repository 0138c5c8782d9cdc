//===- Technique.h - the ways to run one execution ------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_TECHNIQUE_H
#define USERSCHED_TECHNIQUE_H

#include <cstdint>

namespace usersched {

/// How an execution runs.
enum class Technique : uint8_t {
  Inspected, ///< chunks of equal load, stealing; with the plan, if there is one
  Stealing,  ///< even shares in chunks of equally many iterations, stealing
  Even,      ///< each thread its even share of the iterations
  Hybrid,    ///< the same of three quarters; the rest is self-scheduled
  Alone      ///< thread 0 has all iterations
};

/// Whether threads take chunks from each other; else each knows its part, but
/// for what all claim from one counter.
inline bool hasChunks(Technique S) { return S <= Technique::Stealing; }

} // namespace usersched

#endif
