//===- LoweringErrors.cpp - what cannot be lowered, said to the user -----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dispatch/LoweringErrors.h"
#include "base/Markers.h"
#include "dispatch/LoopMarkers.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace usersched {

// Reports Problem at the place that argument PlaceArgument of Call encodes.
// As an error of inline assembly, Clang shows the source line with it. Compiled
// from IR there is no source to show: the message starts with
// PlaceText.
static void reportAt(CallInst &Call, bool HasSource, unsigned PlaceArgument,
                     const Twine &PlaceText, const Twine &Problem) {
  LLVMContext &C = Call.getContext();
  if (!HasSource) {
    C.emitError(&Call, "usersched: " + PlaceText + ": " + Problem);
    return;
  }
  auto *Place = cast<ConstantInt>(Call.getArgOperand(PlaceArgument));
  C.diagnose(DiagnosticInfoInlineAsm(Place->getZExtValue(), Problem));
}

static void reportLoop(const LoopMarkers &L, bool HasSource,
                       const Twine &Problem) {
  CallInst &Loop = *L.Loop;
  reportAt(Loop, HasSource, marker::LoopPlace,
           stringArgument(Loop, marker::LoopFile) + ":" +
               Twine(constantArgument(Loop, marker::LoopLine)) + ":" +
               Twine(constantArgument(Loop, marker::LoopColumn)),
           Problem);
}

void reportLoad(const LoopMarkers &L, bool HasSource) {
  reportLoop(
      L, HasSource,
      "the load of this loop's '#pragma ompx usersched' cannot be made a "
      "function; call a function of your own in it");
}

void reportReductions(const LoopMarkers &L, bool HasSource) {
  reportLoop(L, HasSource,
             "the reductions of this loop cannot be made reproducible; remove "
             "'reproducible'");
}

void reportEndless(const LoopMarkers &L, bool HasSource) {
  reportLoop(L, HasSource,
             "the evaluation of this loop's '#pragma ompx usersched' never "
             "ends; remove what does not return");
}

void reportUnlowered(Module &M, bool HasSource) {
  Function *Marker = M.getFunction(marker::Item);
  if (!Marker)
    return;
  for (User *U : Marker->users())
    if (auto *Call = dyn_cast<CallInst>(U); Call && constantArgument(*Call, 3))
      reportAt(*Call, HasSource, 3, stringArgument(*Call, 2),
               "the '" + stringArgument(*Call, 0) +
                   "' of '#pragma ompx usersched' stands in a loop that is not "
                   "the one to schedule; move the loop into a function of its "
                   "own");
}

} // namespace usersched
