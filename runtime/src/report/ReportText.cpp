//===- ReportText.cpp - USERSCHED_REPORT for people -----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same words as Markdown and as a page: what to do first, then a table of
// what was seen.
//
//===----------------------------------------------------------------------===//
#include "report/ReportFile.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace usersched;

namespace {

std::string number(double Value) {
  if (std::isnan(Value))
    return "unknown";
  char Text[64];
  std::snprintf(Text, sizeof Text, "%.3g", Value);
  // %g goes over to exponents too soon for people.
  if (std::fabs(Value) >= 999.5 && std::fabs(Value) < 1e15)
    std::snprintf(Text, sizeof Text, "%.0f", Value);
  return Text;
}

std::string number(uint64_t Value) { return std::to_string(Value); }

std::string percent(double Value) {
  return std::isnan(Value) ? "unknown" : number(Value) + " %";
}

std::string duration(double Seconds) {
  if (Seconds >= 1)
    return number(Seconds) + " s";
  if (Seconds >= 1e-3)
    return number(Seconds * 1e3) + " ms";
  if (Seconds >= 1e-6)
    return number(Seconds * 1e6) + " us";
  return number(Seconds * 1e9) + " ns";
}

std::string range(const Range64 &R) {
  return R.least() == R.Most ? number(R.Most)
                             : number(R.least()) + " to " + number(R.Most);
}

struct Fact {
  const char *Name;
  std::string Value;
};

std::string timesOfFit(const LoadFit &F) {
  if (std::isnan(F.PerLoad))
    return "not measured";
  const std::string Costs = number(F.PerLoad) + " ns per unit of load and " +
                            number(F.PerIteration) + " ns per iteration";
  if (std::isnan(F.RSquared))
    return Costs;
  return "R^2 = " + number(F.RSquared) + " (" + Costs + ")";
}

std::vector<Fact> facts(const LoopSummary &S) {
  std::vector<Fact> Result = {
      {"executions", number(S.Executions) + ", of " + range(S.TripCount) +
                         " iterations, by " + range(S.Threads) + " threads"},
      {"time", duration(S.Seconds) + " in all, " +
                   duration(S.secondsPerExecution()) + " per execution"},
      {"imbalance", percent(S.LambdaLoadPercent) + " by load as planned, " +
                        percent(S.LambdaTimePercent) + " by time as measured"},
      {"balanced groups", number(S.Made) + " made, " + number(S.Hits) +
                              " times used, " + number(S.Stale) + " stale, " +
                              number(S.Evicted) + " evicted, " +
                              number(S.Refined) + " refined by time"},
      {"spent by threads", duration(S.BusySeconds) + " in iterations, " +
                               duration(S.InspectSeconds) + " inspecting, " +
                               duration(S.BalanceSeconds) + " balancing"},
      {"stealing",
       number(S.Steals) + " thefts, " +
           (S.Steals == 0 ? "nothing"
                          : percent(S.StolenLoadPercent) + " of the load, " +
                                number(S.StolenIterations) + " iterations")},
      {"handed out",
       number(S.DispatchesPerExecution) + " ranges per execution"},
      {"load tells time", timesOfFit(S.Fit)}};
  const HeaviestChunk &H = S.Heaviest;
  if (H.Range.size() > 0)
    Result.push_back(
        {"heaviest",
         (H.Range.size() == 1 ? "iteration " + number(H.Range.Begin)
                              : "iterations " + number(H.Range.Begin) + " to " +
                                    number(H.Range.End - 1)) +
             ": " + percent(H.SharePercent) + " of a thread's even share"});
  return Result;
}

/// What nothing can be made of becomes a space or U+FFFD.
template <typename Function> void eachCharacter(const char *C, Function Put) {
  while (*C) {
    const unsigned Length = utf8Length(C);
    if (Length == 0)
      Put("\xef\xbf\xbd", 3);
    else if (static_cast<unsigned char>(*C) < 0x20 || *C == 0x7f)
      Put(" ", 1);
    else
      Put(C, Length);
    C += std::max(Length, 1u);
  }
}

/// Text that Markdown shows as it is, in a table, too.
void marked(TextSink &To, const std::string &Text) {
  eachCharacter(Text.c_str(), [&To](const char *C, unsigned Length) {
    if (std::strchr("\\`*<>&|[]", *C))
      To << '\\';
    for (unsigned I = 0; I < Length; ++I)
      To << C[I];
  });
}

/// The same as code, outside of tables: between more backticks in a row than
/// there are in it.
void markedAsCode(TextSink &To, const std::string &Text) {
  std::size_t Longest = 0, Run = 0;
  for (const char C : Text)
    Longest = std::max(Longest, Run = C == '`' ? Run + 1 : 0);
  const std::string Fence(Longest + 1, '`');
  const char *Room = Longest > 0 ? " " : "";
  To << Fence.c_str() << Room;
  eachCharacter(Text.c_str(), [&To](const char *C, unsigned Length) {
    for (unsigned I = 0; I < Length; ++I)
      To << C[I];
  });
  To << Room << Fence.c_str();
}

void escaped(TextSink &To, const std::string &Text) {
  eachCharacter(Text.c_str(), [&To](const char *C, unsigned Length) {
    switch (*C) {
    case '<':
      To << "&lt;";
      break;
    case '>':
      To << "&gt;";
      break;
    case '&':
      To << "&amp;";
      break;
    case '"':
      To << "&quot;";
      break;
    default:
      for (unsigned I = 0; I < Length; ++I)
        To << C[I];
    }
  });
}

std::string heading(const Report &R) {
  return R.Command + (R.IsChild ? " (child of a fork)" : "");
}

std::string about(const Report &R) {
  return R.Date + ", process " + number(R.Process) + ", " +
         duration(R.Seconds) + ", " + number(uint64_t(R.Threads)) +
         (R.Threads == 1 ? " thread" : " threads");
}

std::string where(const LoopRecord &L) {
  return L.File + ":" + std::to_string(L.Line) + " in " + L.Function;
}

constexpr const char *NoAdvice = "Nothing to improve.";

constexpr const char *Style =
    "body{font:15px/1.4 sans-serif;max-width:60em;margin:2em auto;padding:0 "
    "1em}table{border-collapse:collapse}td{border-top:1px solid "
    "#ccc;padding:.2em .8em .2em 0;vertical-align:top}code{background:#f0f0f0}"
    "li{margin:.3em 0}h2{margin-top:2em}";

} // namespace

void usersched::writeMarkdown(const Report &R, TextSink &To) {
  To << "# usersched: ";
  marked(To, heading(R));
  To << "\n\n" << about(R).c_str() << "\n";
  for (const LoopReport &L : R.Loops) {
    To << "\n## ";
    marked(To, L.Loop->Place);
    To << ", load ";
    markedAsCode(To, L.Loop->Load);
    To << "\n\n";
    if (L.Advised.empty())
      To << NoAdvice << "\n";
    for (const Advice &A : L.Advised) // our words, which are Markdown
      To << "* " << A.Text.c_str() << '\n';
    To << "\n| | |\n|---|---|\n| loop | ";
    marked(To, where(*L.Loop));
    To << " |\n";
    for (const Fact &F : facts(L.Figures))
      To << "| " << F.Name << " | " << F.Value.c_str() << " |\n";
  }
}

void usersched::writeHtml(const Report &R, TextSink &To) {
  To << "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
     << "<title>usersched: ";
  escaped(To, heading(R));
  To << "</title>\n<style>" << Style << "</style></head><body>\n<h1>";
  escaped(To, heading(R));
  To << "</h1>\n<p>";
  escaped(To, about(R));
  To << "</p>\n";
  for (const LoopReport &L : R.Loops) {
    To << "<h2>";
    escaped(To, L.Loop->Place);
    To << ", load <code>";
    escaped(To, L.Loop->Load);
    To << "</code></h2>\n";
    if (L.Advised.empty()) {
      To << "<p>" << NoAdvice << "</p>\n";
    } else {
      To << "<ul>\n";
      for (const Advice &A : L.Advised) {
        To << "<li>";
        escaped(To, A.Text);
        To << "</li>\n";
      }
      To << "</ul>\n";
    }
    To << "<table>\n<tr><td>loop</td><td>";
    escaped(To, where(*L.Loop));
    To << "</td></tr>\n";
    for (const Fact &F : facts(L.Figures)) {
      To << "<tr><td>" << F.Name << "</td><td>";
      escaped(To, F.Value);
      To << "</td></tr>\n";
    }
    To << "</table>\n";
  }
  To << "</body></html>\n";
}
