//===- command_line.h - a program's command line --------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Wrong usage has the exit status of every other error, 1.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_COMMAND_LINE_H
#define GAP_COMMAND_LINE_H

#include <string>

namespace CLI {
class App;
}

namespace gap {

/// Adds an option that takes a number from 1 to a million. Without the option
/// `count` stays as it is. Spares its callers CLI11's header, which takes
/// seconds to compile.
void add_count_option(CLI::App &app, const std::string &name, int &count,
                      const std::string &description);

/// Parses the command line. Returns true if the program shall go on, and false
/// after it printed help; `status` is then the exit status. Throws InputError
/// for wrong usage.
bool parse_command_line(CLI::App &app, int argc, char **argv, int &status);

} // namespace gap
#endif
