//===- LoadRaceCheck.cpp - loads that read what other iterations write ----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An iteration may write what its own load reads. So an index that is read is
// compared with one that is written: are they equal in one iteration only, or
// can the one of an iteration be the other of another? Only what shows the
// latter is reported:
//
//   x[i + 1] and x[i]        the next iteration writes it
//   x[i] and x[column[k]]    any iteration may write it
//   x[2 * i + 1] and x[2 * i], x[n * i + k] and x[n * i], x[i][k] and x[i][0]
//                            each iteration has its own row
//   x[row[i]] and x[row[i]], x[i] and x[f(i)]
//                            not known, and so taken to be the iteration's own
//   x[i] and x[n + column[k]]
//                            may be two parts of the array
//
//===----------------------------------------------------------------------===//
#include "nowait/LoadRaceCheck.h"
#include "base/Ast19And22.h"
#include "base/Diagnostics.h"
#include "base/TreeWalk.h"
#include "nowait/LoopAccesses.h"
#include "nowait/Regions.h"
#include "llvm/Support/MathExtras.h"
#include <optional>
#include <utility>

using namespace clang;
using namespace llvm;

namespace usersched {

namespace {

// Compares what the load of one loop reads with what the loop writes.
class LoadComparison {
public:
  LoadComparison(const OMPLoopDirective &D, const LoopView &Loop) : Loop(Loop) {
    for (const Expr *Counter : D.counters())
      if (const VarDecl *Variable = variableOf(Counter))
        Counters.insert(Variable);
  }

  // Calls Found for a read of Loads and a write of another iteration to the
  // same element, if there are such.
  void run(ArrayRef<const Expr *> Loads,
           function_ref<void(const Access &, const Access &)> Found) const {
    const std::vector<Access> Reads = accessesOfLoads(Loop, Loads);
    if (Reads.empty())
      return;
    // Iterations that take turns write what others do not read.
    if (asksForIteration(Loop.Body) ||
        any_of(Loads, [&](const Expr *Load) { return asksForIteration(Load); }))
      return;
    const std::vector<Access> Accesses = accessesOf(Loop, {});
    for (const Access &Read : Reads)
      for (const Access &A : Accesses)
        if (A.IsWrite && !Read.IsWrite && isRace(Read.Path, A.Path))
          return Found(Read, A);
  }

private:
  // Equal: the same in all iterations. Others: that which one iteration reads,
  // another may write.
  enum class Relation { Equal, Others, SameIterationOrUnknown };

  bool isRace(const AccessPath &Read, const AccessPath &Written) const;
  Relation compare(const Index &Read, const Index &Written) const;
  bool hasCounter(const IndexForm::Monomial &M) const {
    return any_of(M,
                  [&](const Atom &A) { return Counters.contains(A.Variable); });
  }
  // OfCounters: it depends on the loop's counters alone. Data: it is an element
  // of an array. CounterInside: it is the counter of an inner loop that is the
  // same in all iterations.
  enum class Kind { OfCounters, Data, CounterInside, Unknown };
  Kind kindOf(const Index &I) const;
  bool asksForIteration(const Stmt *S) const;
  int64_t distance(const IndexForm::Monomial &M, int64_t Coefficient) const;

  const LoopView &Loop;
  VariableFacts::Variables Counters; // of the loop itself
};

} // namespace

static Change nothingChanges(const VarDecl *) { return Change::None; }

bool LoadComparison::isRace(const AccessPath &Read,
                            const AccessPath &Written) const {
  if (!mayMeet(Read, Written, nothingChanges))
    return false;
  bool HasOthers = false;
  for (const auto &[R, W] : zip(Read.Steps, Written.Steps))
    for (const auto &[I, J] : zip(R.Indices, W.Indices)) {
      const Relation Found = compare(I, J);
      if (Found == Relation::SameIterationOrUnknown)
        return false;
      HasOthers |= Found == Relation::Others;
    }
  return HasOthers;
}

LoadComparison::Kind LoadComparison::kindOf(const Index &I) const {
  const auto &Terms = I.Value.terms();
  if (I.Value.isUnknown())
    return Kind::Unknown;
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
  if (M[0].isData() ||
      (Range != Loop.Facts.Ranges.end() && Range->second->isLValue()))
    return Kind::Data;
  return I.First ? Kind::CounterInside : Kind::Unknown;
}

// Returns by how much a term differs from one iteration to another, at least.
int64_t LoadComparison::distance(const IndexForm::Monomial &M,
                                 int64_t Coefficient) const {
  const std::optional<int64_t> Step = Loop.step(M[0].Variable);
  int64_t Distance;
  return Step && !MulOverflow(*Step, Coefficient, Distance) &&
                 Distance != INT64_MIN
             ? std::abs(Distance)
             : INT64_MAX;
}

LoadComparison::Relation LoadComparison::compare(const Index &Read,
                                                 const Index &Written) const {
  if (areEqual(Read.Value, Written.Value, nothingChanges))
    return Relation::Equal;
  // The elements of two iterations are so far apart, at least.
  int64_t Distance = INT64_MAX;
  bool HasCounter = false, HasRows = false, HasSameTerms = true;
  for (const auto &[A, B] : {std::pair(&Read.Value, &Written.Value),
                             std::pair(&Written.Value, &Read.Value)})
    for (const auto &[M, Coefficient] : A->terms()) {
      if (!hasCounter(M))
        continue;
      const auto Other = B->terms().find(M);
      HasCounter = true;
      HasRows |= M.size() > 1;
      HasSameTerms &= Other != B->terms().end() && Other->second == Coefficient;
      Distance = std::min(Distance, distance(M, Coefficient));
    }
  if (HasCounter && HasSameTerms) {
    // The read element is behind the written one by at least Least, at most
    // Greatest.
    const auto Difference = (Read.Value - Written.Value).constant();
    int64_t Least, Greatest;
    const bool IsOther = !HasRows && Difference &&
                         !SubOverflow(*Difference, Written.Reach, Least) &&
                         !AddOverflow(*Difference, Read.Reach, Greatest) &&
                         (Least <= -Distance || Greatest >= Distance);
    return IsOther ? Relation::Others : Relation::SameIterationOrUnknown;
  }
  const Kind R = kindOf(Read), W = kindOf(Written);
  return R != Kind::Unknown && W != Kind::Unknown &&
                 (R == Kind::OfCounters || W == Kind::OfCounters)
             ? Relation::Others
             : Relation::SameIterationOrUnknown;
}

// Returns true if S asks which iteration it is: by ==, !=, % or &.
bool LoadComparison::asksForIteration(const Stmt *S) const {
  SmallPtrSet<const Stmt *, 4> Headers;
  bool Asks = false;
  walkStatements(S, [&](Stmt &Part) {
    if (const auto *For = dyn_cast<ForStmt>(&Part))
      if (Counters.contains(counterOf(*For)))
        Headers.insert(For->getCond());
    const auto *Operator = dyn_cast<BinaryOperator>(&Part);
    if (!Operator || Headers.contains(Operator) ||
        !(Operator->isEqualityOp() || Operator->getOpcode() == BO_Rem ||
          Operator->getOpcode() == BO_And))
      return !Asks;
    for (const Expr *Side : {Operator->getLHS(), Operator->getRHS()})
      Asks |= any_of(Loop.read(Side).terms(),
                     [&](auto &T) { return hasCounter(T.first); });
    return !Asks;
  });
  return Asks;
}

void LoadRaceCheck::note(const OMPLoopDirective &D,
                         ArrayRef<const Expr *> Loads) {
  Loops[&D].assign(Loads.begin(), Loads.end());
}

void LoadRaceCheck::check(const Decl &D) {
  if (Loops.empty())
    return;
  // By loop: the innermost region that it stands in.
  struct Place {
    const Stmt *Body;
    const OMPExecutableDirective *Parallel;
  };
  DenseMap<const Stmt *, Place> Places;
  if (!release::hasMistakes(Ctx.getDiagnostics()))
    forEachRegion(D, [&](const Stmt &Body, const OMPExecutableDirective *P) {
      walkStatements(&Body, [&](Stmt &S) {
        if (const auto *Loop = dyn_cast<OMPLoopDirective>(&S);
            Loop && Loops.contains(Loop))
          Places[Loop] =
              isOpenMPParallelDirective(Loop->getDirectiveKind())
                  ? Place{Loop->getInnermostCapturedStmt()->getCapturedStmt(),
                          Loop}
                  : Place{&Body, P};
        return true;
      });
    });
  const Stmt *LastBody = nullptr;
  std::optional<RegionView> Region; // of LastBody
  const AssignedValues NoValues;
  for (const auto &[Loop, Loads] : Loops)
    if (const auto Found = Places.find(Loop); Found != Places.end()) {
      const auto &[Body, Parallel] = Found->second;
      if (std::exchange(LastBody, Body) != Body)
        Region.emplace(*Body, Parallel);
      LoadComparison(*Loop, LoopView(Ctx, *Region, *Loop, NoValues))
          .run(Loads, [&](const Access &Read, const Access &Write) {
            warn(Read, Write);
          });
    }
  Loops.clear();
}

void LoadRaceCheck::warn(const Access &Read, const Access &Write) {
  const SourceLocation Loc = Read.Where->getExprLoc();
  if (!Warned.insert(Loc).second)
    return;
  DiagnosticsEngine &Diags = Ctx.getDiagnostics();
  warning(Diags, Loc,
          "'#pragma ompx usersched' reads '%0', which other iterations of this "
          "loop may write; loads are evaluated while iterations run, so that "
          "would be a data race; read a copy that is made before the loop")
      << nameOf(Ctx, Read);
  report(Diags, DiagnosticsEngine::Note, Write.Where->getExprLoc(),
         "it is written here");
}

} // namespace usersched
