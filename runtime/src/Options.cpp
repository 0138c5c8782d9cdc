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
#include "Options.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
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
  if (S.Most > 0) {
    std::fprintf(stderr, "whole numbers from 0 to %llu", Value(S.Most));
    return;
  }
  const bool HasThree = S.Words[2];
  std::fprintf(stderr, "%s%s%s and %s", S.Words[0], HasThree ? ", " : "",
               HasThree ? S.Words[1] : "", S.Words[HasThree ? 2 : 1]);
}

void printValue(const Setting &S, uint64_t Known) {
  if (S.Most > 0)
    std::fprintf(stderr, "%llu", Value(Known));
  else
    std::fputs(S.Words[Known], stderr);
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

void display(const Options &Known) {
  std::fputs("USERSCHED DISPLAY ENVIRONMENT BEGIN\n", stderr);
  for (const Setting &S : Settings) {
    std::fprintf(stderr, "  %s='", S.Name);
    printValue(S, Known.*S.Member);
    std::fprintf(stderr, "'\n    %s; accepted are ", S.Meaning);
    printAccepted(S);
    std::fputc('\n', stderr);
  }
  std::fputs("USERSCHED DISPLAY ENVIRONMENT END\n", stderr);
}

Options readAll() {
  Options Result = {};
  for (const Setting &S : Settings)
    Result.*S.Member = read(S);
  warnOfUnknownNames();
  if (Result.DisplayEnv)
    display(Result);
  return Result;
}

} // namespace

const Options &Options::get() {
  static const Options Known = readAll();
  return Known;
}
