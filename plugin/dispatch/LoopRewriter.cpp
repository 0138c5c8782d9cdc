//===- LoopRewriter.cpp - retargets the dispatch calls of one loop --------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop is rewritten in this order: outline its regions, build the functions
// and the descriptor over them, fill the frame where the markers stood, replace
// the dispatch calls, erase the markers. Everything around the dispatch calls
// (private copies, reductions, the loop itself) stays Clang's.
//
//===----------------------------------------------------------------------===//
#include "dispatch/LoopRewriter.h"
#include "base/Ir19And22.h"
#include "base/Markers.h"
#include "dispatch/DispatchCalls.h"
#include "dispatch/League.h"
#include "dispatch/LoadFunctions.h"
#include "dispatch/LoopMarkers.h"
#include "dispatch/LoopReduction.h"
#include "dispatch/LoweringErrors.h"
#include "dispatch/Remarks.h"
#include "usersched_abi.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include <cstddef>

using namespace llvm;

namespace usersched {

namespace {

class LoopRewriter {
public:
  LoopRewriter(LoopMarkers &L, const FunctionState &S,
               EqualFunctions &Synthesized, FunctionAnalysisManager &Analyses)
      : L(L), S(S), M(*S.F->getParent()), B(M.getContext()),
        Functions(L, Synthesized, Analyses), Init(findDispatchInit(*L.Loop)) {}

  /// Returns false if the loop has no load that the runtime can ask for.
  bool outlineRegions() { return Functions.outlineRegions() && Init; }
  /// Finds the reductions of a loop with `reproducible`. Returns false if they
  /// are not as Clang makes them.
  bool findReductions();
  void rewrite();

private:
  GlobalVariable *createDescriptor(const DispatchCalls &Calls);
  void storeFrame();
  Value *dataIdentity();
  void rewriteDispatch(DispatchCalls &Calls, GlobalVariable *Descriptor);
  void rewriteNext(CallInst &Next);

  LoopMarkers &L;
  const FunctionState &S;
  Module &M;
  IRBuilder<> B;
  LoadFunctions Functions;
  CallInst *Init; // null if no dispatch_init uses the loop marker
  std::optional<LoopReduction> Reduction; // if it can be reproducible
  Distributions League; // if teams divide a loop that can be reproducible
};

} // namespace

bool LoopRewriter::findReductions() {
  if (!(constantArgument(*L.Loop, marker::LoopFlags) & USERSCHED_HAS_BLOCKS))
    return true;
  Reduction = findReduction(findDispatchCalls(*Init));
  if (constantArgument(*L.Loop, marker::LoopFlags) & USERSCHED_IN_LEAGUE) {
    League = findDistributions(*Init->getFunction());
    if (League.empty())
      return false;
  }
  return Reduction.has_value();
}

GlobalVariable *LoopRewriter::createDescriptor(const DispatchCalls &Calls) {
  // dispatch_init_4u and _8u are for unsigned iteration variables.
  return Functions.createDescriptor(looksAtLast(Calls) ? USERSCHED_LAST_IS_LAST
                                                       : 0,
                                    !calleeName(*Init).ends_with("u"));
}

// Makes the marker Data pass the bits of a real number, not its integral part:
// 0.1 and 0.9 are two numbers, and to convert a large one is a floating-point
// exception. For what MarkerCalls::bits() converts: a real value that the user
// has computed, and types such as `long double`, whose bytes are not all of the
// value.
static void passBits(CallInst &Data, IRBuilder<> &B) {
  auto *Integral = dyn_cast<Instruction>(Data.getArgOperand(1));
  if (!Integral || !Integral->hasOneUse())
    return;
  const auto *Strict = dyn_cast<ConstrainedFPIntrinsic>(Integral);
  const bool IsConversion = Strict
                                ? Strict->getIntrinsicID() ==
                                      Intrinsic::experimental_constrained_fptoui
                                : isa<FPToUIInst>(Integral);
  if (!IsConversion)
    return;
  Value *Real = Integral->getOperand(0);
  const unsigned Size =
      static_cast<unsigned>(Real->getType()->getPrimitiveSizeInBits());
  Value *Bits = B.CreateBitCast(Real, B.getIntNTy(Size));
  Value *Number = B.CreateZExtOrTrunc(Bits, B.getInt64Ty());
  if (Size > 64)
    Number = B.CreateXor(Number,
                         B.CreateTrunc(B.CreateLShr(Bits, 64), B.getInt64Ty()));
  Data.setArgOperand(1, Number);
  Integral->eraseFromParent();
}

// Folds the values of the data markers into one number. Leaves out addresses of
// the thread's own variables: they differ between threads that have the same
// data.
Value *LoopRewriter::dataIdentity() {
  Value *Identity = B.getInt64(0);
  for (CallInst *Data : L.Data) {
    passBits(*Data, B);
    Value *V = Data->getArgOperand(1);
    auto *Address = dyn_cast<PtrToIntInst>(V);
    if (Address &&
        isa<AllocaInst>(Address->getPointerOperand()->stripInBoundsOffsets()))
      continue;
    // Multiply, then shift: the result depends on the order of the values.
    Identity =
        B.CreateMul(B.CreateXor(Identity, V), B.getInt64(0x9e3779b97f4a7c15));
    Identity = B.CreateXor(Identity, B.CreateLShr(Identity, 29));
  }
  return Identity;
}

// Writes the fields of the frame that the ABI asks for before loop_init.
void LoopRewriter::storeFrame() {
  auto Store = [&](Value *V, size_t Offset) {
    B.CreateStore(V,
                  B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), S.Frame, Offset));
  };
  Functions.storeCaptures(B, S.Captures);
  Store(S.Captures, offsetof(usersched_frame, captures));
  Store(dataIdentity(), offsetof(usersched_frame, data));
  Store(Functions.number(B, marker::SlotChunk),
        offsetof(usersched_frame, chunk));
  Store(Functions.number(B, marker::SlotSubspaces),
        offsetof(usersched_frame, subspaces));
}

// Replaces a call of dispatch_next. libusersched returns the range in
// registers, and the code here stores it into the variables of Clang's loop.
// So no callee gets the addresses of these variables: LLVM can keep them in
// registers and vectorize the loop.
void LoopRewriter::rewriteNext(CallInst &Next) {
  B.SetInsertPoint(&Next);
  B.SetCurrentDebugLocation(Next.getDebugLoc());
  Value *Lower = Next.getArgOperand(3), *Upper = Next.getArgOperand(4);
  auto [First, Count] =
      createNextRange(B, S.Frame, Next, *Init->getParent(), *Next.getParent());
  Type *IterationType =
      B.getIntNTy(calleeName(Next).contains("_next_4") ? 32 : 64);
  B.CreateStore(B.CreateTrunc(First, IterationType), Lower);
  B.CreateStore(
      B.CreateTrunc(B.CreateSub(B.CreateAdd(First, Count), B.getInt64(1)),
                    IterationType),
      Upper);
  Next.replaceAllUsesWith(
      B.CreateZExt(B.CreateICmpNE(Count, B.getInt64(0)), Next.getType()));
  Next.eraseFromParent();
}

void LoopRewriter::rewriteDispatch(DispatchCalls &Calls,
                                   GlobalVariable *Descriptor) {
  deinitBeforeReturns(Calls, S.Frame);
  for (CallInst *Deinit : Calls.Deinits)
    replaceCall(*Deinit, "__usersched_loop_deinit", {S.Frame});
  for (CallInst *Distribution : League)
    rewriteDistribution(*Distribution, *Descriptor);
  if (Reduction)
    return rewriteReduction(*Reduction, Calls, S, *Descriptor);
  for (CallInst *Next : Calls.Nexts)
    rewriteNext(*Next);
  replaceCall(*Init, "__usersched_loop_init" + iterationTypeSuffix(*Init),
              {Init->getArgOperand(0), Init->getArgOperand(1), S.Frame,
               Descriptor, S.Team, Init->getArgOperand(3),
               Init->getArgOperand(4)});
}

// Gives the code from At on a second predecessor, which never runs, by an empty
// `asm goto`, which emits no instruction. Reason: scalar evolution looks for
// conditions along unique predecessors. In a function of many loops it would
// walk from each loop through all loops before it.
static void detachFromBefore(Instruction &At) {
  BasicBlock *Before = At.getParent();
  BasicBlock *After = Before->splitBasicBlock(&At, "usersched.detached");
  BasicBlock *Detour = BasicBlock::Create(At.getContext(), "usersched.never",
                                          Before->getParent(), After);
  IRBuilder<> B(Detour);
  FunctionType *Nothing = FunctionType::get(B.getVoidTy(), false);
  B.CreateCall(InlineAsm::get(Nothing, "", "", /*hasSideEffects=*/true));
  B.CreateBr(After);
  Before->getTerminator()->eraseFromParent();
  B.SetInsertPoint(Before);
  B.CreateCallBr(InlineAsm::get(Nothing, "", "!i", /*hasSideEffects=*/true),
                 After, {Detour});
}

void LoopRewriter::rewrite() {
  DispatchCalls Calls = findDispatchCalls(*Init);
  GlobalVariable *Descriptor = createDescriptor(Calls);
  if (S.HasManyLoops)
    detachFromBefore(*L.Loop);
  B.SetInsertPoint(L.Loop);
  B.SetCurrentDebugLocation(DebugLoc());
  storeFrame();
  if (L.Iterations)
    dispatchOnly(*L.Iterations->getArgOperand(2), *Init);
  rewriteDispatch(Calls, Descriptor);
  remarkScheduled(L, Functions.telescopes(), S.IsTeamKnown);
  if (L.IsInferred)
    remarkInferred(L, Functions.inferred());
  Functions.eraseMarkers();
}

void rewriteLoop(LoopMarkers &Loop, const FunctionState &State,
                 EqualFunctions &Synthesized, FunctionAnalysisManager &Analyses,
                 bool HasSource) {
  LoopRewriter Rewriter(Loop, State, Synthesized, Analyses);
  if (!Rewriter.outlineRegions())
    return reportLoad(Loop, HasSource);
  if (!Rewriter.findReductions())
    return reportReductions(Loop, HasSource);
  Rewriter.rewrite();
}

} // namespace usersched
