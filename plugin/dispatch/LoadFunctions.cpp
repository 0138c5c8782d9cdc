//===- LoadFunctions.cpp - what the runtime calls to know the loads -------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dispatch/LoadFunctions.h"
#include "dispatch/LoopDescriptor.h"
#include "inspect/BlockFunctions.h"
#include "inspect/EqualFunctions.h"
#include "inspect/InspectFunction.h"
#include "inspect/SimpleLoad.h"
#include "inspect/Telescoping.h"
#include "usersched_abi.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace usersched {

bool LoadFunctions::outlineRegions() {
  for (unsigned Kind = 0; Kind < CaptureSlots; ++Kind)
    if (L.Begin[Kind] && L.End[Kind])
      Regions[Kind] = outlineRegion(*L.Begin[Kind], *L.End[Kind],
                                    static_cast<marker::Region>(Kind));
  return Regions[marker::RegionLoad].Evaluate ||
         Regions[marker::RegionPrefix].Evaluate ||
         constantArgument(*L.Loop, marker::LoopEach) != 0;
}

// Creates the functions that say loads. One of them is enough.
void LoadFunctions::createFunctions(bool IterationIsSigned, LoopDescriptor &D) {
  OutlinedRegion &Load = Regions[marker::RegionLoad];
  const OutlinedRegion &Prefix = Regions[marker::RegionPrefix];
  if (Prefix.Evaluate)
    D.Prefix = createPrefix(Prefix, F);
  if (!Load.Evaluate)
    return;
  const LoadShape Shape = simplifyLoad(*Load.Evaluate, Analyses);
  Function *Sums = Prefix.Evaluate ? nullptr
                                   : createTelescopedPrefix(*Load.Evaluate,
                                                            Shape, F, Analyses);
  if (Sums) {
    D.Prefix = Synthesized.keepOne(*Sums);
    Telescopes = true;
    Load.Evaluate->eraseFromParent();
    return;
  }
  // Without optimization, Evaluate stays a function of its own. Inspect
  // functions can be equal only if they call the same one.
  if (Load.Evaluate->hasOptNone())
    Load.Evaluate = Synthesized.keepOne(*Load.Evaluate);
  D.Inspect =
      Synthesized.keepOne(*createInspect(Load, Shape, F, IterationIsSigned));
}

// Makes the functions of D take numbers of reduction blocks.
void LoadFunctions::takeBlockNumbers(LoopDescriptor &D) {
  if (D.Prefix)
    D.Prefix = createBlockPrefix(*cast<Function>(D.Prefix), F);
  if (D.Inspect)
    D.Inspect = createBlockInspect(*cast<Function>(D.Inspect),
                                   D.Flags & USERSCHED_LOAD_IS_FLOAT, F);
}

GlobalVariable *LoadFunctions::createDescriptor(uint64_t Flags,
                                                bool IterationIsSigned) {
  const CallInst &Marker = *L.Loop;
  LoopDescriptor D;
  D.Flags = Flags | constantArgument(Marker, marker::LoopFlags);
  createFunctions(IterationIsSigned, D);
  if (Telescopes)
    D.Flags |= USERSCHED_TELESCOPES;
  if (D.Flags & USERSCHED_HAS_BLOCKS)
    takeBlockNumbers(D);
  if (!L.Begin[marker::RegionSubspace])
    D.Flags |= USERSCHED_SUBSPACE_IS_THREAD;
  D.File = cast<Constant>(Marker.getArgOperand(marker::LoopFile));
  D.Function = cast<Constant>(Marker.getArgOperand(marker::LoopFunction));
  D.Load = cast<Constant>(Marker.getArgOperand(marker::LoopLoad));
  D.Line = constantArgument(Marker, marker::LoopLine);
  D.Column = constantArgument(Marker, marker::LoopColumn);
  D.Subspace = createSubspace(Regions[marker::RegionSubspace], F);
  D.Each = constantArgument(Marker, marker::LoopEach);
  return createDescriptorVariable(
      *F.getParent(), *usersched::createDescriptor(F.getContext(), D),
      F.getName() + ".usersched.loop");
}

void LoadFunctions::storeCaptures(IRBuilder<> &B, Value *Captures) const {
  for (unsigned Kind = 0; Kind < CaptureSlots; ++Kind)
    if (Regions[Kind].Captures)
      B.CreateStore(Regions[Kind].Captures,
                    B.CreateConstInBoundsGEP1_64(B.getPtrTy(), Captures, Kind));
}

Value *LoadFunctions::number(IRBuilder<> &B, marker::Slot Slot) const {
  for (CallInst *Marker : L.Values) {
    if (constantArgument(*Marker, 1) != Slot)
      continue;
    Value *V = Marker->getArgOperand(2);
    if (!V->getType()->isDoubleTy())
      return B.CreateBinaryIntrinsic(Intrinsic::smax, V, B.getInt64(0));
    Constant *Zero = ConstantFP::get(V->getType(), 0.0);
    return B.CreateBitCast(B.CreateSelect(B.CreateFCmpOGT(V, Zero), V, Zero),
                           B.getInt64Ty());
  }
  return B.getInt64(0);
}

void LoadFunctions::eraseMarkers() {
  L.Loop->replaceAllUsesWith(ConstantInt::get(L.Loop->getType(), 1));
  L.Loop->eraseFromParent();
  for (CallInst *Marker : L.Values)
    Marker->eraseFromParent();
  for (CallInst *Marker : L.Data)
    Marker->eraseFromParent();
  if (L.Iterations)
    L.Iterations->eraseFromParent();
}

} // namespace usersched
