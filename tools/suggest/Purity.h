//===- Purity.h - functions that a load may call --------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_SUGGEST_PURITY_H
#define USERSCHED_SUGGEST_PURITY_H

#include "llvm/ADT/SmallVector.h"

namespace clang {
class ASTContext;
class FieldDecl;
class FunctionDecl;
class ParmVarDecl;
class QualType;
} // namespace clang

namespace usersched {

/// Returns true if a load may call \p Function: its body is seen, has neither
/// loops nor effects, and calls only such functions; or it is one of the
/// standard library's that only look.
bool isPure(const clang::FunctionDecl &Function);

/// Returns true if \p Function is one of the standard library of C++.
bool isOfStandard(const clang::FunctionDecl &Function);
/// Returns true if it is, or if a header of the system declares it.
bool isOfLibrary(const clang::FunctionDecl &Function);

/// An accessor: a function that returns an element of a member, whose index is
/// a parameter.
struct Accessor {
  const clang::FieldDecl *Field = nullptr; // null for other functions
  unsigned Parameter = ~0u;                // ~0 if it is no parameter's value
};
Accessor accessorOf(const clang::FunctionDecl &Function);

/// Returns the members that a pure function, and those that it calls, read.
llvm::SmallVector<const clang::FieldDecl *, 4>
membersReadBy(const clang::FunctionDecl &Function);

/// Returns true if iterators of \p Type can be subtracted in constant time.
bool isRandomAccess(clang::QualType Type);

} // namespace usersched

#endif
