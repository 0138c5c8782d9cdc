//===- IndexForm.h - indices as polynomials -------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An index is written as a polynomial with integer coefficients, which tells
// whether two indices can be equal. Its atoms are values that all threads see,
// and values that differ from iteration to iteration.
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

/// A value of which nothing is known but whether it is the same somewhere else.
struct Atom {
  /// The variable that has the value; null for another expression.
  const clang::VarDecl *Variable = nullptr;
  /// The hash of that expression's text; 0 for a variable. An expression whose
  /// value varies is an element of an array: others that vary are unknown.
  unsigned Hash = 0;
  /// True if the value differs from iteration to iteration.
  bool Varies = false;

  /// True for an element of an array, which may have any value.
  bool isData() const { return Hash && Varies; }
  bool operator<(const Atom &Other) const;
};

class IndexForm {
public:
  /// A product of atoms, sorted. The product of no atoms is 1.
  using Monomial = std::vector<Atom>;

  IndexForm(int64_t Constant = 0) { add({}, Constant); }
  explicit IndexForm(Atom A) { add({A}, 1); }
  /// Returns the form of an index of which nothing is known.
  static IndexForm unknown();
  /// Returns the form of an index that differs from thread to thread.
  static IndexForm ofThread();

  IndexForm &operator+=(const IndexForm &Other);
  IndexForm operator*(const IndexForm &Other) const;
  friend IndexForm operator+(IndexForm A, const IndexForm &B) { return A += B; }
  friend IndexForm operator-(IndexForm A, const IndexForm &B) {
    return A += B * IndexForm(-1);
  }

  bool isUnknown() const { return Unknown; }
  bool isOfThread() const { return OfThread; }
  /// Returns true if the value may differ from iteration to iteration or from
  /// thread to thread.
  bool varies() const;
  const std::map<Monomial, int64_t> &terms() const { return Terms; }
  /// Returns the value of a constant, nothing for another form.
  std::optional<int64_t> constant() const;

private:
  void add(const Monomial &M, int64_t Coefficient);

  std::map<Monomial, int64_t> Terms; // their sum; of no terms it is 0
  bool Unknown = false;
  bool OfThread = false;
};

/// The values of an index in all iterations: Value + k * Step for every k >= 0
/// with k * |Step| <= Reach. The counter of a sequential loop that runs a known
/// number of times is part of the sum, any other counter an atom of Value.
struct Index {
  IndexForm Value;
  int64_t Step = 0, Reach = 0; // both 0 if nothing is added
  /// The least value, and one above the greatest; empty if not known.
  std::optional<IndexForm> First, End;
};

/// What happens to a variable between the evaluations of two indices: nothing,
/// one or more steps of a sequential loop, or anything.
enum class Change { None, Advanced, Any };
using ChangeOf = llvm::function_ref<Change(const clang::VarDecl *)>;

/// Returns true if \p A and \p B certainly have the same value. \p Changes says
/// what happens to variables between the two.
bool areEqual(const IndexForm &A, const IndexForm &B, ChangeOf Changes);

/// Returns true if \p A and \p B differ for all values of their atoms.
/// \p Changes says what happens, between the two, to variables that all threads
/// see. Takes two things for granted: different steps of a sequential loop
/// select different elements (the rows of x[k * n + i] would overlap for a
/// small n), and different expressions that all threads see have different
/// values (x[0] and x[n - 1] are one element if n is 1).
bool neverEqual(const Index &A, const Index &B, ChangeOf Changes);

} // namespace usersched

#endif
