//===- Division.h - what the tasks of a taskloop share --------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_DIVISION_H
#define USERSCHED_DIVISION_H

#include "entry/TaskReduction.h"
#include "plan/Tasks.h"

#include <atomic>
#include <memory>

struct usersched_division {
  usersched::TaskList Tasks;
  /// Null if no reduction is reproducible. Else Tasks are of block numbers.
  std::unique_ptr<usersched::TaskReduction> Reduction;
  std::atomic<uint64_t> Owners{1};
};

#endif
