//===- InferredLoad.h - from the copy of an iteration to its load ---------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_INFERREDLOAD_H
#define USERSCHED_PLUGIN_INFERREDLOAD_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/PassManager.h"

namespace usersched {

/// What the inference says about a loop of the body.
struct InferredLoop {
  enum Kind {
    Counted,        // its iterations are part of the load
    AtMost,         // as Counted, but it may end early
    Changing,       // as Counted, but the iteration may change how many
    ChangingAtMost, // as Changing, and it may end early
    Unknown,        // its iterations cannot be counted before it runs
    Guarded,        // what decides whether it runs is not known before
  };
  /// Returns true if the load has the iterations of such a loop.
  static bool isCounted(Kind K) { return K < Unknown; }

  llvm::DebugLoc Where; // empty if nobody asks for places
  Kind Is;
};

struct InferredLoad {
  /// True if the function returns a load that depends on the iteration. Then
  /// the function has no side effects, and reads only what the iteration reads
  /// before it writes or waits.
  bool Varies = false;
  /// The outermost loops of the body, in the order of the program, each with
  /// the loops in it if it is counted.
  llvm::SmallVector<InferredLoop, 4> Loops;
};

/// Makes \p F, which runs one iteration, return the load of that iteration: 1
/// and the iterations of the loops in it, as far as they can be counted. What F
/// does is undefined if the load does not vary.
InferredLoad inferLoad(llvm::Function &F,
                       llvm::FunctionAnalysisManager &Analyses);

} // namespace usersched

#endif
