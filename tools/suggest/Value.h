//===- Value.h - an expression in names that the pragma can use -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_SUGGEST_VALUE_H
#define USERSCHED_SUGGEST_VALUE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace clang {
class ValueDecl;
} // namespace clang

namespace usersched {

/// Memory that a load reads or the body writes: elements or members of Root.
struct Place {
  const clang::ValueDecl *Root;
  /// The element whose index is the loop variable: no other iteration has it.
  bool IsOwn;
  /// Of a place that is written: its name at the pragma; empty if it has none.
  std::string Text = {};
};

/// How tightly an operator binds, as in the grammar of C; larger binds tighter.
enum class Binding {
  Conditional,
  Or,
  And,
  BitOr,
  BitXor,
  BitAnd,
  Equal,
  Less,
  Shift,
  Sum,
  Product,
  Unary,
  Postfix,
};

/// What an expression of the body is when the iteration begins.
struct Value {
  /// In names that mean the same at the pragma. Empty if it cannot be said.
  std::string Text;
  Binding Operator = Binding::Postfix;
  /// How many of the conditions around the body's statements must hold for it
  /// to be evaluated without harm.
  size_t Guards = 0;
  /// Only arithmetic: it can be evaluated anywhere.
  bool IsHarmless = true;
  /// The name of the only loop variable.
  bool IsLoopVariable = false;
  /// A difference of pointers or iterators: what is added to one of these would
  /// be another pointer.
  bool IsDistance = false;
  bool isText(llvm::StringRef T) const { return Text == T; }
  /// What it reads.
  llvm::SmallVector<Place, 4> Reads;
  /// The object that it is a part of, or points into; null if not known.
  const clang::ValueDecl *Root = nullptr;
  bool IsOwn = false;

  bool isKnown() const { return !Text.empty(); }
  /// Returns the text, in parentheses if an operand of \p Outer needs them.
  std::string operand(Binding Outer) const;
  /// Takes over what evaluating \p Part needs.
  void needs(const Value &Part);
};

/// Returns \p A \p Operator \p B; an unknown value if one of them is unknown.
Value binary(const Value &A, llvm::StringRef Operator, Binding Binds,
             const Value &B);
/// Returns \p If ? \p Then : \p Else.
Value conditional(const Value &If, const Value &Then, const Value &Else);
/// Returns the opposite of the condition \p A.
Value negation(const Value &A);
/// Returns an integer constant.
Value constant(llvm::StringRef Text);

} // namespace usersched

#endif
