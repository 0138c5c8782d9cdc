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

/// What is known of a parallel region, or of a function that may run in one.
struct RegionView {
  /// \p Parallel is the directive of the region, null for a function.
  RegionView(const clang::Stmt &Body,
             const clang::OMPExecutableDirective *Parallel);

  VariableFacts Facts;
  /// Variables of which each thread has its own, without and with the value
  /// that they have outside.
  VariableFacts::Variables Private, FirstPrivate;
  bool IsFunction;
};

/// What is known of a worksharing loop in a region.
struct LoopView {
  /// What the indices of a LoopView hold for.
  enum class Extent {
    AllIterations, ///< a counter with known bounds has all its values
    OneIteration   ///< the counters of the directive have one value each
  };

  LoopView(clang::ASTContext &Ctx, const RegionView &Region,
           const clang::OMPLoopDirective &D, const AssignedValues &Values,
           Extent Of = Extent::AllIterations);

  /// Returns the values that \p E, an expression of the loop's body, has in the
  /// iterations of the view's Extent.
  Index index(const clang::Expr &E) const { return index(read(&E, 0)); }
  Index index(IndexForm Value) const;
  /// Returns the form of \p E, which was found by following \p Hops variables
  /// to their values.
  IndexForm read(const clang::Expr *E, unsigned Hops = 0) const;
  /// Returns true if the region or the loop declares \p Variable, so that each
  /// thread has its own.
  bool isDeclaredInside(const clang::VarDecl *Variable) const;
  /// Returns true if the region or the loop changes \p Variable otherwise than
  /// by steps, or by steps.
  bool isChanged(const clang::VarDecl *Variable) const;
  bool isStepped(const clang::VarDecl *Variable) const;
  /// Returns what each step adds to \p Counter of a loop; nothing if that is no
  /// constant, or not the same in all loops with this counter.
  std::optional<int64_t> step(const clang::VarDecl *Counter) const {
    return StepOf.lookup(Counter);
  }

  clang::ASTContext &Ctx;
  const RegionView &Region;
  const clang::Stmt *Body; // with the headers of the loops
  VariableFacts Facts;
  VariableFacts::Variables Private, FirstPrivate;
  /// Those of the loops whose iterations the directive divides: private, too.
  VariableFacts::Variables Counters;

private:
  bool isChangedInside(const clang::VarDecl *Variable) const;
  IndexForm readVariable(const clang::VarDecl *Variable, unsigned Hops) const;
  IndexForm readOther(const clang::Expr &E, unsigned Hops) const;
  bool isElementOfData(const clang::Expr &E) const;
  struct Bounds;
  std::optional<int64_t> readStep(const clang::ForStmt &For) const;
  void noteStep(const clang::ForStmt &For);
  void readBounds(const clang::ForStmt &For);
  void expandCounter(const IndexForm::Monomial &M, int64_t Coefficient,
                     Index &Result) const;

  const AssignedValues &Values;
  const Extent Of;
  // What the counter of a loop runs through.
  struct Bounds {
    IndexForm First, End; // the least value, and one above the greatest
    int64_t Step;         // negative if the counter starts at End - 1
  };
  llvm::DenseMap<const clang::VarDecl *, std::optional<int64_t>> StepOf;
  // By the counter; nothing if its loops have no bounds that are known.
  llvm::DenseMap<const clang::VarDecl *, std::optional<Bounds>> BoundsOf;
};

} // namespace usersched

#endif
