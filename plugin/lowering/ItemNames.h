//===- ItemNames.h - what the expressions of a pragma may name ------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_ITEMNAMES_H
#define USERSCHED_PLUGIN_ITEMNAMES_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class Decl;
class DeclRefExpr;
class DiagnosticsEngine;
class Stmt;
} // namespace clang

namespace usersched {

struct AnnotatedLoop;
struct Item;

/// Returns the first use of one of some variables in \p S, which may be null;
/// null if there is none.
const clang::DeclRefExpr *
firstUse(const clang::Stmt *S,
         const llvm::SmallPtrSetImpl<const clang::Decl *> &Wanted);

/// Reports a name in \p I that has no value, or another meaning, where the item
/// is evaluated. \p Linear are the variables of `linear` clauses. Returns false
/// after an error.
bool checkNames(clang::DiagnosticsEngine &Diags, llvm::StringRef Key,
                const Item &I, const AnnotatedLoop &Loop,
                const llvm::SmallPtrSetImpl<const clang::Decl *> &Linear);

} // namespace usersched

#endif
