//===- LoopSummary.cpp - the figures of a report on one loop --------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See LoopSummary.h.
//
//===----------------------------------------------------------------------===//
#include "report/LoopSummary.h"

#include <cmath>
#include <numeric>

using namespace usersched;

namespace {

constexpr double Unknown = std::numeric_limits<double>::quiet_NaN();
/// Fewer ranges, or such that differ by less, explain nothing.
constexpr std::size_t FewestRanges = 8;
constexpr double LeastSpread = 0.02;

double known(double Value) { return std::isfinite(Value) ? Value : Unknown; }

/// What was measured more than once, if that is most of it: a thread may be
/// interrupted at any time, but hardly ever always at the same place.
std::vector<MeasuredRange> reliable(const std::vector<MeasuredRange> &Ranges) {
  std::vector<MeasuredRange> Often;
  uint64_t All = 0, InOften = 0;
  for (const MeasuredRange &R : Ranges) {
    if (std::isnan(R.Load))
      continue;
    All += R.Range.size();
    if (R.Times < 2)
      continue;
    Often.push_back(R);
    InOften += R.Range.size();
  }
  return InOften > All / 2 ? Often : Ranges;
}

} // namespace

LoadFit usersched::fitLoads(const std::vector<MeasuredRange> &Measured,
                            double NanosecondsPerTick) {
  const std::vector<MeasuredRange> Ranges = reliable(Measured);
  LoadFit Result;
  double Iterations = 0, Load = 0, Time = 0;
  std::size_t Count = 0;
  for (const MeasuredRange &R : Ranges) {
    if (std::isnan(R.Load))
      continue;
    ++Count;
    Iterations += static_cast<double>(R.Range.size());
    Load += R.Load;
    Time += static_cast<double>(R.Ticks) * NanosecondsPerTick;
  }
  if (Count < FewestRanges)
    return Result;
  const double MeanLoad = Load / Iterations, MeanTime = Time / Iterations;
  double LoadLoad = 0, LoadTime = 0, TimeTime = 0;
  for (const MeasuredRange &R : Ranges) {
    if (std::isnan(R.Load))
      continue;
    const auto Weight = static_cast<double>(R.Range.size());
    const double X = R.Load / Weight - MeanLoad;
    const double Y =
        static_cast<double>(R.Ticks) * NanosecondsPerTick / Weight - MeanTime;
    LoadLoad += Weight * X * X;
    LoadTime += Weight * X * Y;
    TimeTime += Weight * Y * Y;
  }
  Result.LoadSpread =
      MeanLoad > 0 ? std::sqrt(LoadLoad / Iterations) / MeanLoad : 0;
  Result.TimeSpread =
      MeanTime > 0 ? std::sqrt(TimeTime / Iterations) / MeanTime : 0;
  // Without differences in load, all that is known is what an iteration takes.
  if (Result.LoadSpread < LeastSpread) {
    Result.PerLoad = 0;
    Result.PerIteration = known(MeanTime);
    if (Result.TimeSpread >= LeastSpread)
      Result.RSquared = 0;
    return Result;
  }
  const double Slope = std::max(LoadTime / LoadLoad, 0.0);
  Result.PerLoad = known(Slope);
  Result.PerIteration = known(MeanTime - Slope * MeanLoad);
  if (Result.PerIteration < 0) {
    Result.PerLoad = known(MeanTime / MeanLoad);
    Result.PerIteration = 0;
  }
  if (TimeTime > 0)
    Result.RSquared = known(
        LoadTime > 0 ? std::min(LoadTime / LoadLoad * LoadTime / TimeTime, 1.0)
                     : 0.0);
  return Result;
}

namespace {

HeaviestChunk heaviest(const PlanRecord &P) {
  double Total = 0;
  std::size_t Most = 0;
  for (std::size_t J = 0; J < P.Load.size(); ++J) {
    Total += P.Load[J];
    if (P.Load[J] > P.Load[Most])
      Most = J;
  }
  if (!(Total > 0))
    return {};
  return {{P.Bound[Most], P.Bound[Most + 1]},
          known(P.Load[Most] * P.Key.Threads / Total * 100)};
}

double lambdaOfGroups(const PlanRecord &P) {
  std::vector<double> Loads;
  for (std::size_t T = 0; T + 1 < P.GroupBegin.size(); ++T) {
    double Sum = 0;
    for (uint32_t J = P.GroupBegin[T]; J < P.GroupBegin[T + 1]; ++J)
      Sum += P.Load[J];
    Loads.push_back(Sum);
  }
  return known(lambda(Loads));
}

/// What equal parts of N iterations cost. Ranges that the end of one divides
/// count in proportion.
class EqualParts {
  const double N;
  std::vector<double> Costs;

public:
  EqualParts(uint64_t N, uint32_t Threads)
      : N(static_cast<double>(N)), Costs(Threads) {}

  void add(IterationRange Range, double Cost) {
    const auto Begin = static_cast<double>(Range.Begin);
    const auto End = static_cast<double>(Range.End);
    const auto Count = static_cast<double>(Costs.size());
    auto T = static_cast<std::size_t>(Begin * Count / N);
    for (double From = Begin; T < Costs.size() && From < End; ++T) {
      const double PartEnd = N * static_cast<double>(T + 1) / Count;
      const double To = std::max(From, std::min(End, PartEnd));
      Costs[T] += Cost * (To - From) / (End - Begin);
      From = To;
    }
  }

  /// How much more than the mean the greatest is.
  double excessPercent() const {
    const double Sum = std::accumulate(Costs.begin(), Costs.end(), 0.0);
    const double Most = *std::max_element(Costs.begin(), Costs.end());
    return known((Most * static_cast<double>(Costs.size()) / Sum - 1) * 100);
  }
};

/// By time, if that of nearly all iterations was measured; else by load.
double staticExcess(const PlanRecord &P,
                    const std::vector<MeasuredRange> &Ranges) {
  EqualParts ByTime(P.Key.TripCount, P.Key.Threads);
  EqualParts ByLoad(P.Key.TripCount, P.Key.Threads);
  uint64_t Measured = 0;
  for (const MeasuredRange &R : Ranges) {
    Measured += R.Range.size();
    ByTime.add(R.Range, static_cast<double>(R.Ticks));
  }
  if (Measured >= P.Key.TripCount - P.Key.TripCount / 10)
    return ByTime.excessPercent();
  for (std::size_t J = 0; J < P.Load.size(); ++J)
    ByLoad.add({P.Bound[J], P.Bound[J + 1]}, P.Load[J]);
  return ByLoad.excessPercent();
}

} // namespace

LoopSummary usersched::summarize(const LoopRecord &Record,
                                 double NanosecondsPerTick) {
  const LoopSums &Sums = Record.Sums;
  const auto Seconds = [=](uint64_t Ticks) {
    return static_cast<double>(Ticks) * NanosecondsPerTick * 1e-9;
  };
  LoopSummary S;
  S.Executions = Sums.Executions;
  S.TripCount = Sums.TripCount;
  S.Threads = Sums.Threads;
  S.Seconds = Seconds(Sums.Ticks);
  S.Made = Record.counted(Count::PlansMade);
  S.Hits = Record.counted(Count::PlanHits);
  S.Stale = Record.counted(Count::StalePlans);
  S.Evicted = Record.counted(Count::Evictions);
  S.Refined = Record.counted(Count::PlansRefined);
  S.BusySeconds = Seconds(Sums.Busy);
  S.InspectSeconds = Seconds(Sums.Inspecting);
  S.BalanceSeconds = Seconds(Sums.Balancing);
  S.HasPrefix = Record.HasPrefix;
  S.Steals = Sums.Steals;
  S.StolenIterations = Sums.StolenIterations;
  if (Sums.Load > 0)
    S.StolenLoadPercent = known(Sums.StolenLoad / Sums.Load * 100);
  if (Sums.Executions > 0)
    S.DispatchesPerExecution = static_cast<double>(Sums.Dispatches) /
                               static_cast<double>(Sums.Executions);
  std::vector<double> Lambdas;
  for (const ExecutionNote &E : Sums.Executed.notes())
    if (!std::isnan(E.LambdaTime))
      Lambdas.push_back(E.LambdaTime);
  S.LambdaTimePercent = known(median(Lambdas));
  if (!Sums.Shown)
    return S;
  const PlanRecord &P = *Sums.Shown;
  const std::vector<MeasuredRange> Ranges = P.ranges();
  S.Fit = fitLoads(Ranges, NanosecondsPerTick);
  if (P.Load.empty())
    return S;
  S.PlanThreads = P.Key.Threads;
  S.LambdaLoadPercent = lambdaOfGroups(P);
  S.Heaviest = heaviest(P);
  S.StaticExcessPercent = staticExcess(P, Ranges);
  return S;
}
