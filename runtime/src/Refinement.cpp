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

/// Of the time. What gains less is not worth another plan: the caches and
/// branch predictors of the cores know their groups, and would have to learn
/// others.
constexpr double LeastGain = 0.025;
/// Where only iterations seem to cost time, load still counts a little.
constexpr double MostWeight = 1000;

double iterations(const Plan &P, ChunkRange Range) {
  return static_cast<double>(P.chunks().iterations(Range).size());
}

/// The chunks of P with another weight on iterations, cut anew; for thieves, if
/// that saves more than a theft costs. All iterations take Ticks; 0: not known.
std::unique_ptr<Plan> recut(const Plan &P, double Weight, double Ticks,
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
  const double Most = heaviestGroup(Cumulative, GroupBegin);
  const double Saved = Most - leastWeight(Cumulative, P.Key.Threads);
  const double TheftTicks = static_cast<double>(leastTicks());
  const bool ForThieves = Saved > LeastGain * Most &&
                          Saved * Ticks > TheftTicks * Cumulative.back() &&
                          leaveToThieves(Cumulative, GroupBegin);
  return std::make_unique<Plan>(P, Weight, std::move(Cumulative),
                                std::move(GroupBegin), ForThieves,
                                std::move(Next));
}

} // namespace

Refinement::Refinement(uint32_t NumThreads)
    : Refinement(NumThreads, CostModel(), 0) {}

Refinement::Refinement(uint32_t NumThreads, const CostModel &Earlier,
                       uint32_t Round)
    : Threads(new Times[NumThreads]), Earlier(Earlier), Round(Round) {}

void Refinement::proceed(const Plan &P, uint32_t Thread, uint32_t End,
                         uint64_t Now) {
  Times &Mine = Threads[Thread];
  const uint32_t From = Mine.From.load(std::memory_order_relaxed);
  const uint64_t Start = Mine.Start.load(std::memory_order_relaxed);
  start(Thread, End, Now);
  const ChunkRange Group = P.group(Thread);
  if (From < Group.Begin || From >= Group.End || Now <= Start)
    return;
  const uint32_t Number = (From - Group.Begin) / pieces(Group.size()).most();
  const ChunkRange Part = part(Group, Number);
  if (Part.Begin != From || Part.End != End)
    return;
  const uint64_t Ticks = Now - Start, Known = least(Thread, Number);
  if (Known == 0 || Ticks < Known)
    Mine.Least[Number].store(Ticks, std::memory_order_relaxed);
}

CostModel Refinement::model(const Plan &P) const {
  CostModel Result = Earlier;
  for (uint32_t T = 0; T < P.Key.Threads; ++T)
    for (uint32_t K = 0; K < Parts; ++K)
      if (const uint64_t Ticks = least(T, K)) {
        const ChunkRange Part = part(P.group(T), K);
        Result.add(
            {P.load(Part), iterations(P, Part), static_cast<double>(Ticks)});
      }
  return Result;
}

bool Refinement::fit(const Plan &P, CostFit &Result) const {
  return model(P).fit(Result);
}

/// What all iterations of P take, by Fit.
static double totalTicks(const Plan &P, const CostFit &Fit) {
  return Fit.ticks(P.totalLoad(), static_cast<double>(P.Key.TripCount));
}

/// What an execution with P takes, by Fit: as long as the longest group, or if
/// thieves even the groups out, an even share or the longest chunk.
static double longest(const Plan &P, const CostFit &Fit) {
  double Result = 0;
  if (P.ForThieves) {
    Result = totalTicks(P, Fit) / P.Key.Threads;
    for (uint32_t J = 0; J <= P.lastChunk(); ++J)
      Result = std::max(
          Result, Fit.ticks(P.load({J, J + 1}), iterations(P, {J, J + 1})));
    return Result;
  }
  for (uint32_t T = 0; T < P.Key.Threads; ++T) {
    const ChunkRange Group = P.group(T);
    Result = std::max(Result, Fit.ticks(P.load(Group), iterations(P, Group)));
  }
  return Result;
}

/// Weight, but so that load counts; it may be infinite or NaN.
static double bounded(double Weight, const Plan &P) {
  const double Most =
      MostWeight * P.totalLoad() / static_cast<double>(P.Key.TripCount);
  return Weight < Most ? Weight : Most;
}

std::unique_ptr<Plan> usersched::cutByTime(const Plan &P, double Weight) {
  return recut(P, bounded(Weight, P), 0,
               std::make_unique<Refinement>(P.Key.Threads));
}

std::unique_ptr<Plan> Refinement::refine(const Plan &P, double &Weight) {
  if (!isOpen() ||
      Executions.fetch_add(1, std::memory_order_relaxed) != ExecutionsPerRound)
    return nullptr;
  const CostModel Model = model(P);
  CostFit Fit;
  if (!Model.fit(Fit))
    return nullptr;
  Weight = Fit.PerIteration / Fit.PerLoad;
  std::unique_ptr<Plan> Better =
      recut(P, bounded(Weight, P), totalTicks(P, Fit),
            std::make_unique<Refinement>(P.Key.Threads, Model, Round + 1));
  if (longest(*Better, Fit) > (1 - LeastGain) * longest(P, Fit))
    return nullptr;
  return Better;
}
