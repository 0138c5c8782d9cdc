//===- ReportFile.cpp - USERSCHED_REPORT ----------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gathers what is to be reported, and writes it as JSON. Lists are bounded:
// chunks are joined, executions left out.
//
//===----------------------------------------------------------------------===//
#include "report/ReportFile.h"

#include "base/Clock.h"
#include "base/OutputFile.h"
#include "record/Recorder.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <unistd.h>

using namespace usersched;

namespace {

constexpr std::size_t MostEntries = 4096;
constexpr std::size_t FirstExecutions = 64, MostExecutions = 256;

/// As the shell was given it, without the folder of the program.
std::string command() {
  std::string Result;
  if (std::FILE *File = std::fopen("/proc/self/cmdline", "r")) {
    constexpr std::size_t Most = 4096;
    Result.resize(Most);
    Result.resize(std::fread(Result.data(), 1, Most, File));
    std::fclose(File);
  }
  while (!Result.empty() && Result.back() == '\0')
    Result.pop_back();
  const std::size_t Slash =
      Result.substr(0, Result.find('\0')).find_last_of('/');
  if (Slash != std::string::npos)
    Result.erase(0, Slash + 1);
  std::replace(Result.begin(), Result.end(), '\0', ' ');
  return Result;
}

std::string date() {
  const std::time_t Now = std::time(nullptr);
  std::tm Parts;
  char Text[32];
  gmtime_r(&Now, &Parts);
  std::strftime(Text, sizeof Text, "%Y-%m-%dT%H:%M:%SZ", &Parts);
  return Text;
}

/// Members of an object, and elements of a list, with commas in between.
class Json {
  TextSink &To;
  bool IsFirst = true;

public:
  explicit Json(TextSink &To) : To(To) {}

  TextSink &next(const char *Separator = ", ") {
    if (!IsFirst)
      To << Separator;
    IsFirst = false;
    return To;
  }
  TextSink &key(const char *Key, const char *Separator = ", ") {
    next(Separator).json(Key);
    return To << ": ";
  }
  void put(const char *Key, uint64_t Value) { key(Key) << Value; }
  void put(const char *Key, double Value) { key(Key).json(Value); }
  void put(const char *Key, const std::string &Value) {
    key(Key).json(Value.c_str());
  }
};

template <typename List, typename Function>
void putList(Json &Object, const char *Key, const List &Values, Function Put,
             const char *Separator = ", ") {
  TextSink &To = Object.key(Key, Separator);
  To << '[';
  Json Elements(To);
  for (const auto &Value : Values)
    Put(Elements.next(), Value);
  To << ']';
}

void putNumber(TextSink &To, uint64_t Value) { To << Value; }
void putReal(TextSink &To, double Value) { To.json(Value); }

class LoopWriter {
  const LoopReport &L;
  const LoopSummary &S;
  const double SecondsPerTick;
  TextSink &To;

  static constexpr const char *Line = ",\n      ";

  void places(Json &Loop) {
    Loop.put("file", L.Loop->File);
    Loop.put("line", uint64_t(L.Loop->Line));
    Loop.put("column", uint64_t(L.Loop->Column));
    Loop.put("function", L.Loop->Function);
    Loop.put("load", L.Loop->Load);
  }

  void sums(Json &Loop) {
    Loop.key("executions", Line) << S.Executions;
    Json Trips((Loop.key("trip_count") << '{'));
    Trips.put("least", S.TripCount.least());
    Trips.put("most", S.TripCount.Most);
    Trips.put("total", S.TripCount.Total);
    To << '}';
    Json Threads((Loop.key("threads") << '{'));
    Threads.put("least", S.Threads.least());
    Threads.put("most", S.Threads.Most);
    To << '}';
    Loop.put("seconds", S.Seconds);
    Json Plans((Loop.key("plans", Line) << '{'));
    Plans.put("made", S.Made);
    Plans.put("hits", S.Hits);
    Plans.put("stale", S.Stale);
    Plans.put("evicted", S.Evicted);
    Plans.put("refined", S.Refined);
    To << '}';
  }

  void figures(Json &Loop) {
    Loop.key("busy_seconds", Line).json(S.BusySeconds);
    Loop.put("inspect_seconds", S.InspectSeconds);
    Loop.put("balance_seconds", S.BalanceSeconds);
    Loop.key("lambda_load_percent", Line).json(S.LambdaLoadPercent);
    Loop.put("lambda_time_percent", S.LambdaTimePercent);
    Loop.put("static_excess_percent", S.StaticExcessPercent);
    Loop.key("steals", Line) << S.Steals;
    Loop.put("stolen_load_percent", S.StolenLoadPercent);
    Loop.put("stolen_iterations", S.StolenIterations);
    Loop.put("dispatches_per_execution", S.DispatchesPerExecution);
    Json Fit((Loop.key("fit", Line) << '{'));
    Fit.put("r_squared", S.Fit.RSquared);
    Fit.put("seconds_per_load", S.Fit.PerLoad * 1e-9);
    Fit.put("seconds_per_iteration", S.Fit.PerIteration * 1e-9);
    To << '}';
    Loop.key("heaviest", Line);
    const HeaviestChunk &H = S.Heaviest;
    if (H.Range.size() == 0) {
      To << "null";
      return;
    }
    To << '{';
    Json Heaviest(To);
    Heaviest.put("begin", H.Range.Begin);
    Heaviest.put("end", H.Range.End);
    Heaviest.put("share_percent", H.SharePercent);
    To << '}';
  }

  /// At most MostEntries, by joining neighbours.
  void chunks(Json &Loop, const PlanRecord *P,
              const std::vector<MeasuredRange> &Ranges) {
    std::vector<uint64_t> Begin;
    std::vector<double> Load, Seconds;
    const std::size_t Count = P ? P->Load.size() : 0;
    const std::size_t Joined = (Count + MostEntries - 1) / MostEntries;
    auto Measured = Ranges.begin();
    for (std::size_t J = 0; J < Count; J += Joined) {
      const std::size_t Next = std::min(J + Joined, Count);
      double Sum = 0;
      for (std::size_t K = J; K < Next; ++K)
        Sum += P->Load[K];
      while (Measured != Ranges.end() && Measured->Range.Begin < P->Bound[J])
        ++Measured;
      const bool IsMeasured = Measured != Ranges.end() &&
                              Measured->Range.Begin == P->Bound[J] &&
                              Measured->Range.End == P->Bound[Next];
      Begin.push_back(P->Bound[J]);
      Load.push_back(Sum);
      Seconds.push_back(IsMeasured ? seconds(Measured->Ticks) : NAN);
    }
    if (Count > 0)
      Begin.push_back(P->Bound[Count]);
    Json Chunks((Loop.key("chunks", Line) << '{'));
    putList(Chunks, "begin", Begin, putNumber);
    putList(Chunks, "load", Load, putReal, ",\n        ");
    putList(Chunks, "seconds", Seconds, putReal, ",\n        ");
    To << '}';
  }

  void ranges(Json &Loop, std::vector<MeasuredRange> Ranges) {
    if (Ranges.size() > MostEntries)
      Ranges.resize(MostEntries);
    using Measured = const MeasuredRange &;
    Json Object((Loop.key("ranges", Line) << '{'));
    putList(Object, "begin", Ranges,
            [](TextSink &O, Measured R) { O << R.Range.Begin; });
    putList(
        Object, "end", Ranges,
        [](TextSink &O, Measured R) { O << R.Range.End; }, ",\n        ");
    putList(
        Object, "load", Ranges, [](TextSink &O, Measured R) { O.json(R.Load); },
        ",\n        ");
    putList(
        Object, "seconds", Ranges,
        [this](TextSink &O, Measured R) { O.json(seconds(R.Ticks)); },
        ",\n        ");
    To << '}';
  }

  /// The first ones, and of the others as many as fit, evenly.
  std::vector<ExecutionNote> history() const {
    // They came in the order in which they ended.
    std::vector<ExecutionNote> All = L.Loop->Sums.Executed.notes();
    std::sort(All.begin(), All.end(),
              [](const ExecutionNote &A, const ExecutionNote &B) {
                return A.Execution < B.Execution;
              });
    std::vector<ExecutionNote> Result;
    const std::size_t Others =
        All.size() > FirstExecutions ? All.size() - FirstExecutions : 0;
    const std::size_t Room = MostExecutions - FirstExecutions;
    const std::size_t Step =
        std::max<std::size_t>((Others + Room - 1) / Room, 1);
    for (std::size_t I = 0; I < All.size(); I += I < FirstExecutions ? 1 : Step)
      Result.push_back(All[I]);
    return Result;
  }

  void executions(Json &Loop) {
    constexpr const char *Kinds[] = {"inspected", "plan", "even"};
    putList(
        Loop, "history", history(),
        [this](TextSink &, const ExecutionNote &E) {
          To << "\n        {";
          Json Note(To);
          Note.put("execution", E.Execution);
          Note.put("seconds", seconds(E.Ticks));
          Note.put("lambda_time_percent", E.LambdaTime);
          Note.key("kind").json(Kinds[static_cast<unsigned>(E.Kind)]);
          To << '}';
        },
        Line);
  }

  void advice(Json &Loop) {
    putList(
        Loop, "advice", L.Advised,
        [this](TextSink &, const Advice &A) {
          To << "\n        {";
          Json Object(To);
          Object.key("kind").json(A.Kind);
          Object.put("text", A.Text);
          To << '}';
        },
        Line);
  }

  double seconds(uint64_t Ticks) const {
    return static_cast<double>(Ticks) * SecondsPerTick;
  }

public:
  LoopWriter(const LoopReport &L, double SecondsPerTick, TextSink &To)
      : L(L), S(L.Figures), SecondsPerTick(SecondsPerTick), To(To) {}

  void write() {
    To << "\n    {";
    Json Loop(To);
    places(Loop);
    sums(Loop);
    figures(Loop);
    const PlanRecord *Shown = L.Loop->Sums.Shown.get();
    std::vector<MeasuredRange> Ranges;
    if (Shown)
      Ranges = Shown->ranges();
    chunks(Loop, Shown, Ranges);
    ranges(Loop, std::move(Ranges));
    executions(Loop);
    advice(Loop);
    To << '}';
  }
};

bool endsWith(const char *Text, const char *End) {
  const std::size_t Length = std::strlen(Text), EndLength = std::strlen(End);
  return Length >= EndLength &&
         std::strcmp(Text + Length - EndLength, End) == 0;
}

} // namespace

Report usersched::report(const Recorder &R) {
  Report Result;
  Result.Command = command();
  Result.Date = date();
  Result.NanosecondsPerTick = R.nanosecondsPerTick();
  Result.Seconds =
      static_cast<double>(clock::nanoseconds() - R.start().Nanoseconds) * 1e-9;
  Result.Threads = 0;
  Result.Process = static_cast<uint64_t>(getpid());
  Result.IsChild = R.isChild();
  for (const LoopRecord *L = R.loops(); L; L = L->Next) {
    if (L->Sums.Executions == 0)
      continue;
    const LoopSummary S = summarize(*L, Result.NanosecondsPerTick);
    Result.Loops.push_back({L, S, advise(S)});
    Result.Threads =
        std::max(Result.Threads, static_cast<uint32_t>(S.Threads.Most));
  }
  std::sort(Result.Loops.begin(), Result.Loops.end(),
            [](const LoopReport &A, const LoopReport &B) {
              return A.Figures.Seconds != B.Figures.Seconds
                         ? A.Figures.Seconds > B.Figures.Seconds
                         : A.Loop->Place < B.Loop->Place;
            });
  return Result;
}

void usersched::writeJson(const Report &R, TextSink &To) {
  To << "{";
  Json Object(To);
  Object.put("format", std::string("usersched-report-1"));
  Object.put("version", std::string(USERSCHED_VERSION));
  Object.key("command", ",\n  ").json(R.Command.c_str());
  Object.put("date", R.Date);
  Object.put("process", R.Process);
  Object.put("threads", uint64_t(R.Threads));
  Object.put("seconds", R.Seconds);
  putList(
      Object, "loops", R.Loops,
      [&R](TextSink &O, const LoopReport &L) {
        LoopWriter(L, R.NanosecondsPerTick * 1e-9, O).write();
      },
      ",\n  ");
  To << "}\n";
}

int usersched::writeReportFile(Recorder &R) {
  const char *Name = R.wanted().Report;
  const bool IsFile = std::strcmp(Name, "stderr") != 0;
  const Report Known = report(R);
  OutputFile &File = R.reportFile();
  if (IsFile)
    if (const int Problem = File.open(Name, R.isChild()))
      return Problem;
  TextSink::Room Buffer;
  TextSink To(IsFile ? File.descriptor() : STDERR_FILENO, Buffer);
  if (endsWith(Name, ".json"))
    writeJson(Known, To);
  else if (endsWith(Name, ".html"))
    writeHtml(Known, To);
  else
    writeMarkdown(Known, To);
  To.flush();
  const int Error = IsFile ? File.close() : 0;
  return To.error() ? To.error() : Error;
}
