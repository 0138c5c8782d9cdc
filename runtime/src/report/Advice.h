//===- Advice.h - what to do about a loop, in words -----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function of the figures alone. Invariant: each kind of advice is given at
// most once per loop, and says what was found, by how much, and what to do.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_ADVICE_H
#define USERSCHED_ADVICE_H

#include "report/LoopSummary.h"

namespace usersched {

struct Advice {
  const char *Kind; ///< for programs; docs/report.md lists them
  std::string Text; ///< one or two sentences
};

/// Most important first; empty if there is nothing to improve.
std::vector<Advice> advise(const LoopSummary &S);

} // namespace usersched

#endif
