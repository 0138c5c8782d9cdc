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
  clang::Expr *Value = nullptr; // null for steal and profile
  llvm::StringRef Text;         // as written
};

/// An annotated loop directive without its markers.
struct AnnotatedLoop {
  std::map<llvm::StringRef, Item> Items;
  /// The associated loops, outermost first.
  llvm::SmallVector<clang::Stmt *, 4> Nest;
  /// Counters, and the elements of range-based loops.
  llvm::SmallPtrSet<const clang::Decl *, 8> Variables;
  /// What is declared in front of an inner loop of the nest.
  llvm::SmallPtrSet<const clang::Decl *, 4> Between;

  Item *find(llvm::StringRef Key) {
    auto It = Items.find(Key);
    return It == Items.end() ? nullptr : &It->second;
  }
  /// What the loop is cut by: `prefix`, or `load` if there is none.
  Item &main() { return *(find("prefix") ? find("prefix") : find("load")); }
};

/// The call in the marker that \p S is; null if it is none.
clang::CallExpr *markerCall(const clang::Stmt *S);

/// Takes the markers out of the innermost body of \p D. False if there are
/// none; then nothing has changed.
bool takeItems(clang::OMPLoopDirective &D, AnnotatedLoop &Loop);

/// Whether numbers of this type are added up as doubles. Integers wider than
/// the runtime's are, too.
bool needsReal(const clang::ASTContext &Ctx, clang::QualType Type);

/// Reports what Sema accepts but the keys do not allow. True if there is
/// nothing, warnings aside.
bool checkItems(clang::ASTContext &Ctx, const clang::OMPLoopDirective &D,
                AnnotatedLoop &Loop);

} // namespace usersched

#endif
