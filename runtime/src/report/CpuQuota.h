//===- CpuQuota.h - the processor time that a process may use -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A container may be given "1.5 processors": its control group then stops all
// of its threads when together they have run for so long in each period. OpenMP
// libraries do not see that. A report does.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_CPU_QUOTA_H
#define USERSCHED_CPU_QUOTA_H

#include <cstddef>
#include <string>

namespace usersched {

/// Returns the first Most bytes of the file Path, fewer if it has fewer, none
/// if it cannot be read.
std::string fileHead(const std::string &Path, std::size_t Most);

/// Returns the processor time that this process may use per time, in
/// processors: the smallest quota of its control group (version 1 or 2) and of
/// the groups around it, as far as their files are seen in /sys/fs/cgroup; NaN
/// if there is no quota. Root is put in front of all paths. Throws
/// std::bad_alloc.
double cpuQuota(const std::string &Root = "");

} // namespace usersched

#endif
