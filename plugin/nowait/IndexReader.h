//===- IndexReader.h - what is known of an index in a loop ----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_INDEXREADER_H
#define USERSCHED_PLUGIN_INDEXREADER_H

#include "nowait/IndexForm.h"
#include "nowait/VariableFacts.h"
#include "clang/AST/StmtOpenMP.h"

namespace usersched {

/// A parallel region, or a function whose caller has opened it.
struct RegionView {
  /// \p Parallel is null for a function.
  RegionView(const clang::Stmt &Body,
             const clang::OMPExecutableDirective *Parallel);

  VariableFacts Facts;
  /// Of which each thread has its own; with the value of outside, the second.
  VariableFacts::Variables Private, FirstPrivate;
  bool IsFunction;
};

/// A worksharing loop in a region.
struct LoopView {
  LoopView(clang::ASTContext &Ctx, const RegionView &Region,
           const clang::OMPLoopDirective &D, const AssignedValues &Values);

  /// \p E is an expression of the loop's body.
  Index index(const clang::Expr &E) const { return index(read(&E, 0)); }
  Index index(IndexForm Value) const;
  IndexForm read(const clang::Expr *E, unsigned Hops = 0) const;
  /// Whether each thread has a \p Variable of its own that it declares itself.
  bool isDeclaredInside(const clang::VarDecl *Variable) const;
  /// Whether a region or loop changes \p Variable by other means than stepping.
  bool isChanged(const clang::VarDecl *Variable) const;
  bool isStepped(const clang::VarDecl *Variable) const;

  clang::ASTContext &Ctx;
  const RegionView &Region;
  const clang::Stmt *Body; // with the headers of the loops
  VariableFacts Facts;
  VariableFacts::Variables Private, FirstPrivate;

private:
  bool isChangedInside(const clang::VarDecl *Variable) const;
  IndexForm readVariable(const clang::VarDecl *Variable, unsigned Hops) const;
  IndexForm readOther(const clang::Expr &E, unsigned Hops) const;
  struct Bounds;
  std::optional<int64_t> readStep(const clang::ForStmt &For) const;
  void readBounds(const clang::ForStmt &For);
  void takeOut(const IndexForm::Monomial &M, int64_t Coefficient,
               Index &From) const;

  const AssignedValues &Values;
  VariableFacts::Variables Counters;
  // Of the counter of sequential and worksharing loops.
  struct Bounds {
    IndexForm First, End; // the least value, and one above the greatest
    int64_t Step;         // negative, if it goes from End - 1 downwards
  };
  llvm::DenseMap<const clang::VarDecl *, std::optional<Bounds>> BoundsOf;
};

} // namespace usersched

#endif
