//===- verdict.cpp - a comparison in one sentence -------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "comparison/verdict.h"

#include <algorithm>
#include <cstdio>

namespace gap {
namespace {

bool is_ours(const Measured &row) {
  return row.schedule.rfind("usersched", 0) == 0;
}

/// "1.47 times as fast as static", "as fast as guided,64 (1.01)" or "0.93 times
/// as fast as static,64".
std::string beside(const Measured &ours, const Measured &other) {
  const double times = speedup(other, ours).median;
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", times);
  if (times > 0.98 && times < 1.02)
    return "as fast as " + other.schedule + " (" + text + ")";
  return std::string(text) + " times as fast as " + other.schedule;
}

} // namespace

std::string verdict(const Comparison &comparison) {
  const Measured *ours = nullptr;
  const Measured *best = nullptr;
  std::size_t others = comparison.tuning.size();
  for (const Measured &row : comparison.rows) {
    if (row.schedule == "usersched(prof)" && !row.first_execution)
      ours = &row;
    if (is_ours(row))
      continue;
    if (!best || median(row.seconds) < median(best->seconds))
      best = &row;
    // A tuned schedule is one of the settings that were tried.
    if (std::none_of(
            comparison.tuning.begin(), comparison.tuning.end(),
            [&](const Tuned &tried) { return tried.schedule == row.schedule; }))
      ++others;
  }
  if (!ours || !best)
    return "";
  if (!comparison.verified())
    return "A result is WRONG, so no times are compared: see below the table.";
  const Measured &base = comparison.rows[comparison.base];
  std::string text = ours->schedule + " is ";
  if (!is_ours(base) && &base != best)
    text += beside(*ours, base) + ", and ";
  return text + beside(*ours, *best) + ", the quickest of " +
         std::to_string(others) + " settings of other schedules.";
}

} // namespace gap
