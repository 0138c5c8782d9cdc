//===- Loop.cpp - a loop that was found, and what is said of it -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Loop.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace llvm;

namespace usersched {

const char *nameOf(Loop::Kind Verdict) {
  switch (Verdict) {
  case Loop::Regular:
    return "regular";
  case Loop::Unknown:
    return "unknown";
  case Loop::Irregular:
    return "irregular";
  case Loop::LeftAlone:
    return "left alone";
  }
  return "";
}

const char *nameOf(Difference D) {
  switch (D) {
  case Difference::None:
    return "none";
  case Difference::Missing:
    return "missing";
  case Difference::Different:
    return "different";
  case Difference::Unneeded:
    return "unneeded";
  }
  return "";
}

std::string pragmaFor(const Loop &L) {
  if (L.Verdict != Loop::Irregular)
    return "";
  return L.Load.empty() ? "#pragma ompx usersched"
                        : "#pragma ompx usersched(load: " + L.Load + ")";
}

// Returns the value of the key `load`, without white space; empty if there is
// none.
static std::string loadOf(StringRef Pragma) {
  std::string Text;
  for (char C : Pragma)
    if (!isSpace(C) && C != '\\')
      Text += C;
  StringRef Rest = Text;
  const size_t Key = Rest.find("load:");
  if (Key == StringRef::npos || (Key > 0 && isAlnum(Rest[Key - 1])))
    return "";
  Rest = Rest.drop_front(Key + 5);
  // The value ends at a comma in front of a key, or with the pragma.
  int Depth = 0;
  for (size_t I = 0; I < Rest.size(); ++I) {
    Depth += StringRef("([{").contains(Rest[I]);
    Depth -= StringRef(")]}").contains(Rest[I]);
    const StringRef Next = Rest.drop_front(I + 1).take_while(isAlpha);
    if (Depth < 0 || (Depth == 0 && Rest[I] == ',' && !Next.empty() &&
                      Rest.drop_front(I + 1 + Next.size()).starts_with(":") &&
                      !Rest.drop_front(I + 1 + Next.size()).starts_with("::")))
      return Rest.take_front(I).str();
  }
  return Rest.str();
}

// What every iteration costs besides makes no difference.
static std::string withoutConstant(StringRef Load) {
  Load.consume_front("1+");
  Load.consume_back("+1");
  if (Load.starts_with("(") && Load.find(')') == Load.size() - 1)
    Load = Load.drop_front().drop_back();
  return Load.str();
}

Difference differenceOf(const Loop &L) {
  const std::string Wanted = pragmaFor(L);
  if (L.IsKept)
    return Difference::None;
  if (L.Present.empty())
    return Wanted.empty() ? Difference::None : Difference::Missing;
  if (Wanted.empty())
    return L.Verdict == Loop::Unknown ? Difference::None : Difference::Unneeded;
  const std::string There = loadOf(L.Present);
  if (There.empty() || There == "auto" || L.Load.empty())
    return Difference::None;
  return withoutConstant(There) == withoutConstant(loadOf(Wanted))
             ? Difference::None
             : Difference::Different;
}

// Of two instances of a template, one that is irregular decides.
void addLoop(Loops &All, Loop New) {
  const auto [Entry, IsNew] = All.try_emplace({New.File, New.Offset}, New);
  if (IsNew)
    return;
  Loop &Old = Entry->second;
  if (New.IsPattern && !Old.IsPattern)
    return;
  if (Old.IsPattern && !New.IsPattern) {
    Old = std::move(New);
    return;
  }
  if (New.Verdict == Old.Verdict && New.Load != Old.Load)
    Old.Load.clear();
  else if (New.Verdict > Old.Verdict)
    Old = std::move(New);
}

} // namespace usersched
