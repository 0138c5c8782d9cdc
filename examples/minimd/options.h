//===- options.h - the command line ---------------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options come before what an input file says.
//
//===----------------------------------------------------------------------===//
#ifndef MINIMD_OPTIONS_H
#define MINIMD_OPTIONS_H

#include "md_kernel.h"

namespace minimd {

/// When ranks get new parts of the box.
enum class BalancePolicy { Never, WhenItPays, AtEachList };

struct Options {
  Input input;
  PlanPolicy plans = PlanPolicy::Forget;
  gap::Schedule schedule;
  bool compare = false;                 ///< tune the baselines, then compare
  std::vector<gap::Schedule> schedules; ///< compare these, if there are any
  int rounds = 5;
  int sample_ms = 100;
  bool no_loads = false;
  bool mpi = false; ///< this is one rank of several
  BalancePolicy balance = BalancePolicy::WhenItPays; ///< with mpi
  bool balance_is_said = false;
  std::vector<int>
      grid; ///< with mpi: parts of the box in each direction; or {}
  std::string json, trace, dump_loads;
  std::string input_name; ///< "uniform-20"
  std::string command;    ///< as it was called
};

/// Returns true if the program shall go on; otherwise `status` is its exit
/// status, and help was printed. Throws gap::InputError. Sets OpenMP's number
/// of threads.
bool parse_options(int argc, char **argv, Options &options, int &status);

} // namespace minimd
#endif
