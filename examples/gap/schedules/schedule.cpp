//===- schedule.cpp - the loop schedules that are compared ----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names, and which OpenMP runtime has which.
//
//===----------------------------------------------------------------------===//
#include "schedules/schedule.h"
#include "base/error.h"

#include <charconv>

// Only LLVM's OpenMP runtime defines it.
extern "C" __attribute__((weak)) int kmp_get_blocktime(void);

namespace gap {
namespace {

struct Name {
  const char *in;  ///< as users write it
  const char *out; ///< as it is reported
  ScheduleKind kind;
};

constexpr Name names[] = {
    {"serial", "serial", ScheduleKind::Serial},
    {"static", "static", ScheduleKind::Static},
    {"dynamic", "monotonic:dynamic", ScheduleKind::Dynamic},
    {"monotonic:dynamic", "monotonic:dynamic", ScheduleKind::Dynamic},
    {"guided", "guided", ScheduleKind::Guided},
    {"static_steal", "static_steal", ScheduleKind::StaticSteal},
    {"usersched", "usersched", ScheduleKind::Usersched},
    {"usersched_prof", "usersched(prof)", ScheduleKind::UserschedProf},
    {"usersched(prof)", "usersched(prof)", ScheduleKind::UserschedProf},
    {"usersched_nosteal", "usersched(nosteal)", ScheduleKind::UserschedNoSteal},
    {"usersched(nosteal)", "usersched(nosteal)",
     ScheduleKind::UserschedNoSteal},
    {"tbb_auto", "tbb_auto", ScheduleKind::TbbAuto},
    {"tbb_affinity", "tbb_affinity", ScheduleKind::TbbAffinity},
    {"tbb_simple", "tbb_simple", ScheduleKind::TbbSimple},
};

} // namespace

std::string Schedule::name() const {
  for (const Name &name : names)
    if (name.kind == kind)
      return chunk ? name.out + ("," + std::to_string(chunk)) : name.out;
  return "";
}

Schedule parse_schedule(const std::string &text) {
  const std::size_t comma = text.find(',');
  const std::string word = text.substr(0, comma);
  Schedule schedule;
  bool known = false;
  for (const Name &name : names)
    if (word == name.in) {
      schedule.kind = name.kind;
      known = true;
    }
  if (!known)
    throw InputError("'" + word +
                     "' is not a schedule; expected static, dynamic, guided, "
                     "static_steal, tbb_auto, tbb_affinity or tbb_simple, and "
                     "then ,CHUNK if wanted; or serial, usersched, "
                     "usersched_prof or usersched_nosteal");
  if (comma == std::string::npos)
    return schedule;
  if (schedule.kind == ScheduleKind::Serial)
    throw InputError("serial takes no chunk size; expected just 'serial'");
  if (schedule.is_usersched())
    throw InputError(word +
                     " takes no chunk size: it chooses its chunks by "
                     "load; expected just '" +
                     word + "'");
  const char *begin = text.data() + comma + 1;
  const char *end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(begin, end, schedule.chunk);
  if (stop != end || error != std::errc() || schedule.chunk < 1)
    throw InputError("'" + text.substr(comma + 1) +
                     "' is not a chunk size; expected an integer from 1 to "
                     "2147483647, as in '" +
                     word + ",64'");
  return schedule;
}

bool is_available(const Schedule &schedule) {
  if (schedule.kind != ScheduleKind::StaticSteal)
    return true;
#ifdef __clang__
  return kmp_get_blocktime != nullptr;
#else
  // Even on LLVM's runtime, other compilers' loops do not ask for it.
  return false;
#endif
}

} // namespace gap
