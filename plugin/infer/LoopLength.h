//===- LoopLength.h - how often the body of one loop runs -----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_LOOPLENGTH_H
#define USERSCHED_PLUGIN_LOOPLENGTH_H

#include "llvm/IR/InstrTypes.h"

namespace llvm {
class BranchInst;
class DominatorTree;
class Loop;
class LoopInfo;
class ScalarEvolution;
class SCEV;
class Type;
} // namespace llvm

namespace usersched {

/// Says how long the loops of a function without side effects are.
class LoopLength {
public:
  LoopLength(const llvm::DominatorTree &Dominators, llvm::LoopInfo &Loops,
             llvm::ScalarEvolution &Evolution, llvm::Type *I64)
      : Dominators(Dominators), Loops(Loops), Evolution(Evolution), I64(I64) {}

  /// Returns the branch that ends the loop at a comparison of a value that
  /// grows evenly with one that does not change; null if there is none. Each
  /// iteration must come to it.
  llvm::BranchInst *countedExit(llvm::Loop &L);
  /// Returns how often the body of L, which has one exit, runs, an i64; null if
  /// that is not known.
  const llvm::SCEV *iterations(llvm::Loop &L);
  /// Emits \p Count, an i64, in front of \p At. Returns null if that is not
  /// safe.
  llvm::Value *expand(const llvm::SCEV *Count, llvm::Instruction &At);

private:
  const llvm::SCEV *widen(const llvm::SCEV *S, const llvm::Loop &L,
                          bool IsSigned);
  const llvm::SCEV *steps(llvm::Loop &L, const llvm::SCEV *Length,
                          const llvm::SCEV *Step, bool IsExact);

  const llvm::DominatorTree &Dominators;
  llvm::LoopInfo &Loops;
  llvm::ScalarEvolution &Evolution;
  llvm::Type *I64;
};

} // namespace usersched

#endif
