//===- Choice.cpp - schedules by name, speeds -----------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The names are OpenMP's own, as in OMP_SCHEDULE. Also how speeds are written.
//
//===----------------------------------------------------------------------===//
#include "Schedule.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>

using namespace usersched::simulator;

namespace {

const struct {
  Kind Which;
  const char *Name;
} Names[] = {{Kind::Static, "static"},
             {Kind::StaticChunk, "static"},
             {Kind::Dynamic, "monotonic:dynamic"},
             {Kind::Dynamic, "dynamic"},
             {Kind::Guided, "guided"},
             {Kind::StaticSteal, "static_steal"},
             {Kind::Usersched, "usersched"},
             {Kind::UserschedProfile, "usersched(prof)"}};

} // namespace

std::string Choice::name() const {
  for (const auto &Known : Names)
    if (Known.Which == Which)
      return hasChunk() ? Known.Name + ("," + std::to_string(Chunk))
                        : Known.Name;
  return "";
}

Choice usersched::simulator::parseChoice(const std::string &Text) {
  const std::size_t Comma = Text.find(',');
  const std::string Name = Text.substr(0, Comma);
  for (const auto &Known : Names) {
    if (Name != Known.Name)
      continue;
    Choice Result = {Known.Which};
    if (Comma == std::string::npos) {
      Result.Chunk = Result.hasChunk() ? 1 : 0;
      return Result;
    }
    if (Result.Which == Kind::Static)
      Result.Which = Kind::StaticChunk;
    const char *End = Text.data() + Text.size();
    const auto Read =
        std::from_chars(Text.data() + Comma + 1, End, Result.Chunk);
    if (!Result.hasChunk() || Read.ec != std::errc() || Read.ptr != End ||
        Result.Chunk == 0 || Result.Chunk > MaxIterations)
      break;
    return Result;
  }
  throw std::invalid_argument(
      "'" + Text +
      "' is no schedule; expected static, static,C, dynamic,C, guided,C, "
      "static_steal,C (C iterations, 1 to 2^31), usersched or usersched(prof)");
}

/// Stores in Value the number from First to Last. Returns false if it is none.
template <typename Number>
static bool reads(const char *First, const char *Last, Number &Value) {
  const auto Read = std::from_chars(First, Last, Value);
  return Read.ec == std::errc() && Read.ptr == Last;
}

Speeds
usersched::simulator::parseSpeeds(const std::vector<std::string> &Groups) {
  Speeds Result;
  for (const std::string &Group : Groups) {
    const char *const Begin = Group.data(), *const End = Begin + Group.size();
    const char *const X = std::find(Begin, End, 'x');
    uint32_t Count = 1;
    double Speed = 0;
    const bool IsRead =
        X == End ? reads(Begin, End, Speed)
                 : reads(Begin, X, Count) && reads(X + 1, End, Speed);
    if (!IsRead || Count == 0 || Count > MaxThreads - Result.size() ||
        !(Speed >= LeastSpeed && Speed <= MostSpeed))
      throw std::invalid_argument(
          "'" + Group +
          "' is no speed; expected a number from 0.001 to 1000, or how many "
          "threads x their speed, as in 16x0.5, of at most 4096 threads in "
          "all");
    Result.insert(Result.end(), Count, Speed);
  }
  return Result;
}
