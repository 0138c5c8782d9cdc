//===- ReportJson.cpp - a report for usersched-report ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts only. Lists are bounded: History and PlanRecord bound theirs.
//
//===----------------------------------------------------------------------===//
#include "report/Report.h"

#include "base/Processors.h"

#include <ctime>
#include <unistd.h>

using namespace usersched;

namespace {

/// Writes values with commas between them. Members of the outer objects stand
/// in lines of their own.
class Json {
  TextSink &To;
  const double SecondsPerTick;
  bool IsFirst = true; ///< in the innermost brackets
  unsigned Depth = 0;

  /// Begins a member, or an entry of a list if Key is null.
  void begin(const char *Key) {
    if (!IsFirst)
      To << ',';
    if (Depth <= 3 && Depth > 0) {
      To << '\n';
      for (unsigned Space = 0; Space < 2 * Depth; ++Space)
        To << ' ';
    } else if (!IsFirst) {
      To << ' ';
    }
    IsFirst = false;
    if (Key) {
      To.json(Key);
      To << ": ";
    }
  }
  void write(uint64_t Value) { To << Value; }
  void write(double Value) { To.json(Value); }
  void write(bool Value) { To << (Value ? "true" : "false"); }
  void write(const char *Value) { To.json(Value); }
  void write(const std::string &Value) { To.json(Value.c_str()); }

public:
  Json(TextSink &To, double SecondsPerTick)
      : To(To), SecondsPerTick(SecondsPerTick) {}

  void open(const char *Key, char Bracket) {
    begin(Key);
    To << Bracket;
    IsFirst = true;
    ++Depth;
  }
  void close(char Bracket) {
    To << Bracket;
    IsFirst = false;
    --Depth;
  }
  template <typename Value> void put(const char *Key, const Value &V) {
    begin(Key);
    write(V);
  }
  /// Writes Ticks as seconds.
  void putTicks(const char *Key, uint64_t Ticks) {
    put(Key, static_cast<double>(Ticks) * SecondsPerTick);
  }
  /// Writes a list of Of(element) for each element of Values.
  template <typename List, typename Function>
  void column(const char *Key, const List &Values, Function Of) {
    open(Key, '[');
    for (const auto &Value : Values)
      put(nullptr, Of(Value));
    close(']');
  }
};

void putRange(Json &J, const char *Key, const Range64 &R) {
  J.open(Key, '{');
  J.put("least", R.least());
  J.put("most", R.Most);
  J.close('}');
}

void putTechniques(Json &J, const LoopSums &S) {
  J.open("techniques", '[');
  for (int T = 0; T < Techniques; ++T)
    for (int R = 0; R < Reasons; ++R)
      if (S.Ran[T][R] > 0) {
        J.open(nullptr, '{');
        J.put("technique", nameOf(static_cast<Technique>(T)));
        J.put("reason", nameOf(static_cast<Reason>(R)));
        J.put("executions", S.Ran[T][R]);
        J.close('}');
      }
  J.close(']');
}

void putPlans(Json &J, const LoopRecord &Loop) {
  J.open("plans", '{');
  J.put("made", Loop.counted(Count::PlansMade));
  J.put("hits", Loop.counted(Count::PlanHits));
  J.put("stale", Loop.counted(Count::StalePlans));
  J.put("evicted", Loop.counted(Count::Evictions));
  J.put("refined", Loop.counted(Count::PlansRefined));
  J.close('}');
}

/// The loads with which most time was spent; all lists are empty if the loop
/// makes no plans.
void putLoads(Json &J, const PlanRecord &P) {
  J.put("lambda_load_percent", P.lambda());
  J.open("chunks", '{');
  J.put("threads", uint64_t(P.Key.Threads));
  J.column("begin", P.Bound, [](uint64_t Begin) { return Begin; });
  J.open("load", '[');
  for (std::size_t C = 0; C < P.chunks(); ++C)
    J.put(nullptr, P.load(C, C + 1));
  J.close(']');
  J.column("groups", P.GroupBound, [](uint64_t Begin) { return Begin; });
  J.close('}');
}

void putRanges(Json &J, const PlanRecord &P) {
  J.open("ranges", '{');
  J.column("begin", P.ranges(), [](auto &R) { return R.second.Range.Begin; });
  J.column("end", P.ranges(), [](auto &R) { return R.second.Range.End; });
  J.column("load", P.ranges(), [](auto &R) { return R.second.Load; });
  J.open("seconds", '[');
  for (const auto &R : P.ranges())
    J.putTicks(nullptr, R.second.Ticks);
  J.close(']');
  J.column("times", P.ranges(), [](auto &R) { return R.second.Times; });
  J.close('}');
}

void putHistory(Json &J, const History &Executed) {
  constexpr const char *Kinds[] = {"inspected", "plan", "even"};
  J.open("history", '[');
  for (const ExecutionNote &E : Executed.notes()) {
    J.open(nullptr, '{');
    J.put("execution", E.Execution);
    J.putTicks("seconds", E.Ticks);
    J.putTicks("busy_seconds", E.Busy);
    J.put("lambda_time_percent", E.LambdaTime);
    J.put("kind", Kinds[static_cast<unsigned>(E.Kind)]);
    J.close('}');
  }
  J.close(']');
}

void putLoop(Json &J, const LoopRecord &Loop) {
  const LoopSums &S = Loop.Sums;
  const PlanRecord None{PlanKey()};
  const PlanRecord &Shown = S.Shown ? *S.Shown : None;
  J.open(nullptr, '{');
  J.put("file", Loop.File);
  J.put("line", uint64_t(Loop.Line));
  J.put("column", uint64_t(Loop.Column));
  J.put("function", Loop.Function);
  J.put("load", Loop.Load);
  J.put("has_prefix", Loop.HasPrefix);
  J.put("telescopes", Loop.Telescopes);
  J.put("is_constant", Loop.IsConstant);
  J.put("executions", S.Executions);
  putTechniques(J, S);
  putRange(J, "trip_count", S.TripCount);
  // More than 1 if trip counts and numbers are those of reduction blocks.
  J.put("iterations_each", S.Alike.iterationsEach());
  putRange(J, "threads", S.Threads);
  J.putTicks("seconds", S.Ticks);
  putPlans(J, Loop);
  J.putTicks("busy_seconds", S.Busy);
  J.putTicks("inspect_seconds", S.Inspecting);
  J.putTicks("balance_seconds", S.Balancing);
  J.putTicks("present_seconds", S.Present);
  J.put("processor_seconds", static_cast<double>(S.Processor) * 1e-9);
  J.put("lambda_time_percent", S.Executed.lambda());
  J.put("steals", S.Steals);
  J.put("stolen_load_percent", S.StolenLoad / S.Load * 100);
  J.put("dispatches_per_execution",
        static_cast<double>(S.Dispatches) / static_cast<double>(S.Executions));
  putLoads(J, Shown);
  putRanges(J, Shown);
  putHistory(J, S.Executed);
  J.close('}');
}

std::string date() {
  const std::time_t Time = std::time(nullptr);
  std::tm Parts;
  char Text[32];
  gmtime_r(&Time, &Parts);
  std::strftime(Text, sizeof Text, "%Y-%m-%dT%H:%M:%SZ", &Parts);
  return Text;
}

} // namespace

void usersched::writeJson(const Recorder &R, double Quota, TextSink &To) {
  Json J(To, R.secondsPerTick());
  J.open(nullptr, '{');
  J.put("format", "usersched-report-3");
  J.put("version", USERSCHED_VERSION);
  J.put("command", command());
  J.put("date", date());
  J.put("process", static_cast<uint64_t>(getpid()));
  J.put("processors", uint64_t(usableProcessors()));
  J.put("quota_processors", Quota);
  J.put("seconds", R.seconds());
  J.open("loops", '[');
  for (const LoopRecord *Loop : loopsThatRan(R))
    putLoop(J, *Loop);
  J.close(']');
  J.close('}');
  To << '\n';
}
