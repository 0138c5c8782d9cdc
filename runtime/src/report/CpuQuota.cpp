//===- CpuQuota.cpp - the processor time that a process may use -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each line of /proc/self/cgroup is NUMBER:CONTROLLERS:PATH; version 2 has one
// line, without controllers. In a container the path may be the host's, and the
// container's own group the top of what is seen: so folders may be missing, and
// the search goes up to the top in any case.
//
//===----------------------------------------------------------------------===//
#include "report/CpuQuota.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>

using namespace usersched;

std::string usersched::fileHead(const std::string &Path, std::size_t Most) {
  std::string Result;
  if (std::FILE *File = std::fopen(Path.c_str(), "r")) {
    Result.resize(Most);
    Result.resize(std::fread(Result.data(), 1, Most, File));
    std::fclose(File);
  }
  return Result;
}

/// Returns the first number of Text over the second one, with one character
/// between them; NaN unless both are whole and above 0.
static double ratio(const std::string &Text) {
  uint64_t Quota = 0, Period = 0;
  const char *End = Text.data() + Text.size();
  const auto Read = std::from_chars(Text.data(), End, Quota);
  if (Read.ptr != End)
    std::from_chars(Read.ptr + 1, End, Period);
  return Quota > 0 && Period > 0
             ? static_cast<double>(Quota) / static_cast<double>(Period)
             : NAN;
}

/// Returns the quota of the group with the folder Folder, or NaN.
static double quotaOf(const std::string &Folder, bool IsVersion1) {
  constexpr std::size_t Enough = 64; // for two numbers
  if (!IsVersion1)
    return ratio(fileHead(Folder + "/cpu.max", Enough));
  return ratio(fileHead(Folder + "/cpu.cfs_quota_us", Enough) +
               fileHead(Folder + "/cpu.cfs_period_us", Enough));
}

double usersched::cpuQuota(const std::string &Root) {
  constexpr std::size_t MostBytes = 1 << 14;
  const std::string Groups = fileHead(Root + "/proc/self/cgroup", MostBytes);
  double Least = NAN;
  for (std::size_t Begin = 0, End; Begin < Groups.size(); Begin = End + 1) {
    End = std::min(Groups.find('\n', Begin), Groups.size());
    const std::string Line = Groups.substr(Begin, End - Begin);
    const std::size_t First = Line.find(':');
    const std::size_t Second = Line.find(':', First + 1);
    if (Second == std::string::npos)
      continue;
    const bool IsVersion1 = Second > First + 1;
    const std::string Controllers =
        "," + Line.substr(First + 1, Second - First - 1) + ",";
    if (IsVersion1 && Controllers.find(",cpu,") == std::string::npos)
      continue;
    const std::string Top =
        Root + "/sys/fs/cgroup" + (IsVersion1 ? "/cpu" : "");
    const std::string Path = Line.substr(Second + 1);
    for (std::size_t Length = Path.size(); Length != std::string::npos;
         Length = Length ? Path.rfind('/', Length - 1) : std::string::npos)
      Least =
          std::fmin(Least, quotaOf(Top + Path.substr(0, Length), IsVersion1));
  }
  return Least;
}
