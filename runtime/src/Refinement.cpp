//===- Refinement.cpp - from a plan by load to a plan by time -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A refined plan counts load + IterationWeight * iterations, in units of load:
// so its chunk table, and with it stealing, goes by expected time. The loads
// alone are still known: they are what remains without the weight.
//
//===----------------------------------------------------------------------===//
#include "Refinement.h"

#include "Partition.h"
#include "Plan.h"

#include <algorithm>

using namespace usersched;

namespace {

/// Of the mean time: what is not worth another plan.
constexpr double LeastImbalance = 0.01;
/// Where only iterations seem to cost time, load still counts a little.
constexpr double MostWeight = 1000;

double iterations(const Plan &P, ChunkRange Range) {
  return static_cast<double>(P.chunks().iterations(Range).size());
}

/// The chunks of P with another weight on iterations, cut anew.
std::unique_ptr<Plan> recut(const Plan &P, double Weight,
                            std::unique_ptr<Refinement> Next) {
  const std::size_t Places = P.Bound.size();
  std::vector<double> Cumulative(Places);
  for (std::size_t J = 1; J < Places; ++J) {
    const ChunkRange Chunk = {static_cast<uint32_t>(J - 1),
                              static_cast<uint32_t>(J)};
    Cumulative[J] =
        Cumulative[J - 1] + P.load(Chunk) + Weight * iterations(P, Chunk);
  }
  std::vector<uint32_t> GroupBegin{0};
  for (uint32_t T = 1; T < P.Key.Threads; ++T) {
    const double Target =
        Cumulative.back() * (static_cast<double>(T) / P.Key.Threads);
    auto At = std::lower_bound(Cumulative.begin() + GroupBegin.back(),
                               Cumulative.end() - 1, Target);
    // Of the places around the target, the nearer one.
    if (At != Cumulative.begin() + GroupBegin.back() &&
        Target - *(At - 1) < *At - Target)
      --At;
    GroupBegin.push_back(static_cast<uint32_t>(At - Cumulative.begin()));
  }
  GroupBegin.push_back(static_cast<uint32_t>(Places - 1));
  lightenHeaviest(Cumulative, GroupBegin);
  return std::make_unique<Plan>(P, Weight, std::move(Cumulative),
                                std::move(GroupBegin), std::move(Next));
}

} // namespace

Refinement::Refinement(uint32_t NumThreads)
    : Refinement(NumThreads, CostModel(), 0) {}

Refinement::Refinement(uint32_t NumThreads, const CostModel &Earlier,
                       uint32_t Round)
    : Threads(new Best[NumThreads]), Earlier(Earlier), Round(Round) {}

void Refinement::record(const Plan &P, uint32_t Thread, ChunkRange Done,
                        uint64_t Ticks) {
  if (Done.empty() || Ticks == 0)
    return;
  const double Iterations = iterations(P, Done);
  const double Load = P.load(Done);
  Best &Mine = Threads[Thread];
  const double Old = Mine.Ticks.load(std::memory_order_relaxed);
  const double New = static_cast<double>(Ticks);
  if (Old > 0) {
    // Compare ticks per expected cost: parts of a group may have been stolen.
    const double OldCost =
        Mine.Load.load(std::memory_order_relaxed) +
        P.IterationWeight * Mine.Iterations.load(std::memory_order_relaxed);
    if (New * OldCost >= Old * (Load + P.IterationWeight * Iterations))
      return;
  }
  Mine.Load.store(Load, std::memory_order_relaxed);
  Mine.Iterations.store(Iterations, std::memory_order_relaxed);
  Mine.Ticks.store(New, std::memory_order_relaxed);
}

std::unique_ptr<Plan> Refinement::refine(const Plan &P) {
  if (!isOpen() ||
      Executions.fetch_add(1, std::memory_order_relaxed) != ExecutionsPerRound)
    return nullptr;
  CostModel Model = Earlier;
  for (uint32_t T = 0; T < P.Key.Threads; ++T)
    Model.add({Threads[T].Load.load(std::memory_order_relaxed),
               Threads[T].Iterations.load(std::memory_order_relaxed),
               Threads[T].Ticks.load(std::memory_order_relaxed)});
  CostFit Fit;
  if (!Model.fit(Fit))
    return nullptr;

  double Longest = 0, Sum = 0;
  for (uint32_t T = 0; T < P.Key.Threads; ++T) {
    const ChunkRange Group = P.group(T);
    const double Ticks = Fit.ticks(P.load(Group), iterations(P, Group));
    Longest = std::max(Longest, Ticks);
    Sum += Ticks;
  }
  if (!(Longest > (1 + LeastImbalance) * Sum / P.Key.Threads))
    return nullptr;

  const double Most =
      MostWeight * P.totalLoad() / static_cast<double>(P.Key.TripCount);
  const double Weight = Fit.PerIteration < Most * Fit.PerLoad
                            ? Fit.PerIteration / Fit.PerLoad
                            : Most;
  return recut(P, Weight,
               std::make_unique<Refinement>(P.Key.Threads, Model, Round + 1));
}
