//===- main.cpp - molecular dynamics of Lennard-Jones atoms ---------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The program; all it does is elsewhere.
//
//===----------------------------------------------------------------------===//
#include "base/error.h"
#include "ranks/run_ranks.h"
#include "run.h"

int main(int argc, char **argv) {
  return gap::main_with_errors([&] {
    if (minimd::asks_for_ranks(argc, argv))
      return minimd::run_ranks(argc, argv);
    minimd::Options options;
    int status;
    if (!minimd::parse_options(argc, argv, options, status))
      return status;
    minimd::MdKernel kernel(options.input, options.plans);
    return options.compare || !options.schedules.empty()
               ? minimd::run_comparison(kernel, options)
               : minimd::run_once(kernel, options);
  });
}
