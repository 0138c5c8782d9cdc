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

namespace CLI {
class App;
}

namespace gap {

/// Parses the command line. Returns true if the program shall go on; otherwise
/// `status` is its exit status, and help was printed. Throws InputError for
/// wrong usage.
bool parse_command_line(CLI::App &app, int argc, char **argv, int &status);

} // namespace gap
#endif
