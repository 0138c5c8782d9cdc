//===- Options.cpp - the environment variables ----------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Options.h.
//
//===----------------------------------------------------------------------===//
#include "base/Options.h"

#include "base/Memory.h"
#include "base/OutputFile.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <string>
#include <strings.h>
#include <unistd.h>

using namespace usersched;

namespace {

using Value = unsigned long long; // what printf has a format for

struct Setting {
  const char *Name;
  uint64_t Options::*Member;
  uint64_t Default;
  /// Whole numbers up to this are accepted; 0: the words are.
  uint64_t Most;
  const char *Words[3];
  const char *Meaning;
  /// If not null: names of files that end in .json are accepted, and the words;
  /// the default is none.
  const char *Options::*File = nullptr;
};

constexpr Setting Settings[] = {
    {"USERSCHED_DISPLAY_ENV",
     &Options::DisplayEnv,
     0,
     1,
     {},
     "1 prints the settings to stderr"},
    {"USERSCHED_SCHEDULE",
     &Options::Schedule,
     Options::Balanced,
     0,
     {"usersched", "off"},
     "off divides loops evenly by iterations, like schedule(static)"},
    {"USERSCHED_STEAL",
     &Options::Steal,
     Options::Pragma,
     0,
     {"off", "on", "pragma"},
     "whether idle threads take work from busy ones"},
    {"USERSCHED_PROFILE",
     &Options::Profile,
     Options::Pragma,
     0,
     {"off", "on", "pragma"},
     "whether balanced groups are kept for the next execution"},
    {"USERSCHED_CHUNK",
     &Options::Chunk,
     0,
     uint64_t(1) << 62,
     {},
     "load per chunk; 0 as the pragma says"},
    {"USERSCHED_CACHE_MIB",
     &Options::CacheMiB,
     64,
     uint64_t(1) << 20,
     {},
     "most memory that balanced groups may take, in MiB"},
    {"USERSCHED_STALENESS",
     &Options::Staleness,
     10,
     1000000,
     {},
     "change of sampled loads, in %, after which a loop is inspected again; 0 "
     "never"},
    {"USERSCHED_REPORT",
     nullptr,
     0,
     0,
     {"stderr"},
     "where to write what happened to each loop, at the end",
     &Options::Report},
    {"USERSCHED_TRACE",
     nullptr,
     0,
     0,
     {},
     "where to write when each thread did what, for Perfetto, at the end",
     &Options::Trace},
    {"USERSCHED_TRACE_MIB",
     &Options::TraceMiB,
     64,
     uint64_t(1) << 20,
     {},
     "most memory that a trace may take, in MiB; what does not fit is counted"},
};

constexpr char Prefix[] = "USERSCHED_";

bool parse(const Setting &S, const char *Text, uint64_t &Result) {
  if (S.Most == 0) {
    for (uint64_t W = 0; W < std::size(S.Words) && S.Words[W]; ++W)
      if (strcasecmp(Text, S.Words[W]) == 0) {
        Result = W;
        return true;
      }
    return false;
  }
  const char *C = Text;
  for (Result = 0; *C >= '0' && *C <= '9' && Result <= S.Most; ++C)
    Result = 10 * Result + static_cast<uint64_t>(*C - '0');
  return C != Text && *C == '\0' && Result <= S.Most;
}

/// "off, on and pragma", "whole numbers from 0 to 1".
void printAccepted(const Setting &S) {
  if (S.File) {
    std::fprintf(stderr, "%s%snames of files that end in .json",
                 S.Words[0] ? S.Words[0] : "", S.Words[0] ? " and " : "");
    return;
  }
  if (S.Most > 0) {
    std::fprintf(stderr, "whole numbers from 0 to %llu", Value(S.Most));
    return;
  }
  const bool HasThree = S.Words[2];
  std::fprintf(stderr, "%s%s%s and %s", S.Words[0], HasThree ? ", " : "",
               HasThree ? S.Words[1] : "", S.Words[HasThree ? 2 : 1]);
}

/// Returns whether Name ends in Ending and is more than that.
bool endsWith(const std::string &Name, const std::string &Ending) {
  return Name.size() > Ending.size() &&
         Name.compare(Name.size() - Ending.size(), Ending.size(), Ending) == 0;
}

/// Says how to get a report in the file Name, which the library does not write.
void sayHowToReport(const std::string &Name) {
  const bool IsPage = endsWith(Name, ".html") || endsWith(Name, ".md");
  const std::string Json =
      (IsPage ? Name.substr(0, Name.find_last_of('.')) : "report") + ".json";
  std::fprintf(stderr,
               "usersched: the library writes JSON only; set "
               "USERSCHED_REPORT=%s and then run: usersched-report %s%s%s\n",
               Json.c_str(), Json.c_str(), IsPage ? " --output " : "",
               IsPage ? Name.c_str() : "");
}

/// The file, or the word, or "". That it can be written now does not mean that
/// it can be later, but what cannot be written now had better be known.
const char *readFile(const Setting &S) {
  // Who starts a set-uid program must not choose what it overwrites.
  const char *Text = secure_getenv(S.Name);
  if (!Text || !*Text)
    return "";
  if (S.Words[0] && std::strcmp(Text, S.Words[0]) == 0)
    return S.Words[0];
  const bool IsKind = endsWith(Text, ".json");
  const char *Path = IsKind ? whole(Text) : nullptr;
  const int Problem = Path ? problemWriting(Path) : IsKind ? ENOMEM : 0;
  if (IsKind && Problem == 0)
    return Path;
  std::free(const_cast<char *>(Path));
  if (Problem != 0)
    std::fprintf(stderr,
                 "usersched: %s is '%s', which cannot be written (%s); "
                 "accepted are ",
                 S.Name, Text, problemText(Problem));
  else
    std::fprintf(stderr, "usersched: %s is '%s'; accepted are ", S.Name, Text);
  printAccepted(S);
  std::fputs("; writing none\n", stderr);
  if (!IsKind && S.File == &Options::Report)
    attempt([&] { sayHowToReport(Text); });
  return "";
}

void printValue(const Setting &S, uint64_t Number) {
  if (S.Most > 0)
    std::fprintf(stderr, "%llu", Value(Number));
  else
    std::fputs(S.Words[Number], stderr);
}

void printValue(const Setting &S, const Options &Set) {
  if (S.File)
    std::fputs(Set.*S.File, stderr);
  else
    printValue(S, Set.*S.Member);
}

uint64_t read(const Setting &S) {
  const char *Text = std::getenv(S.Name);
  uint64_t Result;
  if (!Text)
    return S.Default;
  if (parse(S, Text, Result))
    return Result;
  std::fprintf(stderr, "usersched: %s is '%s'; accepted are ", S.Name, Text);
  printAccepted(S);
  std::fputs("; using ", stderr);
  printValue(S, S.Default);
  std::fputc('\n', stderr);
  return S.Default;
}

/// How many letters to insert, remove or replace (Levenshtein).
std::size_t distance(const char *A, std::size_t Length, const char *B) {
  std::size_t Row[64];
  const std::size_t Width = std::min(std::strlen(B), std::size(Row) - 1);
  for (std::size_t J = 0; J <= Width; ++J)
    Row[J] = J;
  for (std::size_t I = 1; I <= Length; ++I) {
    std::size_t Diagonal = Row[0];
    Row[0] = I;
    for (std::size_t J = 1; J <= Width; ++J) {
      const std::size_t Replaced = Diagonal + (A[I - 1] != B[J - 1]);
      Diagonal = Row[J];
      Row[J] = std::min({Replaced, Row[J] + 1, Row[J - 1] + 1});
    }
  }
  return Row[Width];
}

void warnOfUnknownNames() {
  for (char **Entry = environ; Entry && *Entry; ++Entry) {
    const char *Name = *Entry;
    const char *End = std::strchr(Name, '=');
    if (!End || std::strncmp(Name, Prefix, sizeof Prefix - 1) != 0)
      continue;
    const auto Length = static_cast<std::size_t>(End - Name);
    // usersched-cc and usersched-c++ read these. A build that sets them may run
    // programs, too.
    if (distance(Name, Length, "USERSCHED_CC") == 0 ||
        distance(Name, Length, "USERSCHED_CXX") == 0)
      continue;
    const Setting *Nearest = nullptr;
    std::size_t Least = 0;
    for (const Setting &S : Settings) {
      const std::size_t D = distance(Name, Length, S.Name);
      if (!Nearest || D < Least) {
        Nearest = &S;
        Least = D;
      }
    }
    if (Least > 0)
      std::fprintf(stderr,
                   "usersched: %.*s is not a setting; did you mean %s?\n",
                   static_cast<int>(Length), Name, Nearest->Name);
  }
}

void display(const Options &Set) {
  std::fputs("USERSCHED DISPLAY ENVIRONMENT BEGIN\n", stderr);
  for (const Setting &S : Settings) {
    std::fprintf(stderr, "  %s='", S.Name);
    printValue(S, Set);
    std::fprintf(stderr, "'\n    %s; accepted are ", S.Meaning);
    printAccepted(S);
    std::fputc('\n', stderr);
  }
  std::fputs("USERSCHED DISPLAY ENVIRONMENT END\n", stderr);
}

Options readAll() {
  Options Result = {};
  for (const Setting &S : Settings)
    if (S.File)
      Result.*S.File = readFile(S);
    else
      Result.*S.Member = read(S);
  if (*Result.Trace && std::strcmp(Result.Trace, Result.Report) == 0) {
    std::fprintf(stderr,
                 "usersched: USERSCHED_REPORT and USERSCHED_TRACE are both "
                 "'%s'; writing no trace\n",
                 Result.Trace);
    std::free(const_cast<char *>(Result.Trace)); // whole() made it
    Result.Trace = "";
  }
  warnOfUnknownNames();
  if (Result.DisplayEnv)
    display(Result);
  return Result;
}

} // namespace

const Options &Options::get() {
  static const Options Read = readAll();
  return Read;
}
