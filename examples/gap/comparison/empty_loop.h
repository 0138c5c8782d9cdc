//===- empty_loop.h - the time that libomp takes for an empty loop --------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GAP_EMPTY_LOOP_H
#define GAP_EMPTY_LOOP_H

namespace gap {

/// Returns the seconds that one thread takes for an empty loop under
/// `schedule(static)`: libomp's work for a loop, without waking threads and
/// waiting for them. A libomp that was built for debugging takes dozens of
/// times as long as another, and slows short loops under OpenMP's own
/// schedules. Must be called outside parallel regions.
double empty_loop_seconds();

} // namespace gap
#endif
