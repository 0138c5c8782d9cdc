//===- ReportJson.cpp - a report for usersched-report ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts only. Lists are bounded: History and PlanRecord bound theirs, and
// chunks are joined here.
//
//===----------------------------------------------------------------------===//
#include "report/Report.h"

#include <algorithm>

using namespace usersched;

namespace {

constexpr std::size_t MostChunks = 4096;

/// Writes values with commas between them. Members of the outer objects stand
/// in lines of their own.
class Json {
  TextSink &To;
  bool IsFirst = true;
  unsigned Depth = 0;

  void separate() {
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
  }
  void write(uint64_t Value) { To << Value; }
  void write(double Value) { To.json(Value); }
  void write(bool Value) { To << (Value ? "true" : "false"); }
  void write(const char *Value) { To.json(Value); }
  void write(const std::string &Value) { To.json(Value.c_str()); }

  /// Calls Inside between the brackets.
  template <typename Function>
  void nest(char Open, char Close, Function Inside) {
    To << Open;
    IsFirst = true;
    ++Depth;
    Inside();
    --Depth;
    To << Close;
    IsFirst = false;
  }
  void key(const char *Key) {
    separate();
    To.json(Key);
    To << ": ";
  }

public:
  explicit Json(TextSink &To) : To(To) {}

  template <typename Function> void object(Function Inside) {
    nest('{', '}', Inside);
  }
  template <typename Function> void object(const char *Key, Function Inside) {
    key(Key);
    object(Inside);
  }
  template <typename Value> void put(const char *Key, const Value &V) {
    key(Key);
    write(V);
  }
  /// Calls Put(element) for each element of Values.
  template <typename List, typename Function>
  void list(const char *Key, const List &Values, Function Put) {
    key(Key);
    nest('[', ']', [&] {
      for (const auto &Value : Values) {
        separate();
        Put(Value);
      }
    });
  }
  /// Writes Of(element) for each element of Values.
  template <typename List, typename Function>
  void column(const char *Key, const List &Values, Function Of) {
    list(Key, Values, [&](const auto &Value) { write(Of(Value)); });
  }
};

void putRange(Json &J, const char *Key, const Range64 &R) {
  J.object(Key, [&] {
    J.put("least", R.least());
    J.put("most", R.Most);
    J.put("total", R.Total);
  });
}

/// The loads with which most time was spent; all lists are empty if the loop
/// makes no plans.
void putChunks(Json &J, const PlanRecord *P) {
  const std::size_t Count = P ? P->chunks() : 0;
  std::vector<std::size_t> First; // chunk of each entry, and Count
  const std::size_t Joined = (Count + MostChunks - 1) / MostChunks;
  for (std::size_t C = 0; C < Count; C += Joined)
    First.push_back(C);
  std::size_t Heaviest = 0;
  for (std::size_t C = 1; C < Count; ++C)
    if (P->load(C, C + 1) > P->load(Heaviest, Heaviest + 1))
      Heaviest = C;
  J.object("chunks", [&] {
    J.put("threads", uint64_t(Count ? P->Key.Threads : 0));
    J.column("load", First, [&](std::size_t C) {
      return P->load(C, std::min(C + Joined, Count));
    });
    if (Count)
      First.push_back(Count);
    J.column("begin", First, [&](std::size_t C) { return P->Bound[C]; });
    J.column("groups", Count ? P->GroupBegin : std::vector<uint32_t>(),
             [&](uint32_t C) { return P->Bound[C]; });
  });
  J.object("heaviest", [&] {
    if (!Count)
      return;
    J.put("begin", P->Bound[Heaviest]);
    J.put("end", P->Bound[Heaviest + 1]);
    J.put("load", P->load(Heaviest, Heaviest + 1));
  });
}

void putRanges(Json &J, const PlanRecord *P, double SecondsPerTick) {
  std::vector<MeasuredRange> Ranges;
  if (P)
    for (const auto &Entry : P->ranges())
      Ranges.push_back(Entry.second);
  J.object("ranges", [&] {
    J.column("begin", Ranges, [](auto &R) { return R.Range.Begin; });
    J.column("end", Ranges, [](auto &R) { return R.Range.End; });
    J.column("load", Ranges, [](auto &R) { return R.Load; });
    J.column("seconds", Ranges, [=](auto &R) {
      return static_cast<double>(R.Ticks) * SecondsPerTick;
    });
    J.column("times", Ranges, [](auto &R) { return R.Times; });
  });
}

void putTechniques(Json &J, const LoopSums &S) {
  struct Row {
    Technique As;
    Reason Why;
    uint64_t Executions;
  };
  std::vector<Row> Rows;
  for (int T = 0; T < Techniques; ++T)
    for (int R = 0; R < Reasons; ++R)
      if (S.Ran[T][R] > 0)
        Rows.push_back(
            {static_cast<Technique>(T), static_cast<Reason>(R), S.Ran[T][R]});
  J.list("techniques", Rows, [&](const Row &Ran) {
    J.object([&] {
      J.put("technique", nameOf(Ran.As));
      J.put("reason", nameOf(Ran.Why));
      J.put("executions", Ran.Executions);
    });
  });
}

void putHistory(Json &J, const History &Executed, double SecondsPerTick) {
  constexpr const char *Kinds[] = {"inspected", "plan", "even"};
  std::vector<ExecutionNote> Notes = Executed.notes();
  std::sort(Notes.begin(), Notes.end(),
            [](const ExecutionNote &A, const ExecutionNote &B) {
              return A.Execution < B.Execution;
            });
  J.list("history", Notes, [&](const ExecutionNote &E) {
    J.object([&] {
      J.put("execution", E.Execution);
      J.put("seconds", static_cast<double>(E.Ticks) * SecondsPerTick);
      J.put("busy_seconds", static_cast<double>(E.Busy) * SecondsPerTick);
      J.put("lambda_time_percent", E.LambdaTime);
      J.put("kind", Kinds[static_cast<unsigned>(E.Kind)]);
    });
  });
}

void putLoop(Json &J, const LoopReport &L, double SecondsPerTick) {
  const LoopSums &S = L.Loop->Sums;
  const auto PutSeconds = [&](const char *Key, uint64_t Ticks) {
    J.put(Key, static_cast<double>(Ticks) * SecondsPerTick);
  };
  J.put("file", L.Loop->File);
  J.put("line", uint64_t(L.Loop->Line));
  J.put("column", uint64_t(L.Loop->Column));
  J.put("function", L.Loop->Function);
  J.put("load", L.Loop->Load);
  J.put("has_prefix", L.Loop->HasPrefix);
  J.put("is_constant", L.Loop->IsConstant);
  J.put("executions", S.Executions);
  putTechniques(J, S);
  putRange(J, "trip_count", S.TripCount);
  putRange(J, "threads", S.Threads);
  J.put("seconds", L.Seconds);
  J.object("plans", [&] {
    J.put("made", L.Loop->counted(Count::PlansMade));
    J.put("hits", L.Loop->counted(Count::PlanHits));
    J.put("stale", L.Loop->counted(Count::StalePlans));
    J.put("evicted", L.Loop->counted(Count::Evictions));
    J.put("refined", L.Loop->counted(Count::PlansRefined));
  });
  PutSeconds("busy_seconds", S.Busy);
  PutSeconds("inspect_seconds", S.Inspecting);
  PutSeconds("balance_seconds", S.Balancing);
  PutSeconds("present_seconds", S.Present);
  J.put("processor_seconds", static_cast<double>(S.Processor) * 1e-9);
  J.put("lambda_load_percent", L.LambdaLoadPercent);
  J.put("lambda_time_percent", L.LambdaTimePercent);
  J.put("steals", S.Steals);
  J.put("stolen_load_percent", L.StolenLoadPercent);
  J.put("stolen_iterations", S.StolenIterations);
  J.put("dispatches_per_execution",
        static_cast<double>(S.Dispatches) / static_cast<double>(S.Executions));
  putChunks(J, S.Shown.get());
  putRanges(J, S.Shown.get(), SecondsPerTick);
  putHistory(J, S.Executed, SecondsPerTick);
}

} // namespace

void usersched::writeJson(const Report &R, TextSink &To) {
  Json J(To);
  J.object([&] {
    J.put("format", "usersched-report-2");
    J.put("version", USERSCHED_VERSION);
    J.put("command", R.Command);
    J.put("date", R.Date);
    J.put("process", R.Process);
    J.put("threads", R.Threads);
    J.put("processors", uint64_t(Recorder::processors()));
    J.put("seconds", R.Seconds);
    J.list("loops", R.Loops, [&](const LoopReport &L) {
      J.object([&] { putLoop(J, L, R.SecondsPerTick); });
    });
  });
  To << '\n';
}
