//===- Report.h - what people and programs read ---------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table, and JSON in the format of all measurements of this project, with the
// simulator's own fields beside.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_SIMULATOR_REPORT_H
#define USERSCHED_SIMULATOR_REPORT_H

#include "Simulation.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace usersched::simulator {

struct Report {
  std::string Input;
  Speeds OfThreads;
  std::vector<Outcome> Outcomes;
};

/// A table, and what it comes to.
std::string table(const Report &R, const Loop &TheLoop);

nlohmann::json json(const Report &R, const Loop &TheLoop, const Costs &Cost,
                    const Overheads &Overhead, const std::string &Command);

/// What the threads did when, as the library writes it for USERSCHED_TRACE: the
/// schedules are loops, which run one after the other.
nlohmann::json trace(const Report &R);

} // namespace usersched::simulator

#endif
