//===- input_test.cpp - input files, good and bad -------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every bad file is an error with its name and line; cut off anywhere, a file
// is either whole or an error.
//
//===----------------------------------------------------------------------===//
#include "base/error.h"
#include "data_file.h"
#include "input.h"
#include "test_files.h"

#include <gtest/gtest.h>

namespace {

using namespace minimd;
using gap_test::TempFile;

const std::string good = "A title\n"
                         "\n"
                         "lj             units (lj or metal)\n"
                         "none           data file (none or filename)\n"
                         "lj             force style (lj or eam)\n"
                         "1.0 1.5        LJ parameters (epsilon and sigma)\n"
                         "32 8 16        size of problem\n"
                         "100            timesteps\n"
                         "0.005          timestep size\n"
                         "1.44           initial temperature\n"
                         "0.8442         density\n"
                         "20             reneighboring every this many steps\n"
                         "2.5 0.30       force cutoff and neighbor skin\n"
                         "50             thermo calculation every\n";

const std::string atoms_file = "LAMMPS data\n"
                               "\n"
                               "3 atoms # a comment\n"
                               "1 atom types\n"
                               "0 10.5 xlo xhi\n"
                               "0 11 ylo yhi\n"
                               "0.0 12 zlo zhi\n"
                               "\n"
                               "Masses\n"
                               "\n"
                               "1 1.0\n"
                               "\n"
                               "Atoms\n"
                               "\n"
                               "2 1 1 2 3\n"
                               "1 1 4 5 12\n"
                               "3 1 7.5 8 9e0\n"
                               "\n"
                               "Velocities\n"
                               "\n"
                               "1 0.5 0 -1\n"
                               "3 0 0 2\n"
                               "2 1 1 1\n";

std::string replaced(std::string text, const std::string &what,
                     const std::string &by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, text.npos);
  return text.replace(at, what.size(), by);
}

template <class Read>
std::string error_of(const Read &read, const std::string &content) {
  const TempFile file("in.lj", content);
  try {
    read(file.path());
    return "no error";
  } catch (const gap::InputError &e) {
    return e.what();
  }
}

TEST(Input, ReadsMiniMDsForm) {
  const TempFile file("in.lj", good);
  const Input in = read_input(file.path());
  EXPECT_EQ(in.settings.potential.sigma, 1.5);
  EXPECT_EQ(in.lattice.cells[0], 32);
  EXPECT_EQ(in.lattice.cells[1], 8);
  EXPECT_EQ(in.lattice.cells[2], 16);
  EXPECT_EQ(in.steps, 100);
  EXPECT_EQ(in.settings.time_step, 0.005);
  EXPECT_EQ(in.temperature, 1.44);
  EXPECT_EQ(in.lattice.density, 0.8442);
  EXPECT_EQ(in.settings.list_every, 20);
  EXPECT_EQ(in.settings.potential.cutoff, 2.5);
  EXPECT_EQ(in.settings.skin, 0.3);
  EXPECT_EQ(in.thermo_every, 50);
  EXPECT_EQ(in.data_file, "");
}

TEST(DataFile, HasAtomsInAnyOrder) {
  const TempFile file("three.data", atoms_file);
  const Atoms atoms = read_data_file(file.path());
  ASSERT_EQ(atoms.num_owned(), 3);
  EXPECT_EQ(atoms.box.x, 10.5);
  EXPECT_EQ(atoms.position[1].z, 3);
  EXPECT_EQ(atoms.position[2].x, 7.5);
  EXPECT_EQ(atoms.position[0].z, 0) << "the far face is the near one";
  EXPECT_EQ(atoms.velocity[0].z, -1);
  EXPECT_EQ(atoms.velocity[2].z, 2);
}

struct Broken {
  std::string what, by, error;
};

class BrokenInput : public testing::TestWithParam<Broken> {};

TEST_P(BrokenInput, IsAnErrorWithFileAndLine) {
  const std::string error =
      error_of([](const std::string &path) { read_input(path); },
               replaced(good, GetParam().what, GetParam().by));
  EXPECT_NE(error.find("in.lj:" + GetParam().error), error.npos) << error;
}

INSTANTIATE_TEST_SUITE_P(
    Lines, BrokenInput,
    testing::Values(
        Broken{"lj             units", "metal",
               "3: 'metal' is not a system of "
               "units of this program; "
               "expected lj"},
        Broken{"lj             force", "eam", "5: 'eam' is not a force style"},
        Broken{"lj             units", "\nlj",
               "3: the line is empty; expected "
               "the units, lj"},
        Broken{"1.0 1.5 ", "1.0 LJ ",
               "6: 'LJ' is not a number; expected a "
               "sigma above 0 to 1e+06"},
        Broken{"1.0 1.5 ", "-1 1.5 ",
               "6: '-1' is out of range; expected an "
               "epsilon"},
        Broken{"32 8 16 ", "32 8 ",
               "7: 'size' is not an integer; expected a "
               "number of unit cells from 1 to 100000"},
        Broken{"32 8 16 ", "32 0 16 ", "7: '0' is too small"},
        Broken{"32 8 16 ", "99999999999999999999 8 16 ",
               "7: '99999999999999999"
               "999' is too large"},
        Broken{"100   ", "-3   ", "8: '-3' is negative"},
        Broken{"0.005 ", "0 ",
               "9: '0' is out of range; expected a time step "
               "above 0 to 1e+06"},
        Broken{"0.005 ", "nan ", "9: 'nan' is out of range"},
        Broken{"0.005 ", "inf ", "9: 'inf' is out of range"},
        Broken{"0.005 ", "1e999 ", "9: '1e999' is out of range"},
        Broken{"1.44 ", "-1 ",
               "10: '-1' is out of range; expected a "
               "temperature from 0 to 1e+06"},
        Broken{"0.8442 ", "0.0 ",
               "11: '0.0' is out of range; expected a "
               "density"},
        Broken{"20    ", "0    ",
               "12: '0' is too small; expected a number of "
               "steps between lists"},
        Broken{"2.5 0.30 ", "2.5 -0.3 ",
               "13: '-0.3' is out of range; expected "
               "a skin"},
        Broken{"50      ", "x      ", "14: 'x' is not an integer"}));

class BrokenData : public testing::TestWithParam<Broken> {};

TEST_P(BrokenData, IsAnErrorWithFileAndLine) {
  const std::string error =
      error_of([](const std::string &path) { read_data_file(path); },
               replaced(atoms_file, GetParam().what, GetParam().by));
  EXPECT_NE(error.find("in.lj:" + GetParam().error), error.npos) << error;
}

INSTANTIATE_TEST_SUITE_P(
    Lines, BrokenData,
    testing::Values(
        Broken{"3 atoms", "0 atoms",
               "3: '0' is too small; expected a number "
               "of atoms"},
        Broken{"3 atoms", "4 atoms",
               "19: 'Velocities' is not an integer; "
               "expected an atom's number"},
        Broken{"3 atoms", "2 atoms", "17: '3' begins no section"},
        Broken{"3 atoms", "9999999999 atoms", "3: '9999999999' is too large"},
        Broken{"0 10.5 xlo", "1 10.5 xlo",
               "5: '1' is out of range; expected "
               "the origin, 0,"},
        Broken{"0 10.5 xlo xhi\n", "", "8: the header ends here"},
        Broken{"0 11 ylo", "0 -11 ylo",
               "6: '-11' is out of range; expected a "
               "side of the box"},
        Broken{"1 1.0", "1 2.0",
               "11: '2.0' is out of range; expected the unit "
               "of mass"},
        Broken{"2 1 1 2 3", "2 1 1 -2 3",
               "15: '-2' is out of range; expected "
               "a coordinate in the box from 0 to "
               "11"},
        Broken{"2 1 1 2 3", "2 1 1 2",
               "15: a coordinate in the box is "
               "missing"},
        Broken{"2 1 1 2 3", "1 1 1 2 3", "16: this atom was there before"},
        Broken{"2 1 1 2 3", "2 1 nan 2 3", "15: 'nan' is out of range"},
        Broken{"3 0 0 2", "3 0 fast 2", "22: 'fast' is not a number"},
        Broken{"Velocities", "Angles", "19: 'Angles' begins no section"},
        Broken{"Velocities", "Atoms",
               "19: the section Atoms was there "
               "before"}));

TEST(Input, CutOffAnywhereIsAnErrorOrWhole) {
  // After the last line's value there is only a remark.
  const std::size_t whole = good.rfind("50");
  for (std::size_t size = 0; size < good.size(); ++size) {
    const std::string error =
        error_of([](const std::string &path) { read_input(path); },
                 good.substr(0, size));
    EXPECT_EQ(error == "no error", size > whole) << size << ": " << error;
  }
}

TEST(DataFile, CutOffAnywhereIsAnErrorOrWhole) {
  const std::size_t atoms_end = atoms_file.find("Velocities");
  const std::size_t whole = atoms_file.rfind("1");
  for (std::size_t size = 0; size < atoms_file.size(); ++size) {
    const std::string error =
        error_of([](const std::string &path) { read_data_file(path); },
                 atoms_file.substr(0, size));
    // Without its velocities, or without the end of "9e0", it is another
    // file, not a broken one.
    const std::size_t last = atoms_file.find("9e0") + 1;
    const bool complete =
        size > whole || size == last || (size > last + 1 && size <= atoms_end);
    EXPECT_EQ(error == "no error", complete) << size << ": " << error;
  }
}

TEST(Input, MissingFileIsAnError) {
  EXPECT_THROW(read_input("/nowhere/in.lj"), gap::InputError);
  EXPECT_THROW(read_data_file("/nowhere/1m.data"), gap::InputError);
}

} // namespace
