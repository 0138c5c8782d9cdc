//===- IndexForm.h - indices as polynomials -------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an index is, as far as that tells whether two of them can be equal: a
// polynomial with integer coefficients. Its atoms are values that all threads
// see, or values that differ from iteration to iteration.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_INDEXFORM_H
#define USERSCHED_PLUGIN_INDEXFORM_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace clang {
class VarDecl;
}

namespace usersched {

struct Atom {
  const clang::VarDecl *Variable = nullptr;
  unsigned Hash = 0;   // of another expression, if there is no variable
  bool Varies = false; // from iteration to iteration

  bool operator<(const Atom &Other) const;
};

class IndexForm {
public:
  /// A product of atoms, sorted; without any it is 1.
  using Monomial = std::vector<Atom>;

  IndexForm(int64_t Constant = 0) { add({}, Constant); }
  explicit IndexForm(Atom A) { add({A}, 1); }
  /// An index of which nothing is known.
  static IndexForm unknown();
  /// An index that says which thread it is.
  static IndexForm ofThread();

  IndexForm &operator+=(const IndexForm &Other);
  IndexForm operator*(const IndexForm &Other) const;
  friend IndexForm operator+(IndexForm A, const IndexForm &B) { return A += B; }
  friend IndexForm operator-(IndexForm A, const IndexForm &B) {
    return A += B * IndexForm(-1);
  }

  bool isUnknown() const { return Unknown; }
  bool isOfThread() const { return OfThread; }
  const std::map<Monomial, int64_t> &terms() const { return Terms; }
  /// The value, if it is a constant.
  std::optional<int64_t> constant() const;

private:
  void add(const Monomial &M, int64_t Coefficient);

  std::map<Monomial, int64_t> Terms; // without any it is 0
  bool Unknown = false;
  bool OfThread = false;
};

/// An index in all iterations: \p Value, to which 0, Step, 2 * Step or so on up
/// to \p Reach is added. Counters of sequential loops whose bounds have a
/// constant distance make the sum, other counters stand in \p Value.
struct Index {
  IndexForm Value;
  int64_t Step = 0, Reach = 0; // both 0: nothing is added
  /// The first of all values and the one past the last, if they are known.
  std::optional<IndexForm> First, End;
};

/// What becomes of a variable from one evaluation of an index to that of
/// another: nothing, a sequential loop's step or steps, anything.
enum class Change { None, Advanced, Any };
using ChangeOf = llvm::function_ref<Change(const clang::VarDecl *)>;

/// Whether \p A and \p B differ whatever the values of their atoms, if what all
/// threads see changes between them as \p Changes says. Two things that people
/// do not mean are not considered: that what a sequential loop selects
/// overlaps, as the rows of x[k * n + i] do for small n, and that two different
/// values which all threads see, as in x[0] and x[n - 1], are equal.
bool neverEqual(const Index &A, const Index &B, ChangeOf Changes);

} // namespace usersched

#endif
