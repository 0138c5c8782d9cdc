//===- LoadFunctions.h - what the runtime calls to know the loads ---------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_LOADFUNCTIONS_H
#define USERSCHED_PLUGIN_LOADFUNCTIONS_H

#include "dispatch/LoopMarkers.h"
#include "infer/InferredLoad.h"
#include "inspect/RegionOutliner.h"
#include "llvm/IR/PassManager.h"

namespace usersched {

class EqualFunctions;

/// The regions of one loop as functions, and the descriptor over them.
class LoadFunctions {
public:
  LoadFunctions(LoopMarkers &L, EqualFunctions &Synthesized,
                llvm::FunctionAnalysisManager &Analyses)
      : L(L), F(*L.Loop->getFunction()), Synthesized(Synthesized),
        Analyses(Analyses) {}

  /// Moves the regions out of the function. Returns false if the loop has no
  /// load that the runtime can ask for.
  bool outlineRegions();
  /// Adds the usersched_loop. \p Flags are bits of usersched_loop::flags beside
  /// those that follow from the markers.
  llvm::GlobalVariable *createDescriptor(uint64_t Flags,
                                         bool IterationIsSigned);
  /// Stores the captures of each region into \p Captures, an array of
  /// CaptureSlots pointers.
  void storeCaptures(llvm::IRBuilder<> &B, llvm::Value *Captures) const;
  /// Returns the value of \p Slot as the ABI wants it: 0 if it is not given,
  /// negative or a NaN; a double as its bits.
  llvm::Value *number(llvm::IRBuilder<> &B, marker::Slot Slot) const;
  /// Erases all markers. The value of the loop's own becomes 1.
  void eraseMarkers();
  /// Returns true if the load was found to be a difference of neighbours.
  bool telescopes() const { return Telescopes; }
  /// Returns what is known of a load that the pragma leaves out. Valid after
  /// createDescriptor().
  const InferredLoad &inferred() const { return Inferred; }

private:
  void infer(struct LoopDescriptor &D);
  void dropUnusedCaptures();
  void identifyData();
  void createFunctions(bool IterationIsSigned, struct LoopDescriptor &D);
  void takeBlockNumbers(struct LoopDescriptor &D);

  LoopMarkers &L;
  llvm::Function &F;
  EqualFunctions &Synthesized;
  llvm::FunctionAnalysisManager &Analyses;
  OutlinedRegion Regions[CaptureSlots];
  InferredLoad Inferred;
  bool Telescopes = false;
};

} // namespace usersched

#endif
