//===- Loop.cpp - the loop that is simulated ------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads that are whole numbers are inspected as integers, others as reals, as
// the plugin would.
//
//===----------------------------------------------------------------------===//
#include "Loop.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

using namespace usersched;
using namespace usersched::simulator;

namespace {

/// 0 to 1, the same for the same number everywhere (splitmix64).
double randomOf(uint64_t I) {
  I += UINT64_C(0x9e3779b97f4a7c15);
  I = (I ^ I >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  I = (I ^ I >> 27) * UINT64_C(0x94d049bb133111eb);
  return static_cast<double>((I ^ I >> 31) >> 11) * 0x1p-53;
}

} // namespace

double simulator::total(const Speeds &Of) {
  return std::accumulate(Of.begin(), Of.end(), 0.0);
}

double simulator::fastest(const Speeds &Of) {
  return *std::max_element(Of.begin(), Of.end());
}

Loop::Loop(const std::vector<double> &Loads, const Costs &Cost,
           const std::vector<double> &Times)
    : LoadBefore{0}, TimeBefore{0}, InspectTime(Cost.Inspect) {
  if (Loads.empty() || Loads.size() > MaxIterations)
    throw std::invalid_argument("a loop of " + std::to_string(Loads.size()) +
                                " iterations cannot be simulated; expected 1 "
                                "to 2^31");
  for (double Value :
       {Cost.PerLoad, Cost.PerIteration, Cost.Noise, Cost.Inspect})
    if (!(Value >= 0) || !std::isfinite(Value))
      throw std::invalid_argument("a cost is negative or not a number");
  if (Cost.Noise > 100)
    throw std::invalid_argument("noise above 100 % makes times negative");
  if (!Times.empty() && Times.size() != Loads.size())
    throw std::invalid_argument("there are " + std::to_string(Loads.size()) +
                                " loads and " + std::to_string(Times.size()) +
                                " times; expected one time per load");
  LoadBefore.reserve(Loads.size() + 1);
  TimeBefore.reserve(Loads.size() + 1);
  for (uint64_t I = 0; I < Loads.size(); ++I) {
    const double Load = Loads[I];
    if (!(Load >= 0) || !std::isfinite(Load))
      throw std::invalid_argument("iteration " + std::to_string(I) +
                                  " has a load that is negative or not finite");
    const Time Base =
        Times.empty() ? Load * Cost.PerLoad + Cost.PerIteration : Times[I];
    const Time Duration = Base * (1 + Cost.Noise / 100 * (2 * randomOf(I) - 1));
    if (!(Duration >= 0))
      throw std::invalid_argument("iteration " + std::to_string(I) +
                                  " has a time that is negative");
    if (Load > HeaviestLoad) {
      HeaviestLoad = Load;
      HeaviestPlace = I;
    }
    LongestTime = std::max(LongestTime, Duration);
    // Integer loads of an iteration are at most 2^63 - 1, and exact as doubles
    // only up to 2^53.
    IsWhole &= Load == std::floor(Load) && Load <= 0x1p53;
    LoadBefore.push_back(LoadBefore.back() + Load);
    TimeBefore.push_back(TimeBefore.back() + Duration);
  }
  if (!std::isfinite(LoadBefore.back()) || !std::isfinite(TimeBefore.back()))
    throw std::invalid_argument("the sum of the loads is too large");
  if (!(TimeBefore.back() > 0))
    throw std::invalid_argument(
        "all iterations together take no time; expected a load above 0 or a "
        "cost per iteration");
}

void Loop::inspect(uint64_t Begin, uint64_t End, uint64_t *Start,
                   uint64_t *Stop, void *Data) {
  auto *Inspection = static_cast<usersched_inspection *>(Data);
  const Loop &Self = *static_cast<const Loop *>(Inspection->captures);
  const double Threshold =
      Self.IsWhole ? static_cast<double>(Inspection->threshold.integer)
                   : Inspection->threshold.real;
  const auto First = Self.LoadBefore.begin() + static_cast<int64_t>(Begin);
  const auto Last = Self.LoadBefore.begin() + static_cast<int64_t>(End);
  // Sums never fall: the first one that reaches the threshold, not empty.
  auto At = std::lower_bound(
      First + 1, Last, Threshold,
      [&](double Sum, double Wanted) { return Sum - *First < Wanted; });
  *Start = Begin;
  *Stop = static_cast<uint64_t>(At - Self.LoadBefore.begin());
  const double Load = *At - *First;
  if (Self.IsWhole)
    Inspection->load.integer = static_cast<uint64_t>(Load);
  else
    Inspection->load.real = Load;
  if (VirtualTeam *Team = VirtualTeam::running())
    Team->work(Self.InspectTime * static_cast<double>(*Stop - Begin));
}

usersched_loop Loop::descriptor(uint32_t Flags) const {
  usersched_loop Result = {};
  Result.abi_version = USERSCHED_ABI_VERSION;
  Result.flags = Flags | USERSCHED_SUBSPACE_IS_THREAD |
                 (IsWhole ? 0 : USERSCHED_LOAD_IS_FLOAT);
  Result.file = "simulated";
  Result.function = "simulated";
  Result.load = "simulated";
  Result.inspect = inspect;
  Result.subspace = [](int32_t, void *) { return 0; };
  return Result;
}
