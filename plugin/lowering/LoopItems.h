//===- LoopItems.h - what the pragma says about one loop ------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_LOOPITEMS_H
#define USERSCHED_PLUGIN_LOOPITEMS_H

#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include <map>

namespace usersched {

/// One `KEY: EXPRESSION` as Sema understood it.
struct Item {
  clang::Expr *Value = nullptr; // null for `on`, `off` and `auto`
  llvm::StringRef Text;         // as written
};

/// What the markers of a loop said, and which loops and variables they are
/// about. An iteration of the associated loops is scheduled. If Clang has
/// generated these loops (`tile`, ...), it may hold several iterations that the
/// user wrote.
struct AnnotatedLoop {
  std::map<llvm::StringRef, Item> Items; // by key
  /// The associated loops, outermost first.
  llvm::SmallVector<clang::Stmt *, 4> Nest;
  /// What Clang has generated around the iterations that the user wrote: loops
  /// inside Nest, and the statements that set the user's counters. Outermost
  /// first.
  llvm::SmallVector<clang::Stmt *, 4> Generated;
  /// References to the counters that statements in Generated set.
  llvm::SmallVector<clang::Expr *, 4> GeneratedCounters;
  /// The elements of range-based loops.
  llvm::SmallVector<clang::VarDecl *, 2> Elements;
  /// The transformations of which Nest has loops.
  llvm::SmallVector<clang::OMPExecutableDirective *, 2> Transformations;
  /// All counters and elements.
  llvm::SmallPtrSet<const clang::Decl *, 8> Variables;
  /// Declarations between the loops of the nest.
  llvm::SmallPtrSet<const clang::Decl *, 4> Between;
  /// Declarations inside an iteration, between its begin and the markers. The
  /// markers stand in a loop of the iteration if the number of associated loops
  /// was not known where they were put.
  llvm::SmallPtrSet<const clang::Decl *, 4> Inside;

  /// Returns null if the key is not given.
  Item *find(llvm::StringRef Key) {
    const auto Found = Items.find(Key);
    return Found == Items.end() ? nullptr : &Found->second;
  }
  /// Returns what the loop is cut by: `prefix`, or `load` without a `prefix`.
  Item &main() { return *(find("prefix") ? find("prefix") : find("load")); }
  /// Returns true if stage 3 is to find out the loads.
  bool isInferred() const {
    const auto Load = Items.find("load");
    return Load != Items.end() && !Load->second.Value && !Items.count("prefix");
  }
};

/// Returns the call in the marker \p S; null if \p S is no marker.
clang::CallExpr *markerCall(const clang::Stmt *S);

/// Takes the markers out of the iterations of \p D, so that they are what the
/// user wrote. Returns false, and changes nothing, if there are none.
bool takeItems(clang::OMPLoopDirective &D, AnnotatedLoop &Loop);

/// Returns true if numbers of \p Type are added up as doubles: real numbers,
/// and integers that are wider than the runtime's.
bool needsReal(const clang::ASTContext &Ctx, clang::QualType Type);

/// Reports what Sema accepts but the keys do not allow. Returns false after an
/// error.
bool checkItems(clang::ASTContext &Ctx, const clang::OMPLoopDirective &D,
                AnnotatedLoop &Loop);

/// Reports what `reproducible` does not allow in the reduction clauses of \p D.
/// Returns false after an error.
bool checkReductions(const clang::ASTContext &Ctx,
                     const clang::OMPLoopDirective &D);

} // namespace usersched

#endif
