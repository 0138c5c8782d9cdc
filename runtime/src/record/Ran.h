//===- Ran.h - how executions ran, and why --------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows of a report's table "techniques". An execution counts in one row.
//
// Invariant: a row's number is its place here, and below MostRanRows.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_RAN_H
#define USERSCHED_RAN_H

namespace usersched {

struct RanRow {
  const char *Technique;
  const char *Reason; ///< completes "because ..."
};

/// What a loop's record has room for.
constexpr unsigned MostRanRows = 32;

/// The first three are the ExecutionKinds, in their order.
constexpr RanRow RanRows[] = {
    {"inspected", "no plan was known"},
    {"plan", "a plan was known"},
    {"even", "its loads were not looked at"},
};

static_assert(sizeof RanRows / sizeof *RanRows <= MostRanRows);

} // namespace usersched

#endif
