//===- CpuQuotaTest.cpp - quotas in the files of control groups -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "report/CpuQuota.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

using namespace usersched;

namespace {

/// A folder with the files that a process would see in / and below.
class CpuQuotaTest : public testing::Test {
  const std::filesystem::path Root =
      std::filesystem::temp_directory_path() /
      ("usersched-quota-" + std::to_string(getpid()));

protected:
  CpuQuotaTest() { std::filesystem::create_directory(Root); }
  ~CpuQuotaTest() override { std::filesystem::remove_all(Root); }

  void file(const std::string &Name, const std::string &Text) {
    const auto Path = Root / Name;
    std::filesystem::create_directories(Path.parent_path());
    std::ofstream(Path) << Text;
  }
  /// The control groups that the process is in.
  void groups(const std::string &Text) { file("proc/self/cgroup", Text); }
  /// The quota of a group of version 1, whose folder ends with /.
  void version1(const std::string &Group, const std::string &Quota,
                const std::string &Period) {
    const std::string Folder = "sys/fs/cgroup/cpu/" + Group;
    file(Folder + "cpu.cfs_quota_us", Quota);
    file(Folder + "cpu.cfs_period_us", Period);
  }
  double quota() const { return cpuQuota(Root); }
};

TEST_F(CpuQuotaTest, OfAGroupOfVersion2) {
  groups("0::/\n");
  file("sys/fs/cgroup/cpu.max", "150000 100000\n");
  EXPECT_EQ(quota(), 1.5);
  file("sys/fs/cgroup/cpu.max", "max 100000\n");
  EXPECT_TRUE(std::isnan(quota()));
}

TEST_F(CpuQuotaTest, TheSmallestOfAGroupAndThoseAroundIt) {
  groups("0::/pods/one/main\n");
  file("sys/fs/cgroup/pods/one/main/cpu.max", "max 100000\n");
  file("sys/fs/cgroup/pods/one/cpu.max", "200000 50000\n");
  file("sys/fs/cgroup/pods/cpu.max", "300000 100000\n");
  EXPECT_EQ(quota(), 3);
  file("sys/fs/cgroup/pods/one/main/cpu.max", "50000 100000\n");
  EXPECT_EQ(quota(), 0.5);
  file("sys/fs/cgroup/other/cpu.max", "10000 100000\n");
  EXPECT_EQ(quota(), 0.5);
}

TEST_F(CpuQuotaTest, OfAGroupOfVersion1) {
  groups("9:cpuset:/a\n4:cpu,cpuacct:/a\n0::/a\n");
  version1("a/", "250000\n", "100000\n");
  EXPECT_EQ(quota(), 2.5);
  version1("a/", "-1\n", "100000\n");
  EXPECT_TRUE(std::isnan(quota()));
  // A container sees its own group at the top, by the host's path.
  groups("4:cpuacct,cpu:/docker/0123\n");
  version1("", "100000\n", "100000\n");
  EXPECT_EQ(quota(), 1);
}

TEST_F(CpuQuotaTest, OfNoOtherController) {
  groups("9:cpuset:/a\n3:cpuacct:/a\n");
  version1("a/", "250000\n", "100000\n");
  EXPECT_TRUE(std::isnan(quota()));
}

TEST_F(CpuQuotaTest, OddFilesHaveNoQuota) {
  EXPECT_TRUE(std::isnan(quota())) << "no files at all";
  for (const char *Groups : {"", "\n\n", "garbage", ":", "0:", "0::", "4:cpu:",
                             "4:cpu:a", "0::/../../x\n"}) {
    groups(Groups);
    EXPECT_TRUE(std::isnan(quota())) << Groups;
  }
  groups("0::/a");
  for (const char *Odd :
       {"", "\n", "max", "max max\n", "100000", "100000 ", "0 100000", "1 0",
        "-5 100000", "nan 1", "inf 1", "99999999999999999999999 1",
        "1 99999999999999999999999", "one two"}) {
    file("sys/fs/cgroup/a/cpu.max", Odd);
    EXPECT_TRUE(std::isnan(quota())) << Odd;
  }
  file("sys/fs/cgroup/a/cpu.max", "18446744073709551615 1");
  EXPECT_EQ(quota(), 0x1p64);
  file("sys/fs/cgroup/a/cpu.max", "150000 100000" + std::string(1 << 20, 'x'));
  EXPECT_EQ(quota(), 1.5);
  file("sys/fs/cgroup/cpu.max/folder", "");
  EXPECT_EQ(quota(), 1.5);
  groups(std::string(1 << 20, '/'));
  EXPECT_TRUE(std::isnan(quota()));
}

} // namespace
