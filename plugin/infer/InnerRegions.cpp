//===- InnerRegions.cpp - parallel regions in an iteration ----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An iteration that starts a parallel region costs what the region does. One
// thread that runs all of it does no more and no less than a team, and what it
// reads before it writes, some thread of a team reads, too.
//
//===----------------------------------------------------------------------===//
#include "infer/InnerRegions.h"
#include "infer/UnknownValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace usersched {

static StringRef calledName(const Instruction &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee ? Callee->getName() : "";
}

Function *startedRegion(const CallBase &Call) {
  if (calledName(Call) != "__kmpc_fork_call")
    return nullptr;
  auto *Region = dyn_cast<Function>(Call.getArgOperand(2));
  return Region && !Region->isDeclaration() && !Region->isVarArg() &&
                 Region->arg_size() == Call.arg_size() - 1
             ? Region
             : nullptr;
}

bool isSerialized(const CallBase &Call) {
  const Instruction *Before = Call.getPrevNode();
  while (Before && (!isa<CallBase>(Before) || isa<IntrinsicInst>(Before)))
    Before = Before->getPrevNode();
  return Before && calledName(*Before) == "__kmpc_serialized_parallel";
}

// Replaces Fork by a call of Region, the outlined function that it starts.
static CallInst *callRegion(CallInst &Fork, Function &Region) {
  BasicBlock &Entry = Fork.getFunction()->getEntryBlock();
  IRBuilder<> B(&Entry, Entry.begin());
  AllocaInst *ThreadNumber = B.CreateAlloca(B.getInt32Ty());
  B.SetInsertPoint(&Fork);
  B.CreateStore(createUnknown(B, B.getInt32Ty()), ThreadNumber);
  SmallVector<Value *, 8> Args = {ThreadNumber, ThreadNumber};
  append_range(Args, drop_begin(Fork.args(), 3));
  CallInst *Call = B.CreateCall(&Region, Args);
  Call->setDoesNotThrow();
  Fork.eraseFromParent();
  return Call;
}

// Clang forbids to inline what an `if` clause serializes, since two calls would
// have the same variables of a thread.
bool inlineRegions(Function &F, size_t Longest) {
  SmallVector<std::pair<CallInst *, Function *>, 4> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I)) {
      Function *Region = startedRegion(*Call);
      if (!Region && Call->getCalledFunction() && isSerialized(*Call))
        Region = Call->getCalledFunction();
      if (Region && !Region->isDeclaration() && Region != &F &&
          Region->getInstructionCount() <= Longest &&
          isInlineViable(*Region).isSuccess())
        Calls.push_back({Call, Region});
    }
  for (auto [Call, Region] : Calls) {
    if (Call->getCalledFunction() != Region)
      Call = callRegion(*Call, *Region);
    InlineFunctionInfo Info;
    InlineFunction(*Call, Info, /*MergeAttributes=*/true);
  }
  return !Calls.empty();
}

namespace {

// A loop over the ranges of a worksharing loop that a thread runs.
struct RangeLoop {
  CallInst *Init = nullptr, *Next = nullptr;
  BasicBlock *Body = nullptr, *End = nullptr; // where it goes on behind Next
  SmallVector<BasicBlock *, 2> Latches;
};

} // namespace

// Returns the call that began the worksharing loop whose ranges Next returns.
static CallInst *findInit(CallInst &Next, const DominatorTree &Dominators) {
  Instruction *I = &Next;
  for (const auto *Node = Dominators.getNode(Next.getParent()); Node;) {
    for (; I; I = I->getPrevNode())
      if (const StringRef Name = calledName(*I);
          Name.starts_with("__usersched_loop_init_") ||
          Name.starts_with("__kmpc_dispatch_init_"))
        return cast<CallInst>(I);
    Node = Node->getIDom();
    I = Node ? Node->getBlock()->getTerminator() : nullptr;
  }
  return nullptr;
}

static SmallVector<RangeLoop, 4> findRangeLoops(Function &F) {
  const DominatorTree Dominators(F);
  const LoopInfo Loops(Dominators);
  SmallVector<RangeLoop, 4> Result;
  for (Instruction &I : instructions(F)) {
    const StringRef Name = calledName(I);
    if (Name != "__usersched_loop_next" &&
        !Name.starts_with("__kmpc_dispatch_next_"))
      continue;
    BasicBlock *Header = I.getParent();
    const Loop *L = Loops.getLoopFor(Header);
    auto *Branch = dyn_cast<BranchInst>(Header->getTerminator());
    if (!L || L->getHeader() != Header || !Branch || !Branch->isConditional())
      continue;
    RangeLoop Found;
    Found.Next = cast<CallInst>(&I);
    Found.Init = findInit(*Found.Next, Dominators);
    Found.Body = Branch->getSuccessor(0);
    Found.End = Branch->getSuccessor(1);
    if (!Found.Init || !L->contains(Found.Body) || L->contains(Found.End))
      continue;
    L->getLoopLatches(Found.Latches);
    Result.push_back(Found);
  }
  return Result;
}

// Lets the loop over ranges have one, all iterations.
static void runOnce(const RangeLoop &Loop) {
  CallInst &Next = *Loop.Next, &Init = *Loop.Init;
  BasicBlock *Header = Next.getParent();
  IRBuilder<> B(&Next);
  if (Next.getType()->isStructTy()) {
    // __usersched_loop_next(frame, last) returns the first and how many.
    Value *First = Init.getArgOperand(5), *Last = Init.getArgOperand(6);
    B.CreateStore(B.getInt32(1), Next.getArgOperand(1));
    Value *Count = B.CreateAdd(B.CreateSub(Last, First),
                               ConstantInt::get(Last->getType(), 1));
    Value *Range = PoisonValue::get(Next.getType());
    Range = B.CreateInsertValue(Range, B.CreateZExt(First, B.getInt64Ty()), 0);
    Range = B.CreateInsertValue(Range, B.CreateZExt(Count, B.getInt64Ty()), 1);
    Next.replaceAllUsesWith(Range);
  } else {
    // __kmpc_dispatch_next(loc, thread, last, lower, upper, stride)
    B.CreateStore(B.getInt32(1), Next.getArgOperand(2));
    for (unsigned N = 3; N < 6; ++N)
      B.CreateStore(Init.getArgOperand(N), Next.getArgOperand(N));
    Next.replaceAllUsesWith(B.getInt32(1));
  }
  Next.eraseFromParent();
  for (BasicBlock *Latch : Loop.Latches) {
    for (PHINode &Phi : Loop.End->phis())
      Phi.addIncoming(Phi.getIncomingValueForBlock(Header), Latch);
    Header->removePredecessor(Latch);
    Latch->getTerminator()->replaceSuccessorWith(Header, Loop.End);
  }
  Loop.End->removePredecessor(Header);
  Header->getTerminator()->eraseFromParent();
  BranchInst::Create(Loop.Body, Header);
}

// Returns true if I is a call of libomp or libusersched that has no effect in a
// team of one thread.
static bool isWithoutEffect(const Instruction &I) {
  const StringRef Name = calledName(I);
  if (Name.starts_with("__kmpc_for_static_init_")) {
    // Leaves the thread all iterations, if they are not dealt out in chunks.
    const auto *Schedule =
        dyn_cast<ConstantInt>(cast<CallInst>(I).getArgOperand(2));
    return Schedule && Schedule->getZExtValue() == 34;
  }
  static constexpr StringLiteral Names[] = {
      "__kmpc_barrier",
      "__kmpc_dispatch_deinit",
      "__kmpc_dispatch_fini_4",
      "__kmpc_dispatch_fini_4u",
      "__kmpc_dispatch_fini_8",
      "__kmpc_dispatch_fini_8u",
      "__kmpc_dispatch_init_4",
      "__kmpc_dispatch_init_4u",
      "__kmpc_dispatch_init_8",
      "__kmpc_dispatch_init_8u",
      "__kmpc_end_reduce",
      "__kmpc_end_reduce_nowait",
      "__kmpc_end_serialized_parallel",
      "__kmpc_for_static_fini",
      "__kmpc_global_thread_num",
      "__kmpc_push_num_threads",
      "__kmpc_push_proc_bind",
      "__kmpc_serialized_parallel",
      "__usersched_current_team",
      "__usersched_loop_deinit",
      "__usersched_loop_init_4",
      "__usersched_loop_init_4u",
      "__usersched_loop_init_8",
      "__usersched_loop_init_8u",
      "__usersched_region_enter",
      "__usersched_region_leave",
      "__usersched_team_begin",
      "__usersched_team_end",
  };
  return is_contained(Names, Name);
}

void runAsOneThread(Function &F) {
  EliminateUnreachableBlocks(F);
  for (const RangeLoop &Loop : findRangeLoops(F))
    runOnce(Loop);
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    const StringRef Name = calledName(I);
    const bool Reduces =
        Name == "__kmpc_reduce" || Name == "__kmpc_reduce_nowait";
    // Another thread of the team may have another variable.
    const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
    const bool IsOwn = Intrinsic && Intrinsic->getIntrinsicID() ==
                                        Intrinsic::threadlocal_address;
    if (!Reduces && !IsOwn && !isWithoutEffect(I))
      continue;
    if (Reduces) // the thread combines
      I.replaceAllUsesWith(ConstantInt::get(I.getType(), 1));
    else if (!I.getType()->isVoidTy() && !I.use_empty()) {
      IRBuilder<> B(&I);
      I.replaceAllUsesWith(createUnknown(B, I.getType()));
    }
    I.eraseFromParent();
  }
}

} // namespace usersched
