//===- LoadFunctions.cpp - what the runtime calls to know the loads -------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dispatch/LoadFunctions.h"
#include "dispatch/LoopDescriptor.h"
#include "infer/InnerRegions.h"
#include "inspect/BlockFunctions.h"
#include "inspect/EqualFunctions.h"
#include "inspect/InspectFunction.h"
#include "inspect/SimpleLoad.h"
#include "inspect/Telescoping.h"
#include "usersched_abi.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace usersched {

// Functions that are inlined into an iteration to see their loops.
static constexpr InlineLimits BodyLimits = {400, 4000};
// Parallel regions in each other whose loops are seen.
static constexpr int MostRegions = 3;

bool LoadFunctions::outlineRegions() {
  for (unsigned Kind = 0; Kind < CaptureSlots; ++Kind)
    if (L.Begin[Kind] && L.End[Kind])
      Regions[Kind] = outlineRegion(*L.Begin[Kind], *L.End[Kind],
                                    static_cast<marker::Region>(Kind));
  return L.IsInferred || Regions[marker::RegionLoad].Evaluate ||
         Regions[marker::RegionPrefix].Evaluate ||
         constantArgument(*L.Loop, marker::LoopEach) != 0;
}

// Inlines what the copy of an iteration calls, and the parallel regions that it
// starts.
static void inlineBody(Function &Evaluate, FunctionAnalysisManager &Analyses,
                       bool IsUnoptimized) {
  inlineCalls(Evaluate, Analyses, BodyLimits, IsUnoptimized);
  int Regions = 0;
  for (; Regions < MostRegions && inlineRegions(Evaluate, BodyLimits.Callee);
       ++Regions)
    inlineCalls(Evaluate, Analyses, BodyLimits, IsUnoptimized);
  if (Regions != 0)
    runAsOneThread(Evaluate);
}

// Makes the copy of an iteration the evaluation of its load. If nothing of it
// depends on the iteration, all have the load 1: what they cost is measured.
void LoadFunctions::infer(LoopDescriptor &D) {
  OutlinedRegion &Load = Regions[marker::RegionLoad];
  if (Function *Evaluate = Load.Evaluate) {
    const bool IsUnoptimized = Evaluate->hasOptNone();
    Evaluate->removeFnAttr(Attribute::OptimizeNone);
    Evaluate->removeFnAttr(Attribute::NoInline);
    inlineBody(*Evaluate, Analyses, IsUnoptimized);
    Inferred = inferLoad(*Evaluate, Analyses);
    if (!Inferred.Varies) {
      Analyses.clear(*Evaluate, Evaluate->getName());
      Evaluate->eraseFromParent();
      Load.Evaluate = nullptr;
    }
  }
  dropUnusedCaptures();
  if (Inferred.Varies)
    identifyData();
  else
    D.Each = 1;
}

// Returns true if I loads one of Captures.
static bool isCapture(const Instruction &I, const Argument &Captures) {
  return cast<LoadInst>(I).getPointerOperand()->stripInBoundsOffsets() ==
         &Captures;
}

// Adds data markers for what the load reads whatever the iteration is: values
// that are equal for all iterations, and used by something that is not. Each
// thread evaluates them, also one that comes when no iteration is left. So
// iterations must not change what is read, nor end its life. With `nowait`,
// that may happen behind the loop, too: then no memory is read.
void LoadFunctions::identifyData() {
  const OutlinedRegion &Load = Regions[marker::RegionLoad];
  const bool MayBeOver =
      constantArgument(*L.Loop, marker::LoopFlags) & USERSCHED_NOWAIT;
  IRBuilder<> B(L.Loop);
  SmallPtrSet<const Value *, 16> Varying = {Load.Evaluate->getArg(0)};
  ValueToValueMapTy Map;
  Map[Load.Evaluate->getArg(1)] = Load.Captures;
  for (Instruction &I : Load.Evaluate->getEntryBlock()) {
    if (any_of(I.operands(), [&](Value *V) { return Varying.contains(V); }) ||
        I.isTerminator() || isa<CallBase, AllocaInst>(I) ||
        (isa<LoadInst>(I) && !isCapture(I, *Load.Evaluate->getArg(1)) &&
         (MayBeOver || !I.hasMetadata(LLVMContext::MD_invariant_load)))) {
      Varying.insert(&I);
      continue;
    }
    Instruction *Copy = I.clone();
    RemapInstruction(Copy, Map, RF_NoModuleLevelChanges);
    // What is invariant in one execution of the loop is not in all.
    Copy->dropUnknownNonDebugMetadata({LLVMContext::MD_tbaa});
    Copy->setDebugLoc(DebugLoc());
    Map[&I] = B.Insert(Copy);
  }
  SmallSetVector<Value *, 8> Data;
  for (Instruction &I : instructions(*Load.Evaluate))
    if (!Map.count(&I))
      for (Value *V : I.operands())
        if (isa<Instruction>(V) && Map.count(V))
          Data.insert(Map[V]);
  for (Value *V : Data) {
    Type *T = V->getType();
    if (!T->isPointerTy() &&
        !(T->isIntegerTy() && T->getIntegerBitWidth() <= 64))
      continue;
    Value *Number = T->isPointerTy() ? B.CreatePtrToInt(V, B.getInt64Ty())
                                     : B.CreateZExt(V, B.getInt64Ty());
    L.Data.push_back(B.CreateCall(
        F.getParent()->getOrInsertFunction(marker::Data, B.getVoidTy(),
                                           B.getInt64Ty(), B.getInt64Ty()),
        {L.Loop->getArgOperand(marker::LoopId), Number}));
  }
}

// Removes the stores of what the load does not read. The addresses among it
// would escape into the runtime.
void LoadFunctions::dropUnusedCaptures() {
  OutlinedRegion &Load = Regions[marker::RegionLoad];
  auto *Captures = dyn_cast_or_null<AllocaInst>(Load.Captures);
  if (!Captures)
    return;
  const DataLayout &Layout = F.getDataLayout();
  SmallSet<uint64_t, 16> Used;
  if (Load.Evaluate)
    for (User *U : Load.Evaluate->getArg(1)->users()) {
      APInt Offset(64, 0);
      if (auto *Field = dyn_cast<GEPOperator>(U)) {
        if (!Field->accumulateConstantOffset(Layout, Offset))
          return;
      }
      Used.insert(Offset.getZExtValue());
    }
  SmallVector<Instruction *, 16> Unused;
  for (User *U : Captures->users()) {
    auto *Field = dyn_cast<GetElementPtrInst>(U);
    APInt Offset(64, 0);
    if (!Field || !Field->accumulateConstantOffset(Layout, Offset) ||
        Used.contains(Offset.getZExtValue()))
      continue;
    for (User *Store : Field->users())
      if (isa<StoreInst>(Store))
        Unused.push_back(cast<Instruction>(Store));
  }
  for (Instruction *Store : Unused)
    Store->eraseFromParent();
}

// Creates the functions that say loads. One of them is enough.
void LoadFunctions::createFunctions(bool IterationIsSigned, LoopDescriptor &D) {
  OutlinedRegion &Load = Regions[marker::RegionLoad];
  const OutlinedRegion &Prefix = Regions[marker::RegionPrefix];
  if (Prefix.Evaluate)
    D.Prefix = createPrefix(Prefix, F);
  if (L.IsInferred)
    infer(D);
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
  D.Each = constantArgument(Marker, marker::LoopEach);
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
  if (!stringArgument(Marker, marker::LoopName).empty())
    D.Name = cast<Constant>(Marker.getArgOperand(marker::LoopName));
  D.Line = constantArgument(Marker, marker::LoopLine);
  D.Column = constantArgument(Marker, marker::LoopColumn);
  D.Subspace = createSubspace(Regions[marker::RegionSubspace], F);
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
