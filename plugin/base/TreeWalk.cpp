//===- TreeWalk.cpp - the statements and declarations of a part of the AST ===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "base/TreeWalk.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace usersched {

class TreeWalk::Visitor : public RecursiveASTVisitor<Visitor> {
  using Base = RecursiveASTVisitor<Visitor>;

public:
  explicit Visitor(TreeWalk &Walk) : Walk(Walk) {}

  // Not TraverseStmt: Clang would call it recursively, once per operator of a
  // long expression, and could exhaust the stack.
  bool dataTraverseStmtPre(Stmt *S) { return Walk.enter(*S); }
  bool dataTraverseStmtPost(Stmt *S) {
    Walk.leave(*S);
    return true;
  }
  bool TraverseDecl(Decl *D) {
    if (!D || D->isImplicit())
      return Base::TraverseDecl(D);
    Walk.visit(*D);
    return true;
  }
  bool traverseParts(Decl *D) { return Base::TraverseDecl(D); }
  // Clang 22 says whether to visit the type's qualifier, too.
  template <typename... Qualifier>
  bool TraverseTypeLoc(TypeLoc Loc, Qualifier... Q) {
    return !Walk.entersTypes() || Base::TraverseTypeLoc(Loc, Q...);
  }

private:
  TreeWalk &Walk;
};

// RecursiveASTVisitor takes non-const pointers because some visitors change the
// tree. A TreeWalk does not.
void TreeWalk::walk(const Stmt *S) {
  Visitor(*this).TraverseStmt(const_cast<Stmt *>(S));
}

void TreeWalk::walk(const Decl *D) {
  Visitor(*this).TraverseDecl(const_cast<Decl *>(D));
}

void TreeWalk::walkParts(Decl &D) { Visitor(*this).traverseParts(&D); }

void walkStatements(const Stmt *S, llvm::function_ref<bool(Stmt &)> Enter) {
  class Walk : public TreeWalk {
  public:
    explicit Walk(llvm::function_ref<bool(Stmt &)> Enter) : Enter(Enter) {}

  private:
    bool enter(Stmt &S) override { return Enter(S); }
    llvm::function_ref<bool(Stmt &)> Enter;
  };
  Walk(Enter).walk(S);
}

const Expr *wholeOf(const Expr *Item) {
  for (;;) {
    Item = Item->IgnoreParenImpCasts();
    if (const auto *Section = dyn_cast<ArraySectionExpr>(Item))
      Item = Section->getBase();
    else if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Item))
      Item = Element->getBase();
    else
      return Item;
  }
}

} // namespace usersched
