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

#include "base/Fork.h"
#include "base/Memory.h"
#include "base/OutputFile.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <string>
#include <string_view>
#include <strings.h>
#include <unistd.h>
#include <utility>

using namespace usersched;

namespace {

using Value = unsigned long long; // what printf has a format for

struct Setting {
  const char *Name, *Meaning;
  /// Where the value goes: one of these two.
  uint64_t Options::*Member;
  const char *Options::*File;
  uint64_t Default;
  /// Whole numbers up to this are accepted; 0: the words are.
  uint64_t Most;
  /// The value is the place of the word. Of a file: what is accepted.
  std::array<const char *, 3> Words;
};

/// A whole number from 0 to Most.
constexpr Setting number(const char *Name, uint64_t Options::*Member,
                         uint64_t Default, uint64_t Most, const char *Meaning) {
  return {Name, Meaning, Member, nullptr, Default, Most, {}};
}

/// One of the words.
constexpr Setting word(const char *Name, uint64_t Options::*Member,
                       uint64_t Default, std::array<const char *, 3> Words,
                       const char *Meaning) {
  return {Name, Meaning, Member, nullptr, Default, 0, Words};
}

/// A file that is accepted by the last word, or another word. Default: none.
constexpr Setting file(const char *Name, const char *Options::*Member,
                       std::array<const char *, 3> Words, const char *Meaning) {
  return {Name, Meaning, nullptr, Member, 0, 0, Words};
}

constexpr char JsonFile[] = "names of files that end in .json";

constexpr Setting Settings[] = {
    number("USERSCHED_DISPLAY_ENV", &Options::DisplayEnv, 0, 1,
           "1 prints the settings to stderr"),
    word("USERSCHED_SCHEDULE", &Options::Schedule, Options::Balanced,
         {"usersched", "off"},
         "off divides loops evenly by iterations, like schedule(static)"),
    word("USERSCHED_STEAL", &Options::Steal, Options::Pragma,
         {"off", "on", "pragma"},
         "whether idle threads take work from busy ones"),
    word("USERSCHED_PROFILE", &Options::Profile, Options::Pragma,
         {"off", "on", "pragma"},
         "whether balanced groups are kept for the next execution"),
    word("USERSCHED_REPRODUCIBLE", &Options::Reproducible, Options::Pragma,
         {"off", "on", "pragma"},
         "whether reductions of loops with the key reproducible end with the "
         "same bits in every team"),
    number("USERSCHED_REPRODUCIBLE_MIB", &Options::ReproducibleMiB, 64, 1 << 20,
           "most memory that the reduction blocks of one execution may take, "
           "in MiB; changes the bits if they do not fit"),
    number("USERSCHED_CHUNK", &Options::Chunk, 0, uint64_t(1) << 53,
           "load per chunk; 0 as the pragma says"),
    number("USERSCHED_CACHE_MIB", &Options::CacheMiB, 64, 1 << 20,
           "most memory that balanced groups may take, in MiB"),
    number("USERSCHED_STALENESS", &Options::Staleness, 10, 1000000,
           "change of sampled loads, in %, after which a loop is inspected "
           "again; 0 never"),
    file("USERSCHED_REPORT", &Options::Report, {"stderr", JsonFile},
         "where to write what happened to each loop, at the end"),
    file("USERSCHED_TRACE", &Options::Trace, {JsonFile},
         "where to write when each thread did what, for Perfetto, at the end"),
    number("USERSCHED_TRACE_MIB", &Options::TraceMiB, 64, 1 << 20,
           "most memory that a trace may take, in MiB; what does not fit is "
           "counted"),
};

constexpr char Prefix[] = "USERSCHED_";

bool parse(const Setting &S, const char *Text, uint64_t &Result) {
  if (S.Most == 0) {
    for (uint64_t W = 0; W < S.Words.size() && S.Words[W]; ++W)
      if (strcasecmp(Text, S.Words[W]) == 0) {
        Result = W;
        return true;
      }
    return false;
  }
  uint64_t Number;
  const char *End = Text + std::strlen(Text);
  const auto Read = std::from_chars(Text, End, Number);
  if (Read.ec != std::errc() || Read.ptr != End || Number > S.Most)
    return false;
  Result = Number;
  return true;
}

/// "off, on and pragma", "whole numbers from 0 to 1".
void printAccepted(const Setting &S) {
  if (S.Most > 0)
    std::fprintf(stderr, "whole numbers from 0 to %llu", Value(S.Most));
  const char *Before = "";
  for (std::size_t W = 0; W < S.Words.size() && S.Words[W]; ++W) {
    std::fprintf(stderr, "%s%s", Before, S.Words[W]);
    Before = W == 0 && S.Words[2] ? ", " : " and ";
  }
}

void printValue(const Setting &S, const Options &Set) {
  if (S.File)
    std::fputs(Set.*S.File, stderr);
  else if (S.Most > 0)
    std::fprintf(stderr, "%llu", Value(Set.*S.Member));
  else
    std::fputs(S.Words[Set.*S.Member], stderr);
}

/// Says that the setting cannot be Text, for Problem if that is not 0.
void refuse(const Setting &S, const char *Text, int Problem = 0) {
  if (Problem != 0)
    std::fprintf(stderr,
                 "usersched: %s is '%s', which cannot be written (%s); "
                 "accepted are ",
                 S.Name, Text, problemText(Problem));
  else
    std::fprintf(stderr, "usersched: %s is '%s'; accepted are ", S.Name, Text);
  printAccepted(S);
}

/// Returns whether Name ends in Ending and is more than that.
bool endsWith(std::string_view Name, std::string_view Ending) {
  return Name.size() > Ending.size() &&
         Name.substr(Name.size() - Ending.size()) == Ending;
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

/// Returns the file, or the word, or "". That it can be written now does not
/// mean that it can be later, but what cannot be written now had better be
/// known.
const char *readFile(const Setting &S) {
  // Who starts a set-uid program must not choose what it overwrites.
  const char *Text = secure_getenv(S.Name);
  if (!Text || !*Text)
    return "";
  if (S.Words[1] && std::strcmp(Text, S.Words[0]) == 0)
    return S.Words[0];
  const bool IsJson = endsWith(Text, ".json");
  const char *Path = IsJson ? whole(Text) : nullptr;
  const int Problem = Path ? problemWriting(Path) : IsJson ? ENOMEM : 0;
  if (IsJson && Problem == 0)
    return Path;
  std::free(const_cast<char *>(Path));
  refuse(S, Text, Problem);
  std::fputs("; writing none\n", stderr);
  if (!IsJson && S.File == &Options::Report)
    attempt([&] { sayHowToReport(Text); });
  return "";
}

void read(const Setting &S, Options &Set) {
  Set.*S.Member = S.Default;
  const char *Text = std::getenv(S.Name);
  if (!Text || parse(S, Text, Set.*S.Member))
    return;
  refuse(S, Text);
  std::fputs("; using ", stderr);
  printValue(S, Set);
  std::fputc('\n', stderr);
}

/// Returns how many letters of the longer name are in the part in which the two
/// differ, upper and lower case aside.
std::size_t distance(std::string_view A, std::string_view B) {
  if (A.size() < B.size())
    std::swap(A, B);
  const auto IsSame = [](char X, char Y) {
    return std::toupper(static_cast<unsigned char>(X)) ==
           std::toupper(static_cast<unsigned char>(Y));
  };
  std::size_t Front = 0, Back = 0;
  while (Front < B.size() && IsSame(A[Front], B[Front]))
    ++Front;
  while (Back < B.size() - Front &&
         IsSame(A[A.size() - 1 - Back], B[B.size() - 1 - Back]))
    ++Back;
  return A.size() - Front - Back;
}

void warnOfUnknownNames() {
  for (char **Entry = environ; Entry && *Entry; ++Entry) {
    const std::string_view Whole = *Entry;
    const std::string_view Name = Whole.substr(0, Whole.find('='));
    // usersched-cc and usersched-c++ read these. A build that sets them may run
    // programs, too.
    if (Name.substr(0, std::strlen(Prefix)) != Prefix ||
        Name == "USERSCHED_CC" || Name == "USERSCHED_CXX")
      continue;
    const auto *Nearest = std::min_element(
        std::begin(Settings), std::end(Settings),
        [Name](const Setting &A, const Setting &B) {
          return distance(Name, A.Name) < distance(Name, B.Name);
        });
    if (Name != Nearest->Name)
      std::fprintf(stderr,
                   "usersched: %.*s is not a setting; did you mean %s?\n",
                   static_cast<int>(Name.size()), Name.data(), Nearest->Name);
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
      read(S, Result);
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

static Singleton<const Options> OnlyOptions;

const Options &Options::get() {
  return OnlyOptions.get([] {
    return need("the settings", [] { return new Options(readAll()); });
  });
}
