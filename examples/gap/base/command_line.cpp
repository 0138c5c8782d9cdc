//===- command_line.cpp - a program's command line ------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CLI11 and its exceptions end here.
//
//===----------------------------------------------------------------------===//
#include "base/command_line.h"
#include "base/error.h"

#include <CLI/CLI.hpp>

namespace gap {

Option Option::range(int least, int most) {
  option_->check(CLI::Range(least, most));
  return *this;
}
Option Option::range(double least, double most) {
  option_->check(CLI::Range(least, most));
  return *this;
}
Option Option::one_of(const std::vector<std::string> &words) {
  option_->check(CLI::IsMember(words));
  return *this;
}
Option
Option::check(const std::function<std::string(const std::string &)> &check,
              const std::string &type) {
  option_->check(check, type);
  return *this;
}
Option Option::type_name(const std::string &name) {
  option_->type_name(name);
  return *this;
}
Option Option::excludes(const Option &other) {
  option_->excludes(other.option_);
  return *this;
}
Option Option::required() {
  option_->required();
  return *this;
}
Option Option::words(int least, int most) {
  option_->expected(least, most);
  return *this;
}
Option Option::separated_by(char separator) {
  option_->delimiter(separator);
  return *this;
}
Option Option::show_default() {
  option_->capture_default_str();
  return *this;
}

CommandLine::CommandLine(const std::string &description)
    : app_(std::make_shared<CLI::App>(description)) {}

template <class T>
Option CommandLine::add(const std::string &name, T &value,
                        const std::string &description) {
  return Option(app_->add_option(name, value, description));
}
template Option CommandLine::add(const std::string &, int &,
                                 const std::string &);
template Option CommandLine::add(const std::string &, std::uint32_t &,
                                 const std::string &);
template Option CommandLine::add(const std::string &, double &,
                                 const std::string &);
template Option CommandLine::add(const std::string &, std::string &,
                                 const std::string &);
template Option CommandLine::add(const std::string &, std::vector<int> &,
                                 const std::string &);
template Option CommandLine::add(const std::string &,
                                 std::vector<std::string> &,
                                 const std::string &);

Option CommandLine::add_flag(const std::string &name, bool &value,
                             const std::string &description) {
  return Option(app_->add_flag(name, value, description));
}

template <class T>
Option CommandLine::add_call(const std::string &name,
                             const std::function<void(const T &)> &take,
                             const std::string &description) {
  return Option(app_->add_option_function<T>(name, take, description));
}
template Option CommandLine::add_call(const std::string &,
                                      const std::function<void(const int &)> &,
                                      const std::string &);
template Option
CommandLine::add_call(const std::string &,
                      const std::function<void(const std::uint64_t &)> &,
                      const std::string &);
template Option
CommandLine::add_call(const std::string &,
                      const std::function<void(const double &)> &,
                      const std::string &);
template Option
CommandLine::add_call(const std::string &,
                      const std::function<void(const std::string &)> &,
                      const std::string &);
template Option CommandLine::add_call(
    const std::string &,
    const std::function<void(const std::vector<std::string> &)> &,
    const std::string &);

Option CommandLine::add_flag_call(const std::string &name,
                                  const std::function<void()> &take,
                                  const std::string &description) {
  return Option(app_->add_flag_callback(name, take, description));
}

CommandLine CommandLine::add_choice(const std::string &name,
                                    const std::string &description) {
  CLI::App *group = app_->add_option_group(name, description);
  group->require_option(1);
  return CommandLine(std::shared_ptr<CLI::App>(app_, group));
}

bool CommandLine::parse(int argc, char **argv, int &status) {
  status = 0;
  try {
    app_->parse(argc, argv);
  } catch (const CLI::Success &e) { // --help
    app_->exit(e);
    return false;
  } catch (const CLI::ParseError &e) {
    throw InputError(std::string("wrong usage: ") + e.what() +
                     "; --help lists the options");
  }
  return true;
}

std::string command_as_typed(int argc, char **argv) {
  std::string line;
  for (int i = 0; i < argc; ++i) {
    const std::string word = argv[i];
    const bool plain = word.find_first_of(" ()") == std::string::npos;
    line += (i ? " " : "") + (plain ? word : "'" + word + "'");
  }
  return line;
}

} // namespace gap
