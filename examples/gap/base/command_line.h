//===- command_line.h - a program's command line --------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the programs use of CLI11, which takes seconds of every file that
// includes its headers: only command_line.cpp does. Wrong usage has the exit
// status of every other error, 1.
//
//===----------------------------------------------------------------------===//
#ifndef GAP_COMMAND_LINE_H
#define GAP_COMMAND_LINE_H

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace gap {

/// An option of a command line, to say more about it. Each function returns the
/// option itself. An excluded option must not stand beside this one.
class Option {
public:
  explicit Option(CLI::Option *option) : option_(option) {}

  Option range(int least, int most);
  Option range(double least, double most);
  Option one_of(const std::vector<std::string> &words);
  /// `check` returns what is wrong with a word, or ""; help shows `type`.
  Option check(const std::function<std::string(const std::string &)> &check,
               const std::string &type);
  Option type_name(const std::string &name);
  Option excludes(const Option &other);
  Option required();
  /// Takes from `least` to `most` words. Only for vectors.
  Option words(int least, int most);
  /// Splits a word at each `separator`. Only for vectors.
  Option separated_by(char separator);
  /// Lets help show the value that the variable has now.
  Option show_default();

private:
  CLI::Option *option_;
};

class CommandLine {
public:
  explicit CommandLine(const std::string &description);

  /// Adds an option, "-s,--long", or what stands without one, "name". parse()
  /// writes to `value`, which keeps its value if the option is absent. T is
  /// int, std::uint32_t, double, std::string, or a vector of int or
  /// std::string.
  template <class T>
  Option add(const std::string &name, T &value, const std::string &description);
  Option add_flag(const std::string &name, bool &value,
                  const std::string &description);

  /// Adds an option whose value parse() hands to `take`. T is int,
  /// std::uint64_t, double, std::string or a vector of std::string.
  template <class T>
  Option add_call(const std::string &name,
                  const std::function<void(const T &)> &take,
                  const std::string &description);
  Option add_flag_call(const std::string &name,
                       const std::function<void()> &take,
                       const std::string &description);

  /// Returns a group of which exactly one option must be given. Help lists it
  /// under `name`.
  CommandLine add_choice(const std::string &name,
                         const std::string &description);

  /// Returns true if the program shall go on, and false after it printed help;
  /// `status` is then the exit status. Throws InputError for wrong usage, and
  /// what the functions of add_call() throw.
  bool parse(int argc, char **argv, int &status);

private:
  explicit CommandLine(std::shared_ptr<CLI::App> app) : app_(std::move(app)) {}

  std::shared_ptr<CLI::App> app_;
};

/// Returns the command line as a shell would take it, if no word has a quote.
std::string command_as_typed(int argc, char **argv);

} // namespace gap
#endif
