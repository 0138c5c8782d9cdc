//===- program.h - runs one of the kernels' programs ----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The programs are tested as users meet them: command line in, exit status,
// stdout and stderr out.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_PROGRAM_H
#define GAP_PROGRAM_H

#include <string>
#include <vector>

namespace gap_test {

struct Result {
  int status; ///< exit status, or 128 + signal
  std::string out;
  std::string err;
};

/// Runs `program` with the arguments, and kills it after 300 seconds.
Result run(const std::string &program, const std::vector<std::string> &args);

/// As run(), and again if libomp has ended the program. A debuggable libomp may
/// do so under static_steal, which dynamic can mean, when a loop is tiny: a
/// thief reads what its victim wrote for an earlier loop. That is not what is
/// tested.
Result run_despite_libomp(const std::string &program,
                          const std::vector<std::string> &args);

} // namespace gap_test
#endif
