//===- options.cpp - the command line -------------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Short options are miniMD's. Wrong usage has the exit status of every other
// error, 1.
//
//===----------------------------------------------------------------------===//
#include "options.h"
#include "base/error.h"

#include <CLI/CLI.hpp>
#include <omp.h>

namespace minimd {
namespace {

/// The options of a run's physics, each of which replaces a line of the file.
class InputOptions {
  std::string file_;
  std::vector<int> size_;
  std::vector<std::function<void(Input &)>> changes_;

  template <class T>
  CLI::Option *add(CLI::App &app, const char *name, T Input::*member,
                   const char *what) {
    return app.add_option_function<T>(
        name,
        [this, member](const T &value) {
          changes_.push_back([=](Input &in) { in.*member = value; });
        },
        what);
  }
  template <class T, class Set>
  CLI::Option *set(CLI::App &app, const char *name, const char *what,
                   const Set &apply) {
    return app.add_option_function<T>(
        name,
        [this, apply](const T &value) {
          changes_.push_back([=](Input &in) { apply(in, value); });
        },
        what);
  }

public:
  void add_to(CLI::App &app);
  /// The file's values, or miniMD's, changed by the options.
  Input input() const;
};

void InputOptions::add_to(CLI::App &app) {
  const CLI::Range positive(1e-9, 1e6), count(1, 1 << 30);
  app.add_option("-i,--input", file_,
                 "Input file in the form of miniMD's in.lj; without one, its "
                 "values");
  app.add_option("-s,--size", size_,
                 "Unit cells of the box in each direction: one number or three")
      ->check(CLI::Range(1, 100000))
      ->expected(1, 3);
  set<std::string>(app, "--system",
                   "uniform (the default), droplet, slab or gradient",
                   [](Input &in, const std::string &name) {
                     in.lattice.system = parse_system(name);
                     in.data_file.clear();
                   });
  add(app, "-f,--data", &Input::data_file,
      "Atoms to start from: a LAMMPS data file");
  add(app, "-n,--steps", &Input::steps, "Time steps")
      ->check(CLI::Range(0, 1 << 30));
  set<double>(app, "--density", "Of the lattice", [](Input &in, double value) {
    in.lattice.density = value;
  })->check(positive);
  add(app, "--temperature", &Input::temperature, "At the start")
      ->check(CLI::Range(0.0, 1e6));
  set<std::string>(app, "--velocities",
                   "maxwell (the default), or uniform: miniMD's",
                   [](Input &in, const std::string &name) {
                     if (name != "maxwell" && name != "uniform")
                       throw gap::InputError(
                           "'" + name +
                           "' is not a distribution of velocities; expected "
                           "maxwell or uniform");
                     in.velocities = name == "uniform" ? VelocityKind::Uniform
                                                       : VelocityKind::Maxwell;
                   });
  set<std::uint64_t>(app, "--seed", "Of velocities and of vapour",
                     [](Input &in, std::uint64_t value) {
                       in.seed = in.lattice.seed = value;
                     });
  set<double>(app, "--dt", "Time step", [](Input &in, double value) {
    in.settings.time_step = value;
  })->check(positive);
  set<double>(app, "--cutoff", "Of the forces", [](Input &in, double value) {
    in.settings.potential.cutoff = value;
  })->check(positive);
  set<double>(app, "--skin", "How much further lists reach",
              [](Input &in, double value) { in.settings.skin = value; })
      ->check(CLI::Range(0.0, 1e6));
  set<int>(app, "--every", "Steps from one list to the next",
           [](Input &in, int value) { in.settings.list_every = value; })
      ->check(count);
  add(app, "--thermo", &Input::thermo_every,
      "Steps between outputs; 0: at the start and the end")
      ->check(CLI::Range(0, 1 << 30));
  set<std::string>(app, "--list",
                   "full (the default), half-atomic or half-buffers",
                   [](Input &in, const std::string &name) {
                     in.settings.force_kind = parse_force_kind(name);
                   });
  app.add_flag_callback(
      "--sort",
      [this] {
        changes_.push_back([](Input &in) { in.settings.sort = true; });
      },
      "Sort atoms by place before each new list");
}

Input InputOptions::input() const {
  if (size_.size() == 2)
    throw gap::InputError("wrong usage: --size has 2 numbers; expected 1 or 3");
  Input input = file_.empty() ? Input() : read_input(file_);
  for (std::size_t d = 0; d < 3 && !size_.empty(); ++d)
    input.lattice.cells[d] = size_[size_.size() == 3 ? d : 0];
  for (const auto &change : changes_)
    change(input);
  return input;
}

void add_run_options(CLI::App &app, Options &o) {
  app.add_option("-t,--threads", "Number of threads")
      ->check(CLI::Range(1, 4096))
      ->each([](const std::string &n) { omp_set_num_threads(std::stoi(n)); });
  auto *schedule = app.add_option_function<std::string>(
      "--schedule",
      [&o](const std::string &s) { o.schedule = gap::parse_schedule(s); },
      "static, dynamic (monotonic), guided or static_steal, and then ,CHUNK if "
      "wanted; serial (one thread), usersched (without profile), "
      "usersched_prof (the default) or usersched_nosteal");
  app.add_option_function<std::string>(
         "--plans",
         [&o](const std::string &s) {
           o.plans = s == "forget" ? PlanPolicy::Forget : PlanPolicy::Detect;
         },
         "After each new list: forget (the default) what was learnt of the "
         "last one, or leave it to usersched to detect that it changed")
      ->check(CLI::IsMember({"detect", "forget"}));
  auto *compare =
      app.add_flag("--compare", o.compare,
                   "Tune the schedules, measure them interleaved, and print a "
                   "table")
          ->excludes(schedule);
  app.add_option_function<std::vector<std::string>>(
         "--schedules",
         [&o](const std::vector<std::string> &list) {
           for (const std::string &s : list)
             o.schedules.push_back(gap::parse_schedule(s));
         },
         "Measure exactly these, interleaved, and print a table")
      ->delimiter(' ')
      ->excludes(schedule)
      ->excludes(compare);
  app.add_option("--rounds", o.rounds,
                 "Measuring rounds of --compare and --schedules")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--sample", o.sample_ms,
                 "Milliseconds of the loop per schedule and round")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  app.add_flag("--no-loads", o.no_loads,
               "Only measure times; do not count who does how much");
  app.add_option("--json", o.json, "Write what was measured to this file, too");
  app.add_option("--trace", o.trace,
                 "Write to this file which thread did what, and when");
  app.add_option("--dump-loads", o.dump_loads,
                 "Write the last list's number of neighbours of each atom to "
                 "this file, one a line");
}

std::string name_of(const Input &input) {
  if (!input.data_file.empty()) {
    const std::string &file = input.data_file;
    return file.substr(file.find_last_of('/') + 1);
  }
  const int *c = input.lattice.cells;
  std::string name = system_name(input.lattice.system);
  name += "-" + std::to_string(c[0]);
  if (c[1] != c[0] || c[2] != c[0])
    name += "x" + std::to_string(c[1]) + "x" + std::to_string(c[2]);
  if (input.settings.sort)
    name += "-sorted";
  if (input.settings.force_kind == ForceKind::HalfAtomic)
    name += "-half-atomic";
  if (input.settings.force_kind == ForceKind::HalfBuffers)
    name += "-half-buffers";
  return name;
}

std::string command_line(int argc, char **argv) {
  std::string line;
  for (int i = 0; i < argc; ++i) {
    const std::string word = argv[i];
    const bool plain = word.find_first_of(" ()") == std::string::npos;
    line += (i ? " " : "") + (plain ? word : "'" + word + "'");
  }
  return line;
}

} // namespace

bool parse_options(int argc, char **argv, Options &options, int &status) {
  CLI::App app("Molecular dynamics of Lennard-Jones atoms, in the image of "
               "Mantevo's miniMD");
  InputOptions input;
  input.add_to(app);
  add_run_options(app, options);
  status = 0;
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success &e) { // --help
    app.exit(e);
    return false;
  } catch (const CLI::ParseError &e) {
    throw gap::InputError(std::string("wrong usage: ") + e.what() +
                          "; --help lists the options");
  }
  options.input = input.input();
  options.input_name = name_of(options.input);
  options.command = command_line(argc, argv);
  return true;
}

} // namespace minimd
