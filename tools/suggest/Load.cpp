//===- Load.cpp - the load of an iteration, term by term ------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Invariant: a length is evaluated only where the iteration would come to it.
// The conditions around the statements that compute it come along.
//
//===----------------------------------------------------------------------===//
#include "Load.h"

using namespace llvm;

namespace usersched {

// A longer one would be harder to read than a function.
static constexpr size_t MostText = 240;

static Value plus(const Value &A, const Value &B) {
  if (B.Operator != Binding::Sum || B.IsDistance ||
      StringRef(B.Text).starts_with("-"))
    return binary(A, "+", Binding::Sum, B);
  // 1 + (b - a), but without the parentheses.
  Value Result = A;
  Result.needs(B);
  Result.Text += " + " + B.Text;
  Result.Operator = Binding::Sum;
  return Result;
}

// Returns the condition that A and B hold, of which either may be unknown.
static Value both(const Value &A, const Value &B) {
  return !A.isKnown() || !B.isKnown() ? (A.isKnown() ? A : B)
                                      : binary(A, "&&", Binding::And, B);
}

// Returns the conditions that the statement stands under, as far as they are
// known. Sets IsSafe to false if one that Length needs is not.
static Value conditionOf(const Iteration &At, const Value &Length,
                         bool &IsSafe) {
  Value Whole;
  IsSafe = true;
  size_t FirstUnknown = At.Guards.size();
  for (size_t I = 0; I < At.Guards.size(); ++I) {
    const Value &Guard = At.Guards[I];
    const bool IsKnown = Guard.isKnown() && Guard.Guards <= FirstUnknown;
    if (!IsKnown) {
      FirstUnknown = std::min(FirstUnknown, I);
      IsSafe &= I >= Length.Guards;
      continue;
    }
    Whole = both(Whole, Guard);
  }
  return Whole;
}

void Load::add(const Iteration &At, const Value &Length, const Value &Runs) {
  bool IsSafe = true;
  const Value Condition = conditionOf(At, Length, IsSafe);
  IsUnknown |= !Length.isKnown() || !IsSafe;
  // The iteration has written it already: the load would read what was before.
  for (const Place &Read : Length.Reads)
    IsUnknown |= any_of(At.Written, [&](const Place &P) {
      return P.Root == Read.Root &&
             (P.Text.empty() || StringRef(Length.Text).contains(P.Text));
    });
  if (!IsUnknown)
    Terms.push_back({Condition, Length, Runs});
}

std::string Load::text(const Iteration &At) const {
  if (IsUnknown || Terms.empty())
    return "";
  const bool IsOneCondition = all_of(Terms, [&](const Term &T) {
    return T.Condition.Text == Terms.front().Condition.Text;
  });
  Value Sum = constant("1");
  for (const Term &T : Terms) {
    Value When = IsOneCondition ? Value() : T.Condition;
    // A length below 0 would take away from others.
    if (Terms.size() > 1)
      When = both(When, T.Runs);
    Sum = plus(Sum, When.isKnown() ? conditional(When, T.Length, constant("0"))
                                   : T.Length);
  }
  if (IsOneCondition && Terms.front().Condition.isKnown())
    Sum = conditional(Terms.front().Condition, Sum, constant("1"));
  // Any thread may evaluate the load of an iteration that has not begun, while
  // others run.
  for (const Place &Read : Sum.Reads)
    for (const Place &Write : At.Written)
      if (Read.Root == Write.Root && !(Read.IsOwn && Write.IsOwn))
        return "";
  return Sum.Text.size() > MostText ? "" : Sum.Text;
}

} // namespace usersched
