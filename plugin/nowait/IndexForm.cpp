//===- IndexForm.cpp - indices as polynomials -----------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "nowait/IndexForm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>
#include <set>
#include <tuple>

using namespace llvm;

namespace usersched {

// People write less; what macros write beyond that is unknown.
static constexpr size_t MostTerms = 16, MostFactors = 8;

bool Atom::operator<(const Atom &Other) const {
  return std::tie(Variable, Hash, Varies) <
         std::tie(Other.Variable, Other.Hash, Other.Varies);
}

IndexForm IndexForm::unknown() {
  IndexForm F;
  F.Unknown = true;
  return F;
}

IndexForm IndexForm::ofThread() {
  IndexForm F;
  F.OfThread = true;
  return F;
}

void IndexForm::add(const Monomial &M, int64_t Coefficient) {
  if (!Coefficient || Unknown)
    return;
  int64_t &Sum = Terms[M];
  if (AddOverflow(Sum, Coefficient, Sum) || Sum == INT64_MIN ||
      Terms.size() > MostTerms || M.size() > MostFactors) {
    Unknown = true;
    Terms.clear();
  } else if (!Sum) {
    Terms.erase(M);
  }
}

IndexForm &IndexForm::operator+=(const IndexForm &Other) {
  Unknown |= Other.Unknown;
  OfThread |= Other.OfThread;
  if (Unknown)
    Terms.clear();
  for (const auto &[M, Coefficient] : Other.Terms)
    add(M, Coefficient);
  return *this;
}

IndexForm IndexForm::operator*(const IndexForm &Other) const {
  IndexForm Result;
  Result.Unknown = Unknown || Other.Unknown;
  Result.OfThread = OfThread || Other.OfThread;
  for (const auto &[M, Coefficient] : Terms)
    for (const auto &[OtherM, OtherCoefficient] : Other.Terms) {
      Monomial Product = M;
      Product.insert(Product.end(), OtherM.begin(), OtherM.end());
      sort(Product);
      int64_t Factor;
      if (MulOverflow(Coefficient, OtherCoefficient, Factor))
        return unknown();
      Result.add(Product, Factor);
    }
  return Result;
}

bool IndexForm::varies() const {
  return Unknown || OfThread || any_of(Terms, [](auto &Term) {
           return any_of(Term.first, [](const Atom &A) { return A.Varies; });
         });
}

std::optional<int64_t> IndexForm::constant() const {
  if (Unknown || OfThread || Terms.size() > 1)
    return std::nullopt;
  if (Terms.empty())
    return 0;
  const auto &[M, Coefficient] = *Terms.begin();
  return M.empty() ? std::optional(Coefficient) : std::nullopt;
}

static Change changeOf(const IndexForm::Monomial &M, ChangeOf Changes) {
  Change Result = Change::None;
  for (const Atom &A : M)
    Result = std::max(Result, A.Varies     ? Change::Any
                              : A.Variable ? Changes(A.Variable)
                                           : Change::None);
  return Result;
}

static bool changes(const IndexForm &F, ChangeOf Changes) {
  return any_of(F.terms(), [&](auto &Term) {
    return changeOf(Term.first, Changes) != Change::None;
  });
}

bool areEqual(const IndexForm &A, const IndexForm &B, ChangeOf Changes) {
  return (A - B).constant() == 0 && !changes(A, Changes);
}

// Returns true if every value of Low is below every value of High.
static bool endsBefore(const Index &Low, const Index &High, ChangeOf Changes) {
  return Low.End && High.First && !changes(*Low.End, Changes) &&
         !changes(*High.First, Changes) &&
         (*High.First - *Low.End).constant().value_or(-1) >= 0;
}

static bool dependsOnData(const IndexForm &F) {
  return any_of(F.terms(), [](auto &Term) {
    return any_of(Term.first, [](const Atom &A) { return A.isData(); });
  });
}

static int64_t coefficient(const IndexForm &F, const IndexForm::Monomial &M) {
  const auto Term = F.terms().find(M);
  return Term == F.terms().end() ? 0 : Term->second;
}

// Returns true if Constant, plus what A adds, minus what B adds, can be a
// multiple of Divisor.
static bool canBeMultiple(int64_t Constant, const Index &A, const Index &B,
                          int64_t Divisor) {
  const int64_t Common = std::gcd(Divisor, std::gcd(A.Step, B.Step));
  if (Common ? Constant % Common : Constant)
    return false;
  int64_t Least, Greatest, Span;
  if (SubOverflow(Constant, B.Reach, Least) ||
      AddOverflow(Constant, A.Reach, Greatest) ||
      SubOverflow(Greatest, Least, Span))
    return true;
  if (!Divisor)
    return Least <= 0 && Greatest >= 0;
  const int64_t Rest = Greatest % Divisor;
  return (Rest < 0 ? Rest + Divisor : Rest) <= Span;
}

// A - B is the sum of a constant, of terms that can be any multiple of their
// coefficients, of terms of sequential loops, which are not 0, and of what the
// two indices add. The question is whether that sum can be 0.
bool neverEqual(const Index &A, const Index &B, ChangeOf Changes) {
  if (A.Value.isUnknown() || B.Value.isUnknown() || dependsOnData(A.Value) ||
      dependsOnData(B.Value))
    return false;
  std::set<IndexForm::Monomial> Monomials;
  for (const IndexForm *F : {&A.Value, &B.Value})
    for (const auto &[M, Coefficient] : F->terms())
      Monomials.insert(M);
  int64_t Constant = 0, Divisor = 0;
  // A term that all threads see stands in one of the two indices only.
  bool HasOtherValue = false;
  // A term can have several values.
  bool IsFree = A.Step || B.Step;
  // A sequential loop advances by more than the constant, or by whole rows;
  // another term may undo that.
  bool Advances = false, AdvancesByRows = false, MayBeUndone = false;
  // The constant, whose monomial is the smallest, comes first.
  for (const IndexForm::Monomial &M : Monomials) {
    const int64_t InA = coefficient(A.Value, M), InB = coefficient(B.Value, M);
    int64_t Difference;
    if (SubOverflow(InA, InB, Difference) || Difference == INT64_MIN)
      return false;
    if (M.empty()) {
      Constant = Difference;
      continue;
    }
    const Change C = changeOf(M, Changes);
    if (C == Change::None) {
      Divisor = std::gcd(Divisor, Difference);
      HasOtherValue |= Difference != 0;
      continue;
    }
    IsFree = true;
    Divisor = std::gcd(Divisor, std::gcd(InA, InB));
    if (C == Change::Advanced && !Difference) {
      Advances |= std::abs(InA) > std::abs(Constant);
      AdvancesByRows |= M.size() > 1;
    } else {
      MayBeUndone |= none_of(M, [](const Atom &A) { return A.Varies; });
    }
  }
  if (!IsFree)
    return Constant || HasOtherValue;
  if (!HasOtherValue && (AdvancesByRows || (Advances && !MayBeUndone)))
    return true;
  if (!canBeMultiple(Constant, A, B, Divisor))
    return true;
  return endsBefore(A, B, Changes) || endsBefore(B, A, Changes);
}

} // namespace usersched
