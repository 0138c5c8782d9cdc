//===- simulation_test.cpp - conservation laws, schedules, and published results
//===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs are the same on every machine of the same arithmetic, so their bounds
// are not those of chance.
//
//===----------------------------------------------------------------------===//
#include "base/error.h"
#include "direct.h"
#include "md_kernel.h"

#include <cmath>
#include <gtest/gtest.h>
#include <omp.h>

namespace {

using namespace minimd;
using namespace minimd_test;
using gap::Schedule;
using gap::ScheduleKind;

Input input(System system, int cells, int steps) {
  Input result;
  result.lattice.system = system;
  for (int &c : result.lattice.cells)
    c = cells;
  result.steps = steps;
  return result;
}

double momentum(const Atoms &atoms) {
  const Vec3 p = total_momentum(atoms);
  return std::sqrt(dot(p, p)) / atoms.num_owned();
}

class Kinds : public testing::TestWithParam<ForceKind> {};

TEST_P(Kinds, ConserveEnergyAndMomentum) {
  omp_set_num_threads(1);
  for (System system : {System::Uniform, System::Droplet}) {
    Input in = input(system, 5, 400);
    in.settings.force_kind = GetParam();
    in.settings.time_step = 0.0025;
    // So that no atom crosses the skin between lists.
    in.settings.list_every = 10;
    MdKernel kernel(in, PlanPolicy::Detect);
    kernel.run(Schedule(), 0);
    // Pairs that cross the cut-off change the energy: by 0.016 each.
    EXPECT_LT(std::fabs(kernel.energy_drift()), 0.01);
    EXPECT_LT(momentum(kernel.simulation().atoms()), 1e-13);
    // The run did something: the crystal is gone.
    EXPECT_LT(kernel.simulation().thermo().temperature, 1.2);
    EXPECT_EQ(kernel.verify(), "");
  }
}

TEST_P(Kinds, FollowTheSamePath) {
  omp_set_num_threads(1);
  Input in = input(System::Gradient, 5, 60);
  MdKernel full(in, PlanPolicy::Detect);
  full.run(Schedule(), 0);
  in.settings.force_kind = GetParam();
  MdKernel other(in, PlanPolicy::Detect);
  other.run(Schedule(), 0);
  for (int i = 0; i < full.simulation().atoms().num_owned(); ++i)
    EXPECT_NEAR(full.simulation().atoms().position[i].x,
                other.simulation().atoms().position[i].x, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Lists, Kinds,
                         testing::Values(ForceKind::Full, ForceKind::HalfAtomic,
                                         ForceKind::HalfBuffers));

TEST(Simulation, SmallerTimeStepsConserveEnergyBetter) {
  omp_set_num_threads(1);
  // The spread of the energy of velocity Verlet goes with the square of the
  // step. A crystal so cold that no pair crosses the cut-off, which is between
  // two shells, those at 2.25 and 2.51.
  double spread[2];
  for (int halved : {0, 1}) {
    Input in = input(System::Uniform, 4, 100 << halved);
    in.lattice.density = 1;
    in.settings.potential.cutoff = 2.38;
    in.temperature = 0.01;
    in.settings.time_step = 0.01 / (1 << halved);
    in.thermo_every = 1;
    MdKernel kernel(in, PlanPolicy::Detect);
    double least = 1e300, most = -1e300;
    kernel.on_step = [&] {
      const double energy = kernel.simulation().thermo().total;
      least = std::min(least, energy);
      most = std::max(most, energy);
    };
    kernel.run(Schedule(), 0);
    spread[halved] = most - least;
  }
  EXPECT_NEAR(spread[0] / spread[1], 4, 0.5);
}

bool same_bits(const Atoms &a, const Atoms &b) {
  for (int i = 0; i < a.num_owned(); ++i)
    for (double Vec3::*c : {&Vec3::x, &Vec3::y, &Vec3::z})
      if (a.position[i].*c != b.position[i].*c ||
          a.velocity[i].*c != b.velocity[i].*c ||
          a.force[i].*c != b.force[i].*c)
        return false;
  return a.id == b.id;
}

class Schedules : public testing::TestWithParam<const char *> {};

TEST_P(Schedules, GiveTheSameBits) {
  Input in = input(System::Droplet, 6, 9);
  in.settings.sort = true;
  in.settings.list_every = 3;
  omp_set_num_threads(1);
  MdKernel reference(in, PlanPolicy::Detect);
  reference.run({ScheduleKind::Serial, 0}, 0);
  const Atoms expected = reference.simulation().atoms();
  const Thermo thermo = reference.simulation().thermo();
  for (int threads : {1, 2, 3, 8}) {
    omp_set_num_threads(threads);
    for (PlanPolicy plans : {PlanPolicy::Detect, PlanPolicy::Forget}) {
      MdKernel kernel(in, plans);
      kernel.run(gap::parse_schedule(GetParam()), 0);
      EXPECT_TRUE(same_bits(kernel.simulation().atoms(), expected))
          << threads << " threads";
      EXPECT_EQ(kernel.simulation().thermo().total, thermo.total);
      EXPECT_EQ(kernel.simulation().thermo().pressure, thermo.pressure);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Names, Schedules,
                         testing::Values("static", "static,7", "dynamic,3",
                                         "guided,2", "static_steal,5",
                                         "usersched", "usersched_prof",
                                         "usersched_nosteal"));

TEST(Simulation, SortingChangesTheOrderAlone) {
  omp_set_num_threads(1);
  Input in = input(System::Gradient, 5, 40);
  MdKernel plain(in, PlanPolicy::Detect);
  plain.run(Schedule(), 0);
  in.settings.sort = true;
  MdKernel sorted(in, PlanPolicy::Detect);
  sorted.run(Schedule(), 0);
  const Atoms &a = plain.simulation().atoms(), &b = sorted.simulation().atoms();
  EXPECT_NE(a.id, b.id);
  for (int i = 0; i < b.num_owned(); ++i) {
    const Vec3 d = a.position[b.id[i]] - b.position[i];
    EXPECT_LT(dot(d, d), 1e-18);
  }
}

// Mantevo's miniMD, tests/reference_output/4k.lj and 32k.lj, for its in.lj:
// step, temperature, potential energy, pressure.
struct Published {
  int cells;
  double lines[3][4];
};

class Reference : public testing::TestWithParam<Published> {};

TEST_P(Reference, OutputIsReproducedToTheLastDigit) {
  omp_set_num_threads(1);
  Input in = input(System::Uniform, GetParam().cells, 0);
  in.velocities = VelocityKind::Uniform;
  for (const double(&line)[4] : GetParam().lines)
    in.steps = std::max(in.steps, static_cast<int>(line[0]));
  MdKernel kernel(in, PlanPolicy::Detect);
  int compared = 0;
  kernel.on_step = [&] {
    for (const double(&line)[4] : GetParam().lines) {
      if (line[0] != kernel.simulation().steps_done())
        continue;
      const Thermo now = kernel.simulation().thermo();
      const double found[3] = {now.temperature, now.potential, now.pressure};
      for (int i = 0; i < 3; ++i) {
        char text[2][32];
        std::snprintf(text[0], sizeof text[0], "%.6e", found[i]);
        std::snprintf(text[1], sizeof text[1], "%.6e", line[i + 1]);
        EXPECT_STREQ(text[0], text[1]) << "step " << line[0];
      }
      ++compared;
    }
  };
  kernel.run(Schedule(), 0);
  EXPECT_EQ(compared, 3);
}

INSTANTIATE_TEST_SUITE_P(
    MiniMD, Reference,
    testing::Values(
        Published{10,
                  {{0, 1.440000e+00, -6.773368e+00, -5.019973e+00},
                   {100, 7.208599e-01, -5.701261e+00, 5.236926e-01},
                   {200, 7.127749e-01, -5.690223e+00, 6.106253e-01}}},
        Published{20,
                  {{0, 1.440000e+00, -6.773368e+00, -5.019707e+00},
                   {0, 1.440000e+00, -6.773368e+00, -5.019707e+00},
                   {100, 7.522746e-01, -5.750134e+00, 2.187181e-01}}}));

TEST(Simulation, TooSmallABoxIsRefused) {
  EXPECT_THROW(MdKernel(input(System::Uniform, 3, 1), PlanPolicy::Detect),
               gap::InputError);
}

TEST(Simulation, OverlappingAtomsAreRefused) {
  Atoms atoms = shaken(System::Uniform, 4);
  atoms.position[5] = atoms.position[9] + Vec3{0.01, 0, 0};
  Simulation simulation(Settings(), atoms.box);
  try {
    simulation.start(atoms, Schedule());
    FAIL();
  } catch (const gap::InputError &e) {
    EXPECT_NE(std::string(e.what()).find("atoms 6 and 10 overlap"),
              std::string::npos)
        << e.what();
  }
}

TEST(Simulation, TooLongATimeStepIsReported) {
  Input in = input(System::Uniform, 4, 1000);
  in.settings.time_step = 0.1;
  MdKernel kernel(in, PlanPolicy::Detect);
  try {
    kernel.run(Schedule(), 0);
    FAIL();
  } catch (const gap::InputError &e) {
    EXPECT_NE(
        std::string(e.what()).find("the simulation has exploded: in step"),
        std::string::npos)
        << e.what();
  }
}

} // namespace
