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
#include "base/command_line.h"
#include "base/error.h"

#include <charconv>
#include <omp.h>

namespace minimd {
namespace {

/// The options of a run's physics, each of which replaces a line of the file.
class InputOptions {
  std::string file_;
  std::vector<int> size_;
  std::vector<std::function<void(Input &)>> changes_;

  template <class T>
  gap::Option add(gap::CommandLine &line, const char *name, T Input::*member,
                  const char *what) {
    return line.add_call<T>(
        name,
        [this, member](const T &value) {
          changes_.push_back([=](Input &in) { in.*member = value; });
        },
        what);
  }
  template <class T, class Set>
  gap::Option set(gap::CommandLine &line, const char *name, const char *what,
                  const Set &apply) {
    return line.add_call<T>(
        name,
        [this, apply](const T &value) {
          changes_.push_back([=](Input &in) { apply(in, value); });
        },
        what);
  }

public:
  void add_to(gap::CommandLine &line);
  /// The file's values, or miniMD's, changed by the options.
  Input input() const;
};

/// Numbers from 0 to 1. Throws gap::InputError.
std::vector<double> shares(const std::vector<std::string> &words) {
  std::vector<double> result;
  for (const std::string &word : words) {
    double value = 0;
    const char *end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, value);
    if (stop != end || error != std::errc() || !(value >= 0 && value <= 1))
      throw gap::InputError("wrong usage: --droplet: '" + word +
                            "' is not a share of the box; expected a number "
                            "from 0 to 1");
    result.push_back(value);
  }
  return result;
}

void InputOptions::add_to(gap::CommandLine &line) {
  line.add("-i,--input", file_,
           "Input file in the form of miniMD's in.lj; without one, its "
           "values");
  line.add("-s,--size", size_,
           "Unit cells of the box in each direction: one number or three")
      .range(1, 100000)
      .words(1, 3);
  set<std::string>(line, "--system",
                   "uniform (the default), droplet, slab or gradient",
                   [](Input &in, const std::string &name) {
                     in.lattice.system = parse_system(name);
                     in.data_file.clear();
                   });
  line.add_call<std::vector<std::string>>(
          "--droplet",
          [this](const std::vector<std::string> &words) {
            const std::vector<double> place = shares(words);
            changes_.push_back([=](Input &in) {
              in.lattice.droplet_center = {place[0], place[1], place[2]};
              in.lattice.droplet_radius = place[3];
            });
          },
          "Centre and radius of the droplet, X Y Z R, in shares of the box "
          "(0.5 0.5 0.5 0.3)")
      .words(4, 4);
  add(line, "-f,--data", &Input::data_file,
      "Atoms to start from: a LAMMPS data file");
  add(line, "-n,--steps", &Input::steps, "Time steps").range(0, 1 << 30);
  set<double>(line, "--density", "Of the lattice", [](Input &in, double value) {
    in.lattice.density = value;
  }).range(1e-9, 1e6);
  add(line, "--temperature", &Input::temperature, "At the start")
      .range(0.0, 1e6);
  set<std::string>(line, "--velocities",
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
  set<std::uint64_t>(line, "--seed", "Of velocities and of vapour",
                     [](Input &in, std::uint64_t value) {
                       in.seed = in.lattice.seed = value;
                     });
  set<double>(line, "--dt", "Time step", [](Input &in, double value) {
    in.settings.time_step = value;
  }).range(1e-9, 1e6);
  set<double>(line, "--cutoff", "Of the forces", [](Input &in, double value) {
    in.settings.potential.cutoff = value;
  }).range(1e-9, 1e6);
  set<double>(line, "--skin", "How much further lists reach",
              [](Input &in, double value) { in.settings.skin = value; })
      .range(0.0, 1e6);
  set<int>(line, "--every", "Steps from one list to the next",
           [](Input &in, int value) { in.settings.list_every = value; })
      .range(1, 1 << 30);
  add(line, "--thermo", &Input::thermo_every,
      "Steps between outputs; 0: at the start and the end")
      .range(0, 1 << 30);
  set<std::string>(line, "--list",
                   "full (the default), half-atomic or half-buffers",
                   [](Input &in, const std::string &name) {
                     in.settings.force_kind = parse_force_kind(name);
                   });
  line.add_flag_call(
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

void add_run_options(gap::CommandLine &line, Options &o) {
  line.add_call<int>("-t,--threads", omp_set_num_threads, "Number of threads")
      .range(1, 4096);
  const gap::Option schedule = line.add_call<std::string>(
      "--schedule",
      [&o](const std::string &s) { o.schedule = gap::parse_schedule(s); },
      "static, dynamic (monotonic), guided or static_steal, and then ,CHUNK if "
      "wanted; serial (one thread), usersched (without profile), "
      "usersched_prof (the default) or usersched_nosteal");
  line.add_call<std::string>(
          "--plans",
          [&o](const std::string &s) {
            o.plans = s == "forget" ? PlanPolicy::Forget : PlanPolicy::Detect;
          },
          "After each new list: forget (the default) what was learnt of the "
          "last one, or leave it to usersched to detect that it changed")
      .one_of({"detect", "forget"});
  const gap::Option compare =
      line.add_flag("--compare", o.compare,
                    "Tune the schedules, measure them interleaved, and print a "
                    "table")
          .excludes(schedule);
  line.add_call<std::vector<std::string>>(
          "--schedules",
          [&o](const std::vector<std::string> &list) {
            for (const std::string &s : list)
              o.schedules.push_back(gap::parse_schedule(s));
          },
          "Measure exactly these, interleaved, and print a table")
      .separated_by(' ')
      .excludes(schedule)
      .excludes(compare);
  line.add("--rounds", o.rounds,
           "Measuring rounds of --compare and --schedules")
      .range(1, 1000)
      .show_default();
  line.add("--sample", o.sample_ms,
           "Milliseconds of the loop per schedule and round that count, after "
           "as many that do not")
      .range(1, 100000)
      .show_default();
  line.add_flag("--no-loads", o.no_loads,
                "Only measure times; do not count who does how much");
  line.add("--json", o.json, "Write what was measured to this file, too");
  line.add("--trace", o.trace,
           "Write to this file which thread did what, and when");
  line.add("--dump-loads", o.dump_loads,
           "Write the last list's number of neighbours of each atom to "
           "this file, one a line");
}

void add_rank_options(gap::CommandLine &line, Options &o) {
  line.add_flag("--mpi", o.mpi,
                "Run as one rank of several, started by mpirun, each of which "
                "owns a part of the box");
  line.add_call<std::string>(
          "--balance",
          [&o](const std::string &s) {
            o.balance = s == "off"  ? BalancePolicy::Never
                        : s == "on" ? BalancePolicy::WhenItPays
                                    : BalancePolicy::AtEachList;
            o.balance_is_said = true;
          },
          "With --mpi: on (the default), move the borders of the parts when "
          "that pays; off, leave them; always, at each new list")
      .one_of({"on", "off", "always"});
  line.add(
          "--grid", o.grid,
          "With --mpi: the parts at the start, as X Y Z, one for each rank; by "
          "default they are about as long as wide")
      .range(1, 100000)
      .words(3, 3);
}

void check_rank_options(const Options &o) {
  const auto fail = [](const std::string &problem) {
    throw gap::InputError("wrong usage: " + problem);
  };
  if (!o.mpi && (o.balance_is_said || !o.grid.empty()))
    fail("--balance and --grid are for ranks; expected --mpi beside them");
  if (!o.mpi)
    return;
  if (o.compare || !o.schedules.empty() || !o.json.empty())
    fail("--mpi compares no schedules; expected a run of one schedule");
  if (!o.trace.empty() || !o.dump_loads.empty())
    fail("--mpi writes no trace and no loads; expected neither --trace nor "
         "--dump-loads");
  if (o.input.settings.force_kind != ForceKind::Full)
    fail("--mpi needs a full list, for a half list adds forces to atoms of "
         "other ranks; expected --list full");
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

} // namespace

bool parse_options(int argc, char **argv, Options &options, int &status) {
  gap::CommandLine line(
      "Molecular dynamics of Lennard-Jones atoms, in the image of "
      "Mantevo's miniMD");
  InputOptions input;
  input.add_to(line);
  add_run_options(line, options);
  add_rank_options(line, options);
  if (!line.parse(argc, argv, status))
    return false;
  options.input = input.input();
  check_rank_options(options);
  options.input_name = name_of(options.input);
  options.command = gap::command_as_typed(argc, argv);
  return true;
}

} // namespace minimd
