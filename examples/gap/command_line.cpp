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
#include "command_line.h"
#include "error.h"

#include <CLI/CLI.hpp>

namespace gap {

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
