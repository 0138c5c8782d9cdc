//===- ReportTable.cpp - a report at one glance ---------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row for each loop, as wide as a terminal is; usersched-report explains the
// figures.
//
//===----------------------------------------------------------------------===//
#include "report/Report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <unistd.h>

using namespace usersched;

namespace {

constexpr std::size_t MostRows = 20;

using Cells = std::vector<std::string>;

std::string number(double Value, const char *Unit) {
  char Text[400]; // room for the largest number
  std::snprintf(Text, sizeof Text, "%.1f%s", Value, Unit);
  return std::isfinite(Value) ? Text : "-";
}

std::string percent(double Part, double Whole) {
  return number(Part / Whole * 100, " %");
}

std::string duration(double Seconds) {
  return Seconds >= 1      ? number(Seconds, " s")
         : Seconds >= 1e-3 ? number(Seconds * 1e3, " ms")
                           : number(Seconds * 1e6, " us");
}

/// Returns the technique with its reason that ran most often, and its share of
/// the executions.
std::string usualTechnique(const LoopSums &S) {
  uint64_t All = 0, Most = 0;
  std::string Usual = "-";
  for (int T = 0; T < Techniques; ++T)
    for (int R = 0; R < Reasons; ++R) {
      All += S.Ran[T][R];
      if (S.Ran[T][R] <= Most)
        continue;
      Most = S.Ran[T][R];
      Usual = nameOf(static_cast<Technique>(T)) + std::string(", ") +
              nameOf(static_cast<Reason>(R));
    }
  return Most == All
             ? Usual
             : Usual + " " +
                   percent(static_cast<double>(Most), static_cast<double>(All));
}

Cells cells(const LoopRecord &L, double SecondsPerTick) {
  const LoopSums &S = L.Sums;
  const auto Looking = static_cast<double>(S.Inspecting + S.Balancing);
  return {L.Place,
          std::to_string(S.Executions),
          std::to_string(S.TripCount.Most),
          std::to_string(S.Threads.Most),
          duration(static_cast<double>(S.Ticks) * SecondsPerTick),
          usualTechnique(S),
          number(S.Shown ? S.Shown->lambda() : NAN, " %"),
          number(S.Executed.lambda(), " %"),
          S.Load > 0 ? percent(S.StolenLoad, S.Load)
                     : percent(static_cast<double>(S.StolenIterations),
                               static_cast<double>(S.TripCount.Total)),
          percent(Looking, Looking + static_cast<double>(S.Busy))};
}

/// Says so if a loop has more threads than Quota lets run all the time.
void writeQuota(const std::vector<const LoopRecord *> &Loops, double Quota,
                TextSink &To) {
  uint64_t Threads = 0;
  for (const LoopRecord *Loop : Loops)
    Threads = std::max(Threads, Loop->Sums.Threads.Most);
  const double Best = std::floor(std::max(Quota, 1.0));
  if (!(Best < static_cast<double>(Threads)))
    return;
  To << "usersched: a CPU quota of ";
  To.json(Quota);
  To << " processors may stop the " << Threads
     << " threads for a while: set OMP_NUM_THREADS="
     << static_cast<uint64_t>(Best) << '\n';
}

} // namespace

void usersched::writeTable(const Recorder &R, double Quota, TextSink &To) {
  std::vector<Cells> Rows = {
      {"", "", "", "", "", "", "", "imbalance", "", "time"},
      {"loop", "executions", "iterations", "threads", "time", "technique",
       "by load", "by time", "stolen", "looking"}};
  const auto Loops = loopsThatRan(R);
  const std::size_t Shown = std::min(Loops.size(), MostRows);
  for (std::size_t I = 0; I < Shown; ++I)
    Rows.push_back(cells(*Loops[I], R.secondsPerTick()));
  for (std::size_t Column = 0; Column < Rows[0].size(); ++Column) {
    std::size_t Width = 0;
    for (const Cells &Row : Rows)
      Width = std::max(Width, Row[Column].size());
    for (Cells &Row : Rows) {
      std::string &Cell = Row[Column];
      Cell.insert(Column ? 0 : Cell.size(), Width - Cell.size(), ' ');
    }
  }
  To << "usersched: process " << uint64_t(getpid()) << " ran "
     << duration(R.seconds()).c_str() << ": " << command().c_str() << '\n';
  for (const Cells &Row : Rows) {
    for (std::size_t Column = 0; Column < Row.size(); ++Column)
      To << (Column ? "  " : "") << Row[Column].c_str();
    To << '\n';
  }
  if (Shown < Loops.size())
    To << "and " << uint64_t(Loops.size() - Shown) << " more loops\n";
  writeQuota(Loops, Quota, To);
  To << "usersched: for advice and pictures, set USERSCHED_REPORT=FILE.json "
        "and "
        "then run: usersched-report FILE.json\n";
}
