//===- OptionsTest.cpp - environment variables ----------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options are read once per process, so each test is a process of its own.
//
//===----------------------------------------------------------------------===//
#include "TestLoop.h"

#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>

using namespace usersched;
using namespace usersched::test;

namespace {

/// Exits with 0 if the setting Name=Text gives Expected.
[[noreturn]] void readAndExit(const char *Name, const char *Text,
                              uint64_t Options::*Member, uint64_t Expected) {
  setenv(Name, Text, 1);
  std::exit(Options::get().*Member == Expected ? 0 : 1);
}

class OptionsDeathTest : public testing::Test {
  void SetUp() override {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    // What the tester has set.
    for (char **Entry = environ; *Entry;)
      if (std::strncmp(*Entry, "USERSCHED_", 10) == 0)
        unsetenv(std::string(*Entry, std::strchr(*Entry, '=')).c_str());
      else
        ++Entry;
  }
};

TEST_F(OptionsDeathTest, ReadsANumber) {
  EXPECT_EXIT(readAndExit("USERSCHED_CACHE_MIB", "7", &Options::CacheMiB, 7),
              testing::ExitedWithCode(0), "^$");
  EXPECT_EXIT(readAndExit("USERSCHED_STALENESS", "0", &Options::Staleness, 0),
              testing::ExitedWithCode(0), "^$");
}

TEST_F(OptionsDeathTest, ReadsAWordInAnyCase) {
  EXPECT_EXIT(readAndExit("USERSCHED_SCHEDULE", "off", &Options::Schedule,
                          Options::Off),
              testing::ExitedWithCode(0), "^$");
  EXPECT_EXIT(
      readAndExit("USERSCHED_STEAL", "On", &Options::Steal, Options::SwitchOn),
      testing::ExitedWithCode(0), "^$");
  EXPECT_EXIT(readAndExit("USERSCHED_PROFILE", "pragma", &Options::Profile,
                          Options::Pragma),
              testing::ExitedWithCode(0), "^$");
}

TEST_F(OptionsDeathTest, SaysWhatIsWrongWithANumberAndGoesOn) {
  for (const char *Text : {"lots", "", "-1", "7x", "99999999999999999999"})
    EXPECT_EXIT(
        readAndExit("USERSCHED_CACHE_MIB", Text, &Options::CacheMiB, 64),
        testing::ExitedWithCode(0),
        "^usersched: USERSCHED_CACHE_MIB is '.*'; accepted are whole numbers "
        "from 0 to 1048576; using 64\n$");
}

TEST_F(OptionsDeathTest, SaysWhatIsWrongWithAWordAndGoesOn) {
  EXPECT_EXIT(
      readAndExit("USERSCHED_STEAL", "maybe", &Options::Steal, Options::Pragma),
      testing::ExitedWithCode(0),
      "^usersched: USERSCHED_STEAL is 'maybe'; accepted are off, on "
      "and pragma; using pragma\n$");
  EXPECT_EXIT(readAndExit("USERSCHED_SCHEDULE", "static", &Options::Schedule,
                          Options::Balanced),
              testing::ExitedWithCode(0),
              "is 'static'; accepted are usersched and off; using usersched");
}

TEST_F(OptionsDeathTest, NamesTheNearestSettingForAnUnknownOne) {
  EXPECT_EXIT(
      readAndExit("USERSCHED_STEEL", "off", &Options::Steal, Options::Pragma),
      testing::ExitedWithCode(0),
      "^usersched: USERSCHED_STEEL is not a setting; did you mean "
      "USERSCHED_STEAL\\?\n$");
  EXPECT_EXIT(readAndExit("USERSCHED_report", "x.json", &Options::Steal,
                          Options::Pragma),
              testing::ExitedWithCode(0),
              "did you mean USERSCHED_REPORT\\?\n$");
}

TEST_F(OptionsDeathTest, SaysNothingOfTheVariablesOfTheCompilers) {
  setenv("USERSCHED_CC", "clang-19", 1);
  EXPECT_EXIT(readAndExit("USERSCHED_CXX", "clang++-19", &Options::Chunk, 0),
              testing::ExitedWithCode(0), "^$");
  unsetenv("USERSCHED_CC");
}

TEST_F(OptionsDeathTest, DisplaysAllSettingsIfAsked) {
  setenv("USERSCHED_CHUNK", "12", 1);
  EXPECT_EXIT(readAndExit("USERSCHED_DISPLAY_ENV", "1", &Options::Chunk, 12),
              testing::ExitedWithCode(0),
              "USERSCHED DISPLAY ENVIRONMENT BEGIN(.|\n)*"
              "USERSCHED_STEAL='pragma'\n.*accepted are off, on and pragma\n"
              "(.|\n)*USERSCHED_CHUNK='12'(.|\n)*"
              "USERSCHED DISPLAY ENVIRONMENT END");
  unsetenv("USERSCHED_CHUNK");
}

/// Exits with 0 if Member of the setting Name=Text is Expected.
[[noreturn]] void readFileAndExit(const char *Name, const char *Text,
                                  const char *Options::*Member,
                                  const std::string &Expected) {
  setenv(Name, Text, 1);
  std::exit(Options::get().*Member == Expected ? 0 : 1);
}

TEST_F(OptionsDeathTest, ReadsTheNameOfAFileFromTheRoot) {
  const std::string Folder = testing::TempDir();
  ASSERT_EQ(chdir(Folder.c_str()), 0);
  EXPECT_EXIT(readFileAndExit("USERSCHED_REPORT", "a.json", &Options::Report,
                              Folder + "a.json"),
              testing::ExitedWithCode(0), "^$");
  const std::string File = Folder + "b.json";
  EXPECT_EXIT(
      readFileAndExit("USERSCHED_TRACE", File.c_str(), &Options::Trace, File),
      testing::ExitedWithCode(0), "^$");
  EXPECT_EXIT(
      readFileAndExit("USERSCHED_REPORT", "stderr", &Options::Report, "stderr"),
      testing::ExitedWithCode(0), "^$");
  EXPECT_EXIT(readFileAndExit("USERSCHED_REPORT", "", &Options::Report, ""),
              testing::ExitedWithCode(0), "^$");
}

TEST_F(OptionsDeathTest, SaysWhichFilesAreAcceptedAndGoesOn) {
  for (const char *Name : {"report", "stdout", "/a.txt", ".json"})
    EXPECT_EXIT(readFileAndExit("USERSCHED_REPORT", Name, &Options::Report, ""),
                testing::ExitedWithCode(0),
                "^usersched: USERSCHED_REPORT is '.*'; accepted are stderr and "
                "names of files that end in .json; writing none\n"
                "usersched: the library writes JSON only; set "
                "USERSCHED_REPORT=report.json and then run: usersched-report "
                "report.json\n$");
  EXPECT_EXIT(readFileAndExit("USERSCHED_TRACE", "a.html", &Options::Trace, ""),
              testing::ExitedWithCode(0),
              "^usersched: USERSCHED_TRACE is 'a.html'; accepted are names of "
              "files that end in .json; writing none\n$");
}

TEST_F(OptionsDeathTest, SaysHowToGetAPageOrMarkdown) {
  for (const std::string Ending : {"html", "md"})
    EXPECT_EXIT(readFileAndExit("USERSCHED_REPORT",
                                ("/a.b/c." + Ending).c_str(), &Options::Report,
                                ""),
                testing::ExitedWithCode(0),
                "; writing none\nusersched: the library writes JSON only; set "
                "USERSCHED_REPORT=/a.b/c.json and then run: usersched-report "
                "/a.b/c.json --output /a.b/c." +
                    Ending + "\n$");
}

TEST_F(OptionsDeathTest, SaysAtOnceThatAFileCannotBeWritten) {
  EXPECT_EXIT(readFileAndExit("USERSCHED_REPORT", "/nowhere/a.json",
                              &Options::Report, ""),
              testing::ExitedWithCode(0),
              "^usersched: USERSCHED_REPORT is '/nowhere/a.json', which cannot "
              "be written \\(No such file or directory\\); accepted are "
              "stderr and names of files .*; writing none\n$");
}

TEST_F(OptionsDeathTest, ReportAndTraceNeedTwoFiles) {
  const std::string File = testing::TempDir() + "a.json";
  setenv("USERSCHED_REPORT", File.c_str(), 1);
  EXPECT_EXIT(
      readFileAndExit("USERSCHED_TRACE", File.c_str(), &Options::Trace, ""),
      testing::ExitedWithCode(0),
      "^usersched: USERSCHED_REPORT and USERSCHED_TRACE are both '.*a.json'; "
      "writing no trace\n$");
}

Options unset() {
  Options Set = {};
  Set.Steal = Set.Profile = Options::Pragma;
  return Set;
}

TEST(OptionsOnACall, SwitchesComeBeforeThePragma) {
  TestLoop Loop([](uint64_t) { return 1; }, USERSCHED_NO_STEAL);
  Options Set = unset();
  Call Entered = Loop.call(10, 0, 2);
  Entered.apply(Set);
  EXPECT_FALSE(Entered.maySteal());
  EXPECT_FALSE(Entered.has(USERSCHED_NO_PROFILE));
  Set.Steal = Options::SwitchOn;
  Set.Profile = Options::SwitchOff;
  Entered.apply(Set);
  EXPECT_TRUE(Entered.maySteal());
  EXPECT_TRUE(Entered.has(USERSCHED_NO_PROFILE));
}

TEST(OptionsOnACall, ChunkIsOfTheLoopsKind) {
  TestLoop Real([](uint64_t) { return 1; }, USERSCHED_LOAD_IS_FLOAT);
  Options Set = unset();
  Set.Chunk = 12;
  Call Entered = Real.call(10, 0, 2);
  Entered.apply(Set);
  EXPECT_EQ(Real.inspector().chunkLoad(Entered.Chunk), 12.0);
}

TEST(OptionsOnACall, ScheduleOffDividesEvenlyWithoutInspection) {
  TestLoop Loop([](uint64_t I) { return I * I; });
  Options Set = unset();
  Set.Schedule = Options::Off;
  for (uint32_t Threads : {1u, 2u, 3u, 8u})
    for (uint64_t N : {1u, 7u, 8u, 1000u}) {
      uint64_t Next = 0;
      for (uint32_t T = 0; T < Threads; ++T) {
        Call Entered = Loop.call(N, T, Threads);
        Entered.apply(Set);
        Activation A = outside();
        enter(A, Entered, nullptr);
        IterationRange R;
        while (A.next(R)) {
          EXPECT_EQ(R.Begin, Next);
          EXPECT_LE(R.size(), N / Threads + 1);
          Next = R.End;
        }
      }
      EXPECT_EQ(Next, N);
    }
  EXPECT_EQ(Loop.InspectCalls, 0u);
}

} // namespace
