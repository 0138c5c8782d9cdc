//===- empty_loop.h - what libomp takes for a loop -------------*- C++ -*-===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GAP_EMPTY_LOOP_H
#define GAP_EMPTY_LOOP_H

namespace gap {

/// Seconds that one thread takes for an empty loop under `schedule(static)`,
/// outside of any parallel region: what libomp does for each such loop but to
/// wake threads and wait for them. A libomp that is built for debugging takes
/// dozens of times as long as one that is not, which slows short loops under
/// OpenMP's own schedules. Not in a parallel region.
double empty_loop_seconds();

} // namespace gap
#endif
