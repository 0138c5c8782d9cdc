//===- Refinement.cpp - from a plan by load to a plan by time -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A refined plan counts time, in units of load: load + Weight * iterations for
// each chunk, as fitted over all threads, and that as many times over as the
// cell of a group with the chunk took longer or shorter than fitted. So what
// neither load nor iterations name counts, too, as a core that is slower than
// others, or data that are further away. Stealing goes by the same. The loads
// are kept beside it.
//
//===----------------------------------------------------------------------===//
#include "learn/Refinement.h"

#include "base/Thresholds.h"
#include "learn/KnownPlan.h"
#include "plan/Balancer.h"
#include "plan/Partition.h"

#include <algorithm>

using namespace usersched;

namespace {

/// Where only iterations seem to cost time, load still counts a little.
constexpr double MostWeight = 1000;

/// What threads have run of a cell in one execution. A word, so that one
/// compare-and-swap changes it: {Refinement::number():4, chunks:20, ticks:40}.
class CellTime {
  uint64_t Bits = 0;
  static constexpr uint64_t MaxTicks = (uint64_t(1) << 40) - 1;
  static constexpr uint64_t MaxChunks = (uint64_t(1) << 20) - 1;

  uint64_t execution() const { return Bits >> 60; }

public:
  explicit CellTime(uint64_t Bits = 0) : Bits(Bits) {}
  uint64_t bits() const { return Bits; }
  uint64_t chunks() const { return Bits >> 40 & MaxChunks; }
  uint64_t ticks() const { return Bits & MaxTicks; }

  /// Returns what was run after a thread has run Chunks more of the cell, in
  /// Ticks. What was run in another execution is forgotten.
  CellTime plus(uint64_t Execution, uint64_t Chunks, uint64_t Ticks) const {
    const CellTime Old = execution() == Execution ? *this : CellTime();
    return CellTime(Execution << 60 |
                    std::min(Old.chunks() + Chunks, MaxChunks) << 40 |
                    std::min(Old.ticks() + Ticks, MaxTicks));
  }
};

double iterations(const Plan &P, ChunkRange Range) {
  return static_cast<double>(P.chunks().iterations(Range).size());
}

/// Load and Weight for each iteration, of all chunks of P before each. Loads is
/// P.loads().
std::vector<double> weighted(const Plan &P, std::vector<double> Loads,
                             double Weight) {
  for (std::size_t J = 0; J < Loads.size(); ++J)
    Loads[J] += Weight * static_cast<double>(P.Bound[J]);
  return Loads;
}

/// What the chunks of Range weigh.
double weight(const std::vector<double> &Cumulative, ChunkRange Range) {
  return Cumulative[Range.End] - Cumulative[Range.Begin];
}

/// The share of Part in All, which begins with it and is not empty: of the
/// weight, or of the chunks if they weigh nothing or something is infinite.
double share(const std::vector<double> &Cumulative, ChunkRange Part,
             ChunkRange All) {
  const double OfWeight = weight(Cumulative, Part) / weight(Cumulative, All);
  return OfWeight >= 0 && OfWeight <= 1
             ? OfWeight
             : static_cast<double>(Part.size()) / All.size();
}

/// P cut anew by Cumulative; for thieves, if that saves more than a theft
/// costs. All iterations take Ticks; 0: not known.
Plan recut(const Plan &P, std::vector<double> Cumulative, double Ticks) {
  Chunks All = cutHeavy(P, std::move(Cumulative));
  Cumulative = std::move(All.Cumulative);
  std::vector<uint32_t> GroupBegin = cutEvenly(Cumulative, P.Key.Threads);
  lightenHeaviest(Cumulative, GroupBegin);
  const double Most = heaviestGroup(Cumulative, GroupBegin);
  const double Saved = Most - leastWeight(Cumulative, P.Key.Threads);
  const double TheftTicks =
      static_cast<double>(threshold::ticks(threshold::ShortestTheft));
  const bool ForThieves = Saved > threshold::LeastGain * Most &&
                          Saved * Ticks > TheftTicks * Cumulative.back() &&
                          leaveToThieves(Cumulative, GroupBegin, Saved);
  return {P, std::move(All.Bound), std::move(Cumulative), std::move(GroupBegin),
          ForThieves};
}

/// What an execution with P weighs.
double longest(const std::vector<double> &Cumulative, const Plan &P) {
  return P.ForThieves ? weightWithThieves(Cumulative, P.GroupBegin)
                      : heaviestGroup(Cumulative, P.GroupBegin);
}

/// P cut anew by Cumulative, or nothing if that gains too little. Ticks as in
/// recut().
std::optional<Plan> better(const Plan &P, std::vector<double> Cumulative,
                           double Ticks) {
  const double Enough = (1 - threshold::LeastGain) * longest(Cumulative, P);
  // No plan takes less than an even share.
  if (Enough < Cumulative.back() / P.Key.Threads)
    return {};
  Plan Result = recut(P, std::move(Cumulative), Ticks);
  if (longest(Result.Cumulative, Result) > Enough)
    return {};
  return Result;
}

/// Weight, but so that load counts; it may be infinite or NaN. Some chunk has
/// load.
double bounded(double Weight, const Plan &P) {
  const double Most =
      MostWeight * P.totalLoad() / static_cast<double>(P.Key.TripCount);
  return Weight < Most ? Weight : Most;
}

/// P, of an inspection; cut anew if an iteration costs IterationWeight besides
/// its load, and the groups should therefore take different times.
Plan reweighed(Plan P, double IterationWeight) {
  if (!(IterationWeight > 0) || P.State == PlanState::Coarse)
    return P;
  const double Weight = bounded(IterationWeight, P);
  std::optional<Plan> Better =
      better(P, weighted(P, P.Cumulative, Weight), /*Ticks=*/0);
  return Better ? std::move(*Better) : std::move(P);
}

} // namespace

Refinement::Refinement(uint32_t NumThreads, uint32_t Round,
                       double IterationWeight)
    : Threads(new Times[NumThreads]), Round(Round), WasMeasured(Round > 0),
      Executions(Round < threshold::MostRounds ? 0 : closed()),
      IterationWeightByLoad(IterationWeight) {}

void Refinement::finish(const Plan &P, uint32_t Thread, uint8_t Execution,
                        uint64_t Time) {
  // If two teams use the plan, the start may be another piece's.
  const uint64_t Piece = Threads[Thread].Piece.load(std::memory_order_relaxed);
  const uint64_t Start = Threads[Thread].Start.load(std::memory_order_relaxed);
  start(Thread, {}, 0);
  ChunkRange Left = {static_cast<uint32_t>(Piece >> 32),
                     static_cast<uint32_t>(Piece)};
  if (Left.empty())
    return;
  const uint64_t First = Threads[Thread].Began.load(std::memory_order_relaxed);
  if (First > 0 && Time > First) // not with a chunk that was held back
    Threads[Thread].Busy[Execution % Compared].store(Time - First,
                                                     std::memory_order_relaxed);
  const uint32_t Owner = P.groupWith(Left.Begin);
  const ChunkRange Group = P.group(Owner);
  auto Ticks = static_cast<double>(Time - std::min(Start, Time));
  while (!Left.empty()) {
    const uint32_t Number = cellWith(Group, Left.Begin);
    const ChunkRange Cell = cell(Group, Number);
    const ChunkRange Run = {Left.Begin, std::min(Left.End, Cell.End)};
    const double Share =
        Run.End < Left.End ? share(P.Cumulative, Run, Left) * Ticks : Ticks;
    Ticks -= Share;
    Left.Begin = Run.End;
    std::atomic<uint64_t> &Now = Threads[Owner].Now[Number];
    uint64_t Before = Now.load(std::memory_order_relaxed);
    CellTime Sum;
    do {
      Sum = CellTime(Before).plus(Execution, Run.size(),
                                  static_cast<uint64_t>(Share));
    } while (!Now.compare_exchange_weak(Before, Sum.bits(),
                                        std::memory_order_relaxed));
    if (Sum.chunks() == Cell.size())
      Threads[Owner].note(Number, Sum.ticks());
  }
}

std::optional<double> Refinement::iterationWeight(const Plan &P) const {
  const std::vector<double> Loads = P.loads();
  CostModel Model;
  for (uint32_t T = 0; T < P.Key.Threads; ++T)
    for (uint32_t K = 0; K < Cells; ++K) {
      const ChunkRange Cell = cell(P.group(T), K);
      Model.add({weight(Loads, Cell), iterations(P, Cell),
                 static_cast<double>(ticks(T, K))});
    }
  CostFit Fit;
  if (!Model.fit(Fit))
    return {};
  return bounded(Fit.PerIteration / Fit.PerLoad, P);
}

double Refinement::correct(const Plan &P,
                           std::vector<double> &Cumulative) const {
  struct Sum {
    double Ticks = 0, Weight = 0;
    void add(double OfTicks, double OfWeight) {
      Ticks += OfTicks;
      Weight += OfWeight;
    }
    double ratio(double Else) const {
      return Weight > 0 ? Ticks / Weight : Else;
    }
  };
  // Read once: threads may still be in an earlier execution.
  std::vector<Sum> Known, Of(P.Key.Threads);
  Known.reserve(P.Key.Threads * Cells);
  Sum All;
  for (uint32_t T = 0; T < P.Key.Threads; ++T)
    for (uint32_t K = 0; K < Cells; ++K) {
      const double Weight = weight(Cumulative, cell(P.group(T), K));
      const auto Ticks = static_cast<double>(ticks(T, K));
      Known.push_back(Ticks > 0 && Weight > 0 ? Sum{Ticks, Weight} : Sum{});
      Of[T].add(Known.back().Ticks, Known.back().Weight);
      All.add(Known.back().Ticks, Known.back().Weight);
    }
  if (!(All.Weight > 0))
    return 0;
  // Of a cell that is not known, the thread's others tell the most.
  const double Usual = All.ratio(1);
  double Old = 0, Corrected = 0; // of all chunks before a cell
  for (uint32_t T = 0; T < P.Key.Threads; ++T)
    for (uint32_t K = 0; K < Cells; ++K) {
      const ChunkRange Cell = cell(P.group(T), K);
      const double Ratio =
          Known[T * Cells + K].ratio(Of[T].ratio(Usual)) / Usual;
      if (Cell.empty())
        continue;
      for (uint32_t J = Cell.Begin + 1; J < Cell.End; ++J)
        Cumulative[J] = Corrected + Ratio * (Cumulative[J] - Old);
      const double End = Cumulative[Cell.End];
      Corrected = Cumulative[Cell.End] = Corrected + Ratio * (End - Old);
      Old = End;
    }
  return Usual * Cumulative.back();
}

RefinementStep Refinement::next(const KnownPlan &P) {
  const uint32_t Known = Executions.load(std::memory_order_relaxed);
  if (Known >= Refining)
    return RefinementStep::None;
  if (Known >= closed())
    return reconsider(P) ? RefinementStep::Measure : RefinementStep::None;
  const uint32_t Before = Executions.fetch_add(1, std::memory_order_relaxed);
  if (Before == threshold::RoundLength) {
    Executions.store(Refining, std::memory_order_relaxed);
    return RefinementStep::Refine;
  }
  // Where groups are so short, to measure them costs more than that may gain,
  // unless the plan is used for long: see reconsider().
  if (Before == 1 && round() == 0 && P.Exposed.isShort()) {
    Executions.store(closed(), std::memory_order_relaxed);
    return RefinementStep::None;
  }
  // Another team may have come in between.
  return Before < closed() ? RefinementStep::Measure : RefinementStep::None;
}

/// Returns how long the thread was busy that was busy longest, in the quickest
/// of the last executions that were measured; 0: not known.
uint64_t Refinement::makespan(uint32_t NumThreads) const {
  uint64_t Least = 0;
  for (uint32_t E = 0; E < Compared; ++E) {
    uint64_t Most = 0;
    for (uint32_t T = 0; T < NumThreads; ++T)
      Most = std::max(Most, Threads[T].Busy[E].load(std::memory_order_relaxed));
    if (Most > 0 && (Least == 0 || Most < Least))
      Least = Most;
  }
  return Least;
}

/// Returns the plan by load that P corrects. No round of it begins before it is
/// doubted.
std::unique_ptr<KnownPlan> Refinement::takeBack(const KnownPlan &P) const {
  std::unique_ptr<Refinement> Next(new Refinement(
      P.Key.Threads, threshold::MostRounds, IterationWeightByLoad));
  Next->NextDoubt.wait(NextDoubt.interval());
  return std::make_unique<KnownPlan>(
      reweighed(*P.Inspected, IterationWeightByLoad), std::move(Next));
}

std::unique_ptr<KnownPlan> Refinement::refine(const KnownPlan &P) {
  struct Closing {
    Refinement &R;
    ~Closing() {
      R.WasMeasured.store(true, std::memory_order_relaxed);
      R.Executions.store(R.closed(), std::memory_order_relaxed);
    }
  } const AtTheEnd{*this}; // also if memory runs out
  const uint64_t ByLoad = MakespanByLoad.load(std::memory_order_relaxed);
  const uint64_t Now = makespan(P.Key.Threads);
  if (ByLoad > 0 && static_cast<double>(Now) > (1 + threshold::LeastGain) *
                                                   static_cast<double>(ByLoad))
    return takeBack(P);
  std::vector<double> Cumulative =
      P.Inspected ? P.Cumulative
                  : weighted(P, P.Cumulative, iterationWeight(P).value_or(0));
  const double Ticks = correct(P, Cumulative);
  if (!(Ticks > 0))
    return nullptr;
  std::optional<Plan> Better = better(P, std::move(Cumulative), Ticks);
  if (!Better)
    return nullptr;
  std::unique_ptr<Refinement> Next(
      new Refinement(P.Key.Threads, round() + 1, IterationWeightByLoad));
  Next->NextDoubt.wait(NextDoubt.interval());
  Next->IsCorrection = true;
  Next->MakespanByLoad.store(IsCorrection ? ByLoad : Now,
                             std::memory_order_relaxed);
  return std::make_unique<KnownPlan>(std::move(*Better), std::move(Next));
}

std::unique_ptr<KnownPlan> usersched::weighedPlan(Plan P,
                                                  double IterationWeight) {
  auto Measured = std::make_unique<Refinement>(P.Key.Threads, IterationWeight);
  return std::make_unique<KnownPlan>(reweighed(std::move(P), IterationWeight),
                                     std::move(Measured));
}

/// Now and then, looks whether groups take different times or are much stolen:
/// a core may have become slower, or busy with something else. Returns true if
/// so; then another round begins. Called when nothing is measured.
bool Refinement::reconsider(const KnownPlan &P) {
  // What is uneven on purpose is stolen on purpose.
  if (P.ForThieves || NextDoubt.count() > 0)
    return false;
  if (!P.Exposed.isUneven()) {
    NextDoubt.wait(NextDoubt.interval());
    return false;
  }
  NextDoubt.waitLonger(threshold::FirstRetry, threshold::LastRetry);
  Round.store(1, std::memory_order_relaxed);
  MakespanByLoad.store(0, std::memory_order_relaxed);
  for (uint32_t T = 0; T < P.Key.Threads; ++T)
    for (uint32_t K = 0; K < Cells; ++K) {
      Threads[T].Now[K].store(0, std::memory_order_relaxed);
      Threads[T].Least[K].store(0, std::memory_order_relaxed);
    }
  Executions.store(0, std::memory_order_relaxed);
  return true;
}
