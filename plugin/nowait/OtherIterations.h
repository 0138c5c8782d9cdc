//===- OtherIterations.h - accesses of two iterations to one element ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_OTHER_ITERATIONS_H
#define USERSCHED_OTHER_ITERATIONS_H

#include "nowait/IndexReader.h"
#include <optional>
#include <utility>

namespace usersched {

struct AccessPath;

/// Compares accesses of one loop: do two iterations of it access one element?
/// Says so only where the indices show it. A row or a block of each iteration's
/// own does not.
class OtherIterations {
public:
  /// What is assumed of an index of which nothing is known, as x[f(i)], and of
  /// the elements of a range that a call computes.
  enum class Unknown {
    Own,  ///< it may select elements that no other iteration accesses
    Found ///< it may have any value, as x[column[k]]
  };

  /// \p Counters are those of the loops whose iterations the directive divides.
  OtherIterations(const LoopView &Loop, VariableFacts::Variables Counters,
                  Unknown Assumed)
      : Loop(Loop), Counters(std::move(Counters)), Assumed(Assumed) {}

  /// Which iterations access one element.
  enum class Meeting {
    None, ///< no two, or the indices do not show any
    Some, ///< one accesses what another one may access
    All   ///< all access the same
  };
  /// Returns how \p A in one iteration and \p B in another meet.
  Meeting meet(const AccessPath &A, const AccessPath &B) const;
  /// Returns true if \p M is a multiple of one of the counters.
  bool hasCounter(const IndexForm::Monomial &M) const;
  bool isCounter(const clang::VarDecl *Variable) const {
    return Counters.contains(Variable);
  }

private:
  // Equal: the same in all iterations. Others: that of one iteration may be
  // that of another.
  enum class Relation { Equal, Others, SameIterationOrUnknown };
  Relation compare(const Index &A, const Index &B) const;
  // How many iterations of Counter's loop another one is away.
  struct Shift {
    const clang::VarDecl *Counter;
    int64_t Iterations;
  };
  std::optional<Shift> shift(const Index &A, const Index &B) const;
  // OfCounters: it depends on the loop's counters alone. Data: it may have any
  // value. CounterInside: it is the counter of an inner loop that is the same
  // in all iterations.
  enum class Kind { OfCounters, Data, CounterInside, Unknown };
  Kind kindOf(const Index &I) const;
  int64_t distance(const IndexForm::Monomial &M, int64_t Coefficient) const;

  const LoopView &Loop;
  const VariableFacts::Variables Counters;
  const Unknown Assumed;
};

} // namespace usersched

#endif
