//===- Terms.cpp - the terms of a sum -------------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Terms.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace llvm;

namespace usersched {

void add(Terms &A, const Terms &B, long long Times) {
  for (const auto &[Names, Count] : B)
    if ((A[Names] += Times * Count) == 0)
      A.erase(Names);
}

static Terms product(const Terms &A, const Terms &B) {
  Terms Result;
  for (const auto &[NamesOfA, CountOfA] : A)
    for (const auto &[NamesOfB, CountOfB] : B) {
      std::vector<std::string> Names = NamesOfA;
      Names.insert(Names.end(), NamesOfB.begin(), NamesOfB.end());
      std::sort(Names.begin(), Names.end());
      add(Result, {{Names, CountOfA * CountOfB}}, 1);
    }
  return Result;
}

namespace {

// Reads what Value.cpp has written: operators have a space on both sides.
class TermReader {
public:
  explicit TermReader(StringRef Text) : Rest(Text) {}

  std::optional<Terms> read() {
    const Terms Result = readSum();
    return HasFailed || !Rest.empty() ? std::nullopt : std::optional(Result);
  }

private:
  Terms readSum() {
    Terms Result = readProduct();
    while (!HasFailed) {
      if (Rest.consume_front(" + "))
        add(Result, readProduct(), 1);
      else if (Rest.consume_front(" - "))
        add(Result, readProduct(), -1);
      else
        break;
    }
    return Result;
  }
  Terms readProduct() {
    Terms Result = readFactor();
    while (!HasFailed && Rest.consume_front(" * "))
      Result = product(Result, readFactor());
    return Result;
  }
  Terms readFactor() {
    if (Rest.consume_front("(")) {
      const Terms Result = readSum();
      HasFailed |= !Rest.consume_front(")");
      return Result;
    }
    const StringRef Name = takeName();
    long long Number = 0;
    HasFailed |= Name.empty();
    if (!Name.empty() && isDigit(Name.front())) {
      HasFailed |= Name.getAsInteger(10, Number);
      return {{{}, Number}};
    }
    return {{{Name.str()}, 1}};
  }
  StringRef takeName() {
    int Depth = 0;
    size_t Size = 0;
    for (; Size < Rest.size(); ++Size) {
      const char C = Rest[Size];
      if (StringRef("([").contains(C))
        ++Depth;
      else if (StringRef(")]").contains(C) && --Depth < 0)
        break;
      else if (Depth == 0 && !isAlnum(C) && !StringRef("_.:])").contains(C) &&
               !Rest.substr(Size).starts_with("->") &&
               !(Size > 0 && Rest.substr(Size - 1).starts_with("->")))
        break;
    }
    const StringRef Name = Rest.take_front(Size);
    Rest = Rest.drop_front(Size);
    return Name;
  }

  StringRef Rest;
  bool HasFailed = false;
};

} // namespace

std::optional<Terms> termsOf(StringRef Text) { return TermReader(Text).read(); }

} // namespace usersched
