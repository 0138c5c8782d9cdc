//===- Value.cpp - an expression in names that the pragma can use ---------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Value.h"
#include <algorithm>

using namespace llvm;

namespace usersched {

std::string Value::operand(Binding Outer) const {
  return Operator < Outer ? "(" + Text + ")" : Text;
}

void Value::needs(const Value &Part) {
  Guards = std::max(Guards, Part.Guards);
  IsHarmless &= Part.IsHarmless;
  Reads.append(Part.Reads.begin(), Part.Reads.end());
}

// One step tighter than Binds.
static Binding tighter(Binding Binds) {
  return static_cast<Binding>(static_cast<int>(Binds) + 1);
}

Value binary(const Value &A, StringRef Operator, Binding Binds,
             const Value &B) {
  Value Result;
  if (!A.isKnown() || !B.isKnown())
    return Result;
  Result.needs(A);
  Result.needs(B);
  // Compilers warn of && in ||, and of mixed bit operators, without these.
  const bool IsMixed = Binds == Binding::Or || Binds == Binding::BitOr ||
                       Binds == Binding::BitXor || Binds == Binding::BitAnd ||
                       Binds == Binding::Shift;
  const Binding Inside = IsMixed ? Binding::Unary : Binds;
  Result.Text = A.operand(A.Operator == Binds ? Binds : Inside) + " " +
                Operator.str() + " " +
                B.operand(IsMixed ? Binding::Unary : tighter(Binds));
  Result.Operator = Binds;
  return Result;
}

Value conditional(const Value &If, const Value &Then, const Value &Else) {
  Value Result;
  if (!If.isKnown() || !Then.isKnown() || !Else.isKnown())
    return Result;
  for (const Value *Part : {&If, &Then, &Else})
    Result.needs(*Part);
  Result.Text = If.operand(Binding::Or) + " ? " + Then.operand(Binding::Or) +
                " : " + Else.operand(Binding::Conditional);
  Result.Operator = Binding::Conditional;
  return Result;
}

Value negation(const Value &A) {
  Value Result = A;
  if (!A.isKnown())
    return Result;
  Result.Root = nullptr;
  Result.Operator = Binding::Unary;
  if (A.Operator == Binding::Unary && StringRef(A.Text).starts_with("!")) {
    Result.Text = A.Text.substr(1);
    const bool HasBrackets = StringRef(Result.Text).starts_with("(");
    Result.Operator = HasBrackets ? Binding::Unary : Binding::Postfix;
    return Result;
  }
  static constexpr std::pair<const char *, const char *> Opposites[] = {
      {" == ", " != "}, {" != ", " == "}, {" < ", " >= "},
      {" >= ", " < "},  {" > ", " <= "},  {" <= ", " > "}};
  if (A.Operator == Binding::Equal || A.Operator == Binding::Less)
    for (auto [Operator, Opposite] : Opposites) {
      const size_t At = A.Text.find(Operator);
      // Several comparisons may stand in brackets.
      if (At == std::string::npos || A.Text.find_first_of("=<>!?") != At + 1 ||
          A.Text.find_first_of("=<>!?", At + StringRef(Operator).size()) !=
              std::string::npos)
        continue;
      Result.Text = A.Text;
      Result.Text.replace(At, StringRef(Operator).size(), Opposite);
      Result.Operator = A.Operator;
      return Result;
    }
  Result.Text = "!" + A.operand(Binding::Unary);
  return Result;
}

Value constant(StringRef Text) {
  Value Result;
  Result.Text = Text.str();
  return Result;
}

} // namespace usersched
