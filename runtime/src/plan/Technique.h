//===- Technique.h - the ways to run one execution ------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A technique is three facts: which threads take part, which share of the
// iterations belongs to a thread from the start, and how threads get the rest.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_TECHNIQUE_H
#define USERSCHED_TECHNIQUE_H

#include <cstdint>

namespace usersched {

/// How an execution runs.
enum class Technique : uint8_t {
  Balanced, ///< groups of equal load, from a plan or from an inspection
  Chunked,  ///< groups of equally many iterations
  Even,     ///< as `schedule(static)`
  Hybrid,   ///< three quarters as `schedule(static)`, the rest self-scheduled
  Serial    ///< thread 0 runs all iterations
};
constexpr int Techniques = 5;

/// How threads get the iterations that are no thread's fixed share.
enum class Rest : uint8_t {
  None,    ///< there are no such iterations
  Stolen,  ///< as chunks of groups, which idle threads may steal
  Claimed, ///< from one counter: guided self-scheduling
};

struct Shape {
  bool IsSerial; ///< only thread 0 takes part
  double
      IsFixed; ///< share of the iterations that are a thread's from the start
  Rest Others; ///< how threads get the other iterations
};

constexpr Shape Shapes[Techniques] = {
    {false, 0, Rest::Stolen},     // Balanced
    {false, 0, Rest::Stolen},     // Chunked
    {false, 1, Rest::None},       // Even
    {false, 0.75, Rest::Claimed}, // Hybrid
    {true, 1, Rest::None},        // Serial
};

constexpr const Shape &shapeOf(Technique T) {
  return Shapes[static_cast<int>(T)];
}

/// Returns the name of T in reports.
constexpr const char *nameOf(Technique T) {
  constexpr const char *Names[Techniques] = {"balanced", "chunked", "even",
                                             "hybrid", "serial"};
  return Names[static_cast<int>(T)];
}

/// True if the threads have groups of chunks, for which an execution is set up.
constexpr bool hasChunks(Technique T) {
  return shapeOf(T).Others == Rest::Stolen;
}

} // namespace usersched

#endif
