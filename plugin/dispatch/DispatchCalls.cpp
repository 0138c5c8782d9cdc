//===- DispatchCalls.cpp - finds libomp's dispatcher around a loop -------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dispatch_next belongs to the dispatch_init that reaches it along a path
// without another dispatch_init. There is only one: worksharing regions do not
// nest in one function.
//
//===----------------------------------------------------------------------===//
#include "dispatch/DispatchCalls.h"
#include "base/Ir19And22.h"
#include "dispatch/LoopMarkers.h"
#include "usersched_abi.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include <cstddef>

using namespace llvm;

namespace usersched {

void walkBehind(Instruction &From, function_ref<bool(Instruction &)> Visit) {
  SmallPtrSet<BasicBlock *, 32> Seen;
  SmallVector<Instruction *, 32> Work = {From.getNextNode()};
  while (!Work.empty())
    for (Instruction *I = Work.pop_back_val(); I && Visit(*I);
         I = I->getNextNode())
      if (I->isTerminator())
        for (BasicBlock *Next : successors(I->getParent()))
          if (Seen.insert(Next).second)
            Work.push_back(&Next->front());
}

CallInst *findDispatchInit(CallInst &Chunk) {
  SmallVector<Value *, 4> Work = {&Chunk};
  while (!Work.empty())
    for (User *U : Work.pop_back_val()->users()) {
      if (isa<CastInst>(U))
        Work.push_back(U);
      else if (auto *Call = dyn_cast<CallInst>(U);
               Call && calleeName(*Call).starts_with("__kmpc_dispatch_init_"))
        return Call;
    }
  return nullptr;
}

// No iterations are the range from 1 to 0: from 0 to -1 would be all iterations
// in an unsigned type.
void dispatchOnly(Value &Count, CallInst &Init) {
  IRBuilder<> B(&Init);
  Type *IterationType = Init.getArgOperand(3)->getType();
  Value *First = B.CreateZExt(B.CreateIsNull(&Count), Count.getType());
  Value *Last = B.CreateSub(B.CreateAdd(First, &Count), B.getInt64(1));
  Init.setArgOperand(3, B.CreateTrunc(First, IterationType));
  Init.setArgOperand(4, B.CreateTrunc(Last, IterationType));
}

DispatchCalls findDispatchCalls(CallInst &Init) {
  DispatchCalls Calls;
  Calls.Init = &Init;
  walkBehind(Init, [&](Instruction &I) {
    StringRef Name = calleeName(I);
    if (Name.starts_with("__kmpc_dispatch_next_"))
      Calls.Nexts.push_back(cast<CallInst>(&I));
    if (Name == "__kmpc_dispatch_deinit")
      Calls.Deinits.push_back(cast<CallInst>(&I));
    if (auto *Return = dyn_cast<ReturnInst>(&I))
      Calls.Returns.push_back(Return);
    return Name != "__kmpc_dispatch_deinit" &&
           !Name.starts_with("__kmpc_dispatch_init_");
  });
  return Calls;
}

bool looksAtLast(const DispatchCalls &Calls) {
  return any_of(Calls.Nexts, [](CallInst *Next) {
    return any_of(Next->getArgOperand(2)->users(),
                  [](User *U) { return isa<LoadInst>(U); });
  });
}

AllocaInst *createFrame(Function &F, const Twine &Name) {
  BasicBlock &Entry = F.getEntryBlock();
  IRBuilder<> B(&Entry, Entry.getFirstNonPHIOrDbgOrAlloca());
  AllocaInst *Frame = B.CreateAlloca(
      ArrayType::get(B.getInt8Ty(), sizeof(usersched_frame)), nullptr, Name);
  Frame->setAlignment(Align(USERSCHED_FRAME_ALIGNMENT));
  B.CreateStore(B.getInt64(0),
                B.CreateConstInBoundsGEP1_64(
                    B.getInt8Ty(), Frame, offsetof(usersched_frame, runtime)));
  return Frame;
}

std::string iterationTypeSuffix(const CallInst &Init) {
  return calleeName(Init).drop_front(strlen("__kmpc_dispatch_init")).str();
}

CallInst *callRuntime(IRBuilderBase &B, StringRef Name, Type *Result,
                      ArrayRef<Value *> Args) {
  SmallVector<Type *, 10> Params;
  for (Value *Arg : Args)
    Params.push_back(Arg->getType());
  CallInst *Call = B.CreateCall(
      B.GetInsertBlock()->getModule()->getOrInsertFunction(
          Name, FunctionType::get(Result, Params, /*isVarArg=*/false)),
      Args);
  Call->setDoesNotThrow();
  return Call;
}

void replaceCall(CallInst &Call, const Twine &Name, ArrayRef<Value *> Args) {
  SmallString<64> Buffer;
  IRBuilder<> B(&Call);
  Call.replaceAllUsesWith(
      callRuntime(B, Name.toStringRef(Buffer), Call.getType(), Args));
  Call.eraseFromParent();
}

void deinitBeforeReturns(const DispatchCalls &Calls, Value *Frame) {
  for (ReturnInst *Return : Calls.Returns) {
    IRBuilder<> B(Return);
    callRuntime(B, "__usersched_loop_deinit", B.getVoidTy(), {Frame});
  }
}

static void leaveRangesAlone(CallInst &Next, const BasicBlock &Before,
                             BasicBlock &Header) {
  Next.addFnAttr(Attribute::NoDuplicate); // keeps LoopRotate from copying it
  LLVMContext &C = Next.getContext();
  auto Option = [&](const char *Name) {
    return MDNode::get(C, MDString::get(C, Name));
  };
  for (BasicBlock *From : predecessors(&Header)) {
    Instruction &Branch = *From->getTerminator();
    if (From == &Before || Branch.hasMetadata(LLVMContext::MD_loop))
      continue;
    Branch.setMetadata(
        LLVMContext::MD_loop,
        makePostTransformationMetadata(
            C, /*OrigLoopID=*/nullptr, /*RemovePrefixes=*/{},
            {Option("llvm.licm.disable"), Option("llvm.loop.unroll.disable")}));
  }
}

std::pair<Value *, Value *> createNextRange(IRBuilder<> &B, Value *Frame,
                                            CallInst &Next,
                                            const BasicBlock &Before,
                                            BasicBlock &Header,
                                            Value *Reduction) {
  Value *Last = Next.getArgOperand(2);
  Type *I64 = B.getInt64Ty();
  SmallVector<Value *, 3> Args = {Frame, Last};
  if (Reduction)
    Args.push_back(Reduction);
  CallInst *Range = callRuntime(
      B, Reduction ? "__usersched_reduction_next" : "__usersched_loop_next",
      StructType::get(I64, I64), Args);
  leaveRangesAlone(*Range, Before, Header);
  Range->addParamAttr(1, release::noCapture(B.getContext()));
  Range->addParamAttr(1, Attribute::WriteOnly);
  return {B.CreateExtractValue(Range, 0), B.CreateExtractValue(Range, 1)};
}

} // namespace usersched
