//===- command_line.cpp - a program's command line ------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CLI11's exceptions end here.
//
//===----------------------------------------------------------------------===//
#include "base/command_line.h"
#include "base/error.h"

#include <CLI/CLI.hpp>

namespace gap {

void add_count_option(CLI::App &app, const std::string &name, int &count,
                      const std::string &description) {
  app.add_option(name, count, description)
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
}

bool parse_command_line(CLI::App &app, int argc, char **argv, int &status) {
  status = 0;
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success &e) { // --help
    app.exit(e);
    return false;
  } catch (const CLI::ParseError &e) {
    throw InputError(std::string("wrong usage: ") + e.what() +
                     "; --help lists the options");
  }
  return true;
}

} // namespace gap
