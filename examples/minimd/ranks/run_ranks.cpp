//===- run_ranks.cpp - one run on the ranks of MPI ------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lines of output are those of a run in one process.
//
//===----------------------------------------------------------------------===//
#include "ranks/run_ranks.h"
#include "base/error.h"
#include "ranks/rank_run.h"
#include "ranks/run_on_ranks.h"

#include <cmath>
#include <cstdio>

namespace minimd {
namespace {

/// Ranks that were started with other options would wait for each other for
/// ever, or compute nonsense.
void require_same_input(const Communicator &ranks, const Options &o,
                        const Atoms &atoms) {
  double places = 0;
  for (const Vec3 &p : atoms.position)
    places += p.x + 2 * p.y + 3 * p.z;
  const std::vector<double> mine = {double(atoms.num_owned()),
                                    places,
                                    atoms.volume(),
                                    double(o.input.steps),
                                    double(o.input.thermo_every),
                                    double(o.input.settings.list_every),
                                    o.input.settings.reach(),
                                    double(o.balance)};
  std::vector<double> most = mine, least;
  for (double value : mine)
    least.push_back(-value);
  ranks.largest(most);
  ranks.largest(least);
  for (std::size_t i = 0; i < mine.size(); ++i)
    if (most[i] != -least[i])
      throw gap::InputError("the ranks have different input; expected the same "
                            "options and files for all");
}

void print_start(const Communicator &ranks, const Options &o,
                 const Atoms &atoms) {
  const Settings &s = o.input.settings;
  std::printf("# %s: %d atoms, box %.2f x %.2f x %.2f, density %.4f, cut-off "
              "%g, skin %g, time step %g, %s\n"
              "# step temperature potential pressure total seconds\n",
              o.input_name.c_str(), atoms.num_owned(), atoms.box.x, atoms.box.y,
              atoms.box.z, atoms.num_owned() / atoms.volume(),
              s.potential.cutoff, s.skin, s.time_step, ranks.name().c_str());
}

void print_summary(const Options &o, const RankRun::Summary &s) {
  std::printf("# %d steps in %.3f s; the busiest ranks were busy for %.3f s\n",
              o.input.steps, s.seconds, s.busiest);
  std::printf("# largest / mean of ranks before balancing: %.3f by time, %.3f "
              "by neighbours\n",
              s.before.by_time, s.before.by_neighbors);
  if (s.figures.balances > 0)
    std::printf("# largest / mean of ranks after balancing: %.3f by time, %.3f "
                "by neighbours\n",
                s.after.by_time, s.after.by_neighbors);
  std::printf("# %d balances moved %.0f atoms, in %.2g s each; %d looks at all "
              "ranks\n",
              static_cast<int>(s.figures.balances), s.moved,
              s.figures.balance_seconds, static_cast<int>(s.figures.looks));
}

int run_rank(const Communicator &ranks, int argc, char **argv) {
  Options options;
  int status = 0;
  if (!parse_options(argc, argv, options, status))
    return status;
  if (!is_available(options.schedule))
    throw gap::InputError(options.schedule.name() +
                          " is not a schedule of this OpenMP runtime; expected "
                          "another");
  const Atoms all = make_atoms(options.input);
  require_same_input(ranks, options, all);
  RankRun run(ranks, options, all);
  const double start = MPI_Wtime();
  run.run(all, [&](int step) {
    const Totals totals = run.totals();
    const Thermo t = measure(totals, all.volume());
    if (step == 0)
      print_start(ranks, options, all);
    std::printf("%d %.6e %.6e %.6e %.6e %.3f\n", step, t.temperature,
                t.potential, t.pressure, t.total, MPI_Wtime() - start);
  });
  print_summary(options, run.summary());
  const std::string problem = run.verify();
  if (!problem.empty())
    throw gap::InputError("the result is wrong: " + problem);
  return 0;
}

} // namespace

int run_ranks(int argc, char **argv) {
  return run_on_ranks(argc, argv, run_rank);
}

} // namespace minimd
