//===- verdict.h - a comparison in one sentence ---------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a reader wants to know first: how usersched(prof) stands beside the base
// and beside the quickest of the other schedules. A difference below 2 % is
// none: processes on one machine differ by more.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_VERDICT_H
#define GAP_VERDICT_H

#include "comparison/compare.h"

#include <string>

namespace gap {

/// Returns "usersched(prof) is 1.47 times as fast as static, and as fast as
/// guided,64 (1.01), the quickest of 15 settings of other schedules.", without
/// a newline; "" if usersched(prof) or all others are missing. Compares nothing
/// if a result is wrong.
std::string verdict(const Comparison &comparison);

} // namespace gap
#endif
