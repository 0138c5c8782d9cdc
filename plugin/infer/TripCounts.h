//===- TripCounts.h - how often the loops of an iteration run -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_TRIPCOUNTS_H
#define USERSCHED_PLUGIN_TRIPCOUNTS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class BasicBlock;
class StoreInst;
class Value;
} // namespace llvm

namespace usersched {

/// A loop in a loop, whose iterations are part of the count around it.
struct NestedLoop {
  llvm::DebugLoc Where; // empty if nobody asks for places
  bool IsCounted;       // its iterations are part of the count around it
  bool MayEndEarly;
};

/// A loop of an iteration, with the loops in it.
struct InnerLoop {
  llvm::DebugLoc Where; // empty if nobody asks for places
  /// Stores the load with what the loop adds to it: its iterations and, if they
  /// can be counted, those of the loops in it. Null if that cannot be said
  /// before the loop runs.
  llvm::StoreInst *Addition = nullptr;
  /// Returns what Addition adds: an i64, unknown if it was computed in a loop
  /// that is replaced.
  llvm::Value *count() const;
  bool MayEndEarly = false; // it has more exits than the one that is counted
  llvm::SmallVector<NestedLoop, 2> Nested; // in the order of the program
  /// The number of the loop around it, if the load runs that; else -1.
  int Around = -1;
  /// If the load runs the loop: its header. Addition then adds 1 at the end of
  /// its body.
  llvm::BasicBlock *Header = nullptr;
};

/// Replaces each outermost loop of \p F, which has no side effects (see
/// removeSideEffects()), by the computation of its count, which is added to the
/// i64 at \p Sum. Where a loop can end at several places, a branch on an
/// unknown value stands for them.
///
/// The load runs a loop instead if the loops in it are counted, but not the sum
/// of their counts. The loops in it are then replaced.
///
/// Returns the loops in the order of the program, a loop in front of those in
/// it. All other loops that are left are entered at several places.
llvm::SmallVector<InnerLoop, 4>
replaceLoops(llvm::Function &F, llvm::Value &Sum,
             llvm::FunctionAnalysisManager &Analyses);

} // namespace usersched

#endif
