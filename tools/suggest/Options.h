//===- Options.h - the command line ---------------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_SUGGEST_OPTIONS_H
#define USERSCHED_SUGGEST_OPTIONS_H

#include <optional>
#include <string>
#include <vector>

namespace usersched {

struct Options {
  enum Format { Text, Yaml, Sarif };

  std::string BuildFolder; // with compile_commands.json; empty: looked for
  std::string Source;      // of --try
  std::vector<std::string> Files;
  std::vector<std::string> Behind; // what stands behind "--"
  bool HasBehind = false;
  bool Apply = false, Check = false, Try = false, Unknown = false;
  Format As = Text;
};

/// Returns the options, or the exit status of a program that is done: after
/// --help, or a mistake, which it reports.
std::optional<Options> readOptions(int Count, char **Words, int &Status);

} // namespace usersched

#endif
