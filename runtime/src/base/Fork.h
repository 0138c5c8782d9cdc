//===- Fork.h - the library in the child of a fork ------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A child may go on using the library without exec, if the fork was between
// parallel regions of the forking thread: usersched.h says what else there is.
//
// The child has only the thread that forked. If another one was inside one of
// our locks, nobody would ever leave it there. So whoever has a lock says so
// here, and the forking thread holds all of them while it forks. What other
// threads had in use, such as their teams, stays in use for ever in the child.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_FORK_H
#define USERSCHED_FORK_H

#include <mutex>

namespace usersched {

/// The locks, in the order in which threads take them: who publishes a plan may
/// count.
enum class ForkOrder { Plans, Counters, Teams, BlockValues, Recorder };

/// From now on a thread that forks holds Lock meanwhile, and calls InChild in
/// the child, with all locks held, if that is not null. Once for each Place.
/// Thread-safe.
void surviveForks(ForkOrder Place, std::mutex &Lock,
                  void (*InChild)() = nullptr);

} // namespace usersched

#endif
