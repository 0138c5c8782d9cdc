//===- Advice.cpp - what to do about a loop, in words ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bounds are where a person would not care any more.
//
//===----------------------------------------------------------------------===//
#include "report/Advice.h"

#include <cmath>

using namespace usersched;

namespace {

/// Three digits, or all before the point.
std::string text(double Number) {
  char Buffer[64];
  const double Size = std::fabs(Number);
  const int Digits = Size >= 99.95 || Size == std::floor(Size) ? 0
                     : Size >= 9.995                           ? 1
                                                               : 2;
  std::snprintf(Buffer, sizeof Buffer, "%.*f", Digits, Number);
  return Buffer;
}

std::string text(uint64_t Number) { return std::to_string(Number); }

double percent(double Part, double Whole) {
  return Whole > 0 ? Part / Whole * 100 : 0;
}

std::string microseconds(double Seconds) { return text(Seconds * 1e6) + " us"; }

class Advisor {
  const LoopSummary &S;
  std::vector<Advice> Given;

  void say(const char *Kind, std::string Text) {
    Given.push_back({Kind, std::move(Text)});
  }

  bool isShort() const { return S.secondsPerExecution() < 10e-6; }

  void aboutTeam() {
    if (S.Threads.Most == 1)
      say("one-thread", "The loop ran with one thread: there was nothing to "
                        "balance, and its loads were not looked at.");
    else if (S.TripCount.Most < S.Threads.least())
      say("few-iterations",
          "The loop has at most " + text(S.TripCount.Most) +
              " iterations for " + text(S.Threads.least()) +
              " threads: some have nothing to do. Run another loop of the nest "
              "in parallel, or both with collapse(2).");
  }

  void aboutGiants() {
    const HeaviestChunk &H = S.Heaviest;
    if (!(H.SharePercent > 105) || S.PlanThreads < 2)
      return;
    const std::string Times = text(H.SharePercent / 100);
    if (H.Range.size() == 1)
      say("giant-iteration",
          "Iteration " + text(H.Range.Begin) + " (counted from 0) alone has " +
              text(H.SharePercent) +
              " % of a thread's even share of the load. "
              "An iteration cannot be split, so the loop takes at least " +
              Times +
              " times as long as if it were balanced. Use a parallel "
              "loop inside of such iterations, or fewer threads for this one.");
    else
      say("giant-chunk",
          "The chunk of the iterations " + text(H.Range.Begin) + " to " +
              text(H.Range.End - 1) + " has " + text(H.SharePercent) +
              " % of a thread's even share of the load and is never divided, "
              "so the loop takes at least " +
              Times +
              " times as long as if it were balanced. Ask for less load per "
              "chunk with `chunk`, or leave the choice to usersched.");
  }

  void aboutPredictor() {
    const LoadFit &F = S.Fit;
    if (!(F.RSquared < 0.5) || F.TimeSpread < 0.1)
      return;
    say("poor-predictor",
        "The load explains " + text(F.RSquared * 100) +
            " % of the differences in time between iterations (R^2 = " +
            text(F.RSquared) +
            "), so balanced load is not balanced time. Look "
            "for what makes iterations slow that `load` does not count.");
  }

  void aboutStatic() {
    if (S.StaticExcessPercent < 3 && S.PlanThreads > 1 && S.Executions > 1)
      say("static-would-do",
          "With as many iterations for each thread, the slowest would take " +
              text(S.StaticExcessPercent) +
              " % longer than the mean: schedule(static) would do as well, and "
              "needs no look at the loads.");
  }

  void aboutLength() {
    if (S.Executions > 0 && S.Seconds > 0 && S.Threads.Most > 1 && isShort())
      say("too-short",
          "One execution takes " + microseconds(S.secondsPerExecution()) +
              " on average, which is about what it takes threads to start and "
              "to meet again: balancing cannot gain much. Put more work into "
              "one loop, or run it with one thread (`if` clause).");
  }

  void aboutInspections() {
    const double Looking = S.InspectSeconds + S.BalanceSeconds;
    const double Share = percent(Looking, Looking + S.BusySeconds);
    if (Share < 10)
      return;
    std::string Text = text(Share) +
                       " % of the threads' time went into looking at loads; " +
                       text(S.Hits) + " of " + text(S.Executions) +
                       " executions found balanced groups. ";
    if (S.HasPrefix)
      Text += "To balance by `prefix` costs little; the loop has too little "
              "work for it.";
    else
      Text += "If sums of the loads are at hand, as in a CSR row pointer, "
              "`prefix` needs no look at single iterations; a cheaper `load` "
              "helps, too.";
    say("inspection-dominates", std::move(Text));
  }

  void aboutPlans() {
    if (S.Stale >= 3 && S.Stale * 10 > S.Executions)
      say("stale-plans",
          "The loads had changed behind balanced groups in " + text(S.Stale) +
              " of " + text(S.Executions) +
              " executions. If they change each time, `profile: off` saves the "
              "checks; if they change when other data is used, name that with "
              "`data`; USERSCHED_STALENESS says which change matters.");
    else if (S.Made >= 8 && S.Hits < S.Made)
      say("plans-unused",
          text(S.Made) + " times the loop was balanced, and only " +
              text(S.Hits) +
              " times that was used again: trip count, threads or data differ "
              "from one execution to the next. If the loads do not, name what "
              "they depend on with `data`; else `profile: off` saves making "
              "groups.");
    if (S.Evicted >= 8 && S.Evicted * 2 > S.Made)
      say("plans-evicted",
          text(S.Evicted) + " of " + text(S.Made) +
              " balanced groups had to make room for others before they could "
              "be used again: a loop keeps 16 kinds of executions (trip count, "
              "threads, data), all loops what USERSCHED_CACHE_MIB allows.");
  }

public:
  explicit Advisor(const LoopSummary &S) : S(S) {}

  std::vector<Advice> run() {
    aboutTeam();
    aboutGiants();
    aboutPredictor();
    aboutLength();
    aboutStatic();
    aboutInspections();
    aboutPlans();
    return std::move(Given);
  }
};

} // namespace

std::vector<Advice> usersched::advise(const LoopSummary &S) {
  return Advisor(S).run();
}
