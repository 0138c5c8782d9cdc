//===- OtherIterations.cpp - accesses of two iterations to one element ----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two indices are compared: are they equal in one iteration only, or can the
// one of an iteration be the other of another?
//
//   x[i + 1] and x[i]        the next iteration has it
//   x and x, x[0] and x[0]   all iterations have it
//   x[i] and x[column[k]]    any iteration may have it
//   x[2 * i + 1] and x[2 * i], x[n * i + k] and x[n * i], x[i][k] and x[i][0]
//                            each iteration has its own row
//   x[i] and x[n + column[k]]
//                            may be two parts of the array
//   x[row[i]] and x[row[i]]  may be the iteration's own
//
//===----------------------------------------------------------------------===//
#include "nowait/OtherIterations.h"
#include "nowait/AccessPath.h"
#include "llvm/Support/MathExtras.h"
#include <utility>

using namespace clang;
using namespace llvm;

namespace usersched {

static Change nothingChanges(const VarDecl *) { return Change::None; }

bool OtherIterations::hasCounter(const IndexForm::Monomial &M) const {
  return any_of(M, [&](const Atom &A) { return isCounter(A.Variable); });
}

OtherIterations::Meeting OtherIterations::meet(const AccessPath &A,
                                               const AccessPath &B) const {
  if (!mayMeet(A, B, nothingChanges))
    return Meeting::None;
  bool HasOthers = false, IsOneForAll = true;
  std::optional<Shift> First; // of all indices: x[i][j] and x[i + 1][j + 2]
                              // are never one element if j is i
  for (const auto &[S, T] : zip(A.Steps, B.Steps))
    for (const auto &[I, J] : zip(S.Indices, T.Indices)) {
      const Relation Found = compare(I, J);
      if (Found == Relation::SameIterationOrUnknown)
        return Meeting::None;
      const std::optional<Shift> Next = shift(I, J);
      if (First && Next && First->Counter == Next->Counter &&
          First->Iterations != Next->Iterations)
        return Meeting::None;
      First = First ? First : Next;
      HasOthers |= Found == Relation::Others;
      IsOneForAll &= !I.Value.varies();
    }
  return HasOthers ? Meeting::Some : IsOneForAll ? Meeting::All : Meeting::None;
}

OtherIterations::Kind OtherIterations::kindOf(const Index &I) const {
  const auto &Terms = I.Value.terms();
  const bool IsFound = Assumed == Unknown::Found;
  if (I.Value.isUnknown())
    return IsFound && Terms.empty() ? Kind::Data : Kind::Unknown;
  // What else all iterations see may select a part of the array.
  if (any_of(Terms, [&](auto &T) { return hasCounter(T.first); }))
    return all_of(Terms,
                  [&](auto &T) {
                    return T.first.empty() ||
                           (hasCounter(T.first) &&
                            all_of(T.first, [&](const Atom &A) {
                              return !A.Varies || Counters.contains(A.Variable);
                            }));
                  })
               ? Kind::OfCounters
               : Kind::Unknown;
  if (Terms.size() != 1 || !I.Value.varies())
    return Kind::Unknown;
  const auto &[M, Coefficient] = *Terms.begin();
  if (M.size() != 1 || Coefficient != 1)
    return Kind::Unknown;
  const auto Range = Loop.Facts.Ranges.find(M[0].Variable);
  if (M[0].isData() || (Range != Loop.Facts.Ranges.end() &&
                        (IsFound || Range->second->isLValue())))
    return Kind::Data;
  return I.First ? Kind::CounterInside : Kind::Unknown;
}

// Returns by how much a term differs from one iteration to another, at least.
int64_t OtherIterations::distance(const IndexForm::Monomial &M,
                                  int64_t Coefficient) const {
  const std::optional<int64_t> Step = Loop.step(M[0].Variable);
  int64_t Distance;
  return Step && !MulOverflow(*Step, Coefficient, Distance) &&
                 Distance != INT64_MIN
             ? std::abs(Distance)
             : INT64_MAX;
}

// Returns by how many iterations those that access one element are apart, if A
// and B show that: both have the same multiple of one counter, and no reach.
std::optional<OtherIterations::Shift>
OtherIterations::shift(const Index &A, const Index &B) const {
  const auto Difference = (A.Value - B.Value).constant();
  if (!Difference || *Difference == INT64_MIN || A.Reach != 0 || B.Reach != 0)
    return std::nullopt;
  std::optional<Shift> Result;
  for (const auto &[M, Coefficient] : A.Value.terms())
    if (hasCounter(M)) {
      if (Result || M.size() > 1 || Coefficient == 0 ||
          *Difference % Coefficient != 0)
        return std::nullopt;
      Result = {M[0].Variable, *Difference / Coefficient};
    }
  return Result;
}

OtherIterations::Relation OtherIterations::compare(const Index &A,
                                                   const Index &B) const {
  if (areEqual(A.Value, B.Value, nothingChanges))
    return Relation::Equal;
  // The elements of two iterations are so far apart, at least.
  int64_t Distance = INT64_MAX;
  bool HasCounter = false, HasRows = false, HasSameTerms = true;
  for (const auto &[F, G] :
       {std::pair(&A.Value, &B.Value), std::pair(&B.Value, &A.Value)})
    for (const auto &[M, Coefficient] : F->terms()) {
      if (!hasCounter(M))
        continue;
      const auto Other = G->terms().find(M);
      HasCounter = true;
      HasRows |= M.size() > 1;
      HasSameTerms &= Other != G->terms().end() && Other->second == Coefficient;
      Distance = std::min(Distance, distance(M, Coefficient));
    }
  if (HasCounter && HasSameTerms) {
    // A is behind B by at least Least, at most Greatest.
    const auto Difference = (A.Value - B.Value).constant();
    int64_t Least, Greatest;
    const bool IsOther = !HasRows && Difference &&
                         !SubOverflow(*Difference, B.Reach, Least) &&
                         !AddOverflow(*Difference, A.Reach, Greatest) &&
                         (Least <= -Distance || Greatest >= Distance);
    return IsOther ? Relation::Others : Relation::SameIterationOrUnknown;
  }
  const Kind K = kindOf(A), L = kindOf(B);
  return K != Kind::Unknown && L != Kind::Unknown &&
                 (K == Kind::OfCounters || L == Kind::OfCounters)
             ? Relation::Others
             : Relation::SameIterationOrUnknown;
}

} // namespace usersched
