//===- Inspector.cpp - the inspect, subspace and prefix functions ---------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// They have the protocols of usersched_abi.h, over the functions that evaluate
// what the user wrote for one iteration. Inlining makes one loop of the two.
//
//===----------------------------------------------------------------------===//
#include "Inspector.h"
#include "Markers.h"
#include "RegionOutliner.h"
#include "usersched_abi.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include <cstddef>

using namespace llvm;

namespace usersched {

// The captures of one region, behind the pointer that is common to all.
static Value *regionCaptures(IRBuilder<> &B, Value *Captures,
                             marker::Region Kind) {
  return B.CreateLoad(
      B.getPtrTy(), B.CreateConstInBoundsGEP1_64(B.getPtrTy(), Captures, Kind),
      "captures");
}

// A load as the contract of inspect demands it: negative and NaN count as 0,
// and none is so large that a sum below the largest threshold could wrap.
static Value *clamp(IRBuilder<> &B, Value *Load, bool IsSigned) {
  Type *T = Load->getType();
  if (T->isIntegerTy())
    return IsSigned
               ? B.CreateBinaryIntrinsic(Intrinsic::smax, Load, B.getInt64(0))
               : B.CreateBinaryIntrinsic(Intrinsic::umin, Load,
                                         B.getInt64(INT64_MAX));
  // The ordered comparison is false for a NaN, too.
  Value *Zero = ConstantFP::get(T, 0.0);
  Load = B.CreateSelect(B.CreateFCmpOGT(Load, Zero), Load, Zero);
  return B.CreateBinaryIntrinsic(
      Intrinsic::minnum, Load,
      ConstantFP::get(T, USERSCHED_MAX_REAL_THRESHOLD));
}

namespace {

// Writes an inspect function. It has two loops: one that adds up loads until
// the threshold, and one that adds up all of them as they are, with nothing to
// watch and nothing to clamp, so that it can be vectorized. The second is tried
// first if the threshold is the largest. What it has added up does not count if
// a load was negative or the threshold may have been reached; then the first
// decides.
class InspectBuilder {
public:
  InspectBuilder(const OutlinedRegion &Load, Function &F,
                 bool IterationIsSigned)
      : Load(Load), F(F), B(F.getContext()),
        IterationIsSigned(IterationIsSigned),
        LoadType(Load.Evaluate->getReturnType()),
        IsReal(LoadType->isDoubleTy()) {}

  void build();

private:
  // A loop over the range while it is under construction: insertion is at its
  // end, where Next and NewSum are known.
  struct Loop {
    BasicBlock *Block;
    PHINode *Number, *Iteration, *Sum;
    Value *One, *Next, *NextIteration, *NewSum, *AtEnd;
  };

  BasicBlock *block(const char *Name) {
    return BasicBlock::Create(F.getContext(), Name, &F);
  }
  Value *field(size_t Offset) {
    return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), F.getArg(4), Offset);
  }
  Value *largestThreshold() {
    return IsReal ? ConstantFP::get(LoadType, USERSCHED_MAX_REAL_THRESHOLD)
                  : cast<Value>(B.getInt64(USERSCHED_MAX_INTEGER_THRESHOLD));
  }
  Value *reaches(Value *Sum, Value *Threshold) {
    return IsReal ? B.CreateFCmpOGE(Sum, Threshold)
                  : B.CreateICmpUGE(Sum, Threshold);
  }
  Loop beginLoop(const char *Name, BasicBlock *Entry, bool Clamps);
  void endLoop(Loop &L, Value *Stop, BasicBlock *Exit);
  void returnChunk(Value *End, Value *Load);
  void buildSum(BasicBlock *Entry, BasicBlock *Otherwise);
  void buildCut(BasicBlock *Entry, Value *Threshold);

  const OutlinedRegion &Load;
  Function &F;
  IRBuilder<> B;
  bool IterationIsSigned;
  Type *LoadType;
  bool IsReal;
  Value *Captures = nullptr;
};

} // namespace

// The number of the iteration runs in the type of the iteration variable, in
// which it does not wrap: so addresses advance evenly.
InspectBuilder::Loop InspectBuilder::beginLoop(const char *Name,
                                               BasicBlock *Entry, bool Clamps) {
  Type *I64 = B.getInt64Ty(),
       *IterationType = Load.Evaluate->getArg(0)->getType();
  Loop L;
  L.Block = block(Name);
  B.SetInsertPoint(Entry);
  Value *First = B.CreateTrunc(F.getArg(0), IterationType);
  B.CreateBr(L.Block);

  B.SetInsertPoint(L.Block);
  L.Number = B.CreatePHI(I64, 2, "i");
  L.Iteration = B.CreatePHI(IterationType, 2, "iteration");
  L.Sum = B.CreatePHI(LoadType, 2, "sum");
  L.Number->addIncoming(F.getArg(0), Entry);
  L.Iteration->addIncoming(First, Entry);
  L.Sum->addIncoming(Constant::getNullValue(LoadType), Entry);
  L.One = B.CreateCall(Load.Evaluate, {L.Iteration, Captures}, "load");
  if (Clamps)
    L.One = clamp(B, L.One, Load.IsSigned);
  L.NewSum = IsReal ? B.CreateFAdd(L.Sum, L.One) : B.CreateAdd(L.Sum, L.One);
  L.Next = B.CreateNUWAdd(L.Number, B.getInt64(1));
  L.NextIteration =
      B.CreateAdd(L.Iteration, ConstantInt::get(IterationType, 1), "",
                  /*HasNUW=*/true, /*HasNSW=*/IterationIsSigned);
  L.AtEnd = B.CreateICmpEQ(L.Next, F.getArg(1));
  return L;
}

void InspectBuilder::endLoop(Loop &L, Value *Stop, BasicBlock *Exit) {
  B.CreateCondBr(Stop, Exit, L.Block);
  L.Number->addIncoming(L.Next, L.Block);
  L.Iteration->addIncoming(L.NextIteration, L.Block);
  L.Sum->addIncoming(L.NewSum, L.Block);
  B.SetInsertPoint(Exit);
}

void InspectBuilder::returnChunk(Value *End, Value *Load) {
  B.CreateStore(F.getArg(0), F.getArg(2));
  B.CreateStore(End, F.getArg(3));
  B.CreateStore(Load, field(offsetof(usersched_inspection, load)));
  B.CreateRetVoid();
}

void InspectBuilder::buildSum(BasicBlock *Entry, BasicBlock *Otherwise) {
  BasicBlock *Exit = block("summed"), *Valid = block("valid");
  // A negative integer fails the test below; that a double was negative or NaN
  // would not be seen in the sum.
  Loop L = beginLoop("sum", Entry, /*Clamps=*/IsReal);
  Value *MayReach;
  if (IsReal) {
    // Only here: the order of additions decides where a threshold is reached.
    cast<Instruction>(L.NewSum)->setHasAllowReassoc(true);
    endLoop(L, L.AtEnd, Exit);
    MayReach = reaches(L.NewSum, largestThreshold());
  } else {
    // The bits of all loads are at least the largest load, and huge if one is
    // negative. The sum cannot have wrapped if as many times that did not.
    PHINode *Bits = B.CreatePHI(LoadType, 2, "bits");
    Bits->moveAfter(L.Sum);
    Value *NewBits = B.CreateOr(Bits, L.One);
    Bits->addIncoming(Constant::getNullValue(LoadType), Entry);
    Bits->addIncoming(NewBits, L.Block);
    endLoop(L, L.AtEnd, Exit);
    Value *Most =
        B.CreateBinaryIntrinsic(Intrinsic::umul_with_overflow, NewBits,
                                B.CreateSub(F.getArg(1), F.getArg(0)));
    MayReach =
        B.CreateOr(B.CreateExtractValue(Most, 1),
                   reaches(B.CreateExtractValue(Most, 0), largestThreshold()));
  }
  B.CreateCondBr(MayReach, Otherwise, Valid);
  B.SetInsertPoint(Valid);
  returnChunk(L.Next, L.NewSum);
}

void InspectBuilder::buildCut(BasicBlock *Entry, Value *Threshold) {
  BasicBlock *Exit = block("cut");
  Loop L = beginLoop("until_threshold", Entry, /*Clamps=*/true);
  endLoop(L, B.CreateOr(L.AtEnd, reaches(L.NewSum, Threshold)), Exit);
  returnChunk(L.Next, L.NewSum);
}

void InspectBuilder::build() {
  BasicBlock *Entry = block("entry"), *Sum = block("sum.entry"),
             *Cut = block("cut.entry");
  B.SetInsertPoint(Entry);
  Value *Threshold = B.CreateLoad(
      LoadType, field(offsetof(usersched_inspection, threshold)), "threshold");
  Captures = regionCaptures(
      B,
      B.CreateLoad(B.getPtrTy(),
                   field(offsetof(usersched_inspection, captures))),
      marker::RegionLoad);
  B.CreateCondBr(reaches(Threshold, largestThreshold()), Sum, Cut);
  buildSum(Sum, Cut);
  buildCut(Cut, Threshold);
}

Function *createInspect(const OutlinedRegion &Load, Function &Parent,
                        bool IterationIsSigned) {
  IRBuilder<> B(Parent.getContext());
  Type *I64 = B.getInt64Ty(), *Ptr = B.getPtrTy();
  Function *F = createSynthesized(
      FunctionType::get(B.getVoidTy(), {I64, I64, Ptr, Ptr, Ptr}, false),
      Parent, "inspect");
  const char *Names[] = {"left_start", "left_end", "assigned_start",
                         "assigned_end", "user_data"};
  for (Argument &A : F->args())
    A.setName(Names[A.getArgNo()]);
  // The protocol's pointers are four different objects of the caller.
  for (unsigned Pointer : {2, 3, 4})
    F->addParamAttr(Pointer, Attribute::NoAlias);
  InspectBuilder(Load, *F, IterationIsSigned).build();
  return F;
}

Function *createPrefix(const OutlinedRegion &Prefix, Function &Parent) {
  IRBuilder<> B(Parent.getContext());
  Function *F = createSynthesized(
      FunctionType::get(B.getInt64Ty(), {B.getInt64Ty(), B.getPtrTy()}, false),
      Parent, "prefix.function");
  B.SetInsertPoint(BasicBlock::Create(F->getContext(), "entry", F));
  Value *Iteration =
      B.CreateTrunc(F->getArg(0), Prefix.Evaluate->getArg(0)->getType());
  Value *Sum =
      clamp(B,
            B.CreateCall(Prefix.Evaluate,
                         {Iteration, regionCaptures(B, F->getArg(1),
                                                    marker::RegionPrefix)}),
            Prefix.IsSigned);
  if (Sum->getType()->isDoubleTy())
    Sum = B.CreateIntrinsic(Intrinsic::fptoui_sat,
                            {B.getInt64Ty(), Sum->getType()}, {Sum});
  B.CreateRet(Sum);
  return F;
}

Function *createSubspace(const OutlinedRegion &Region, Function &Parent) {
  if (!Region.Evaluate)
    return nullptr;
  IRBuilder<> B(Parent.getContext());
  Function *F = createSynthesized(
      FunctionType::get(B.getInt32Ty(), {B.getInt32Ty(), B.getPtrTy()}, false),
      Parent, "subspace.function");
  F->getArg(0)->setName("num_subspaces");
  F->getArg(1)->setName("user_data");
  B.SetInsertPoint(BasicBlock::Create(F->getContext(), "entry", F));
  Value *Captures = regionCaptures(B, F->getArg(1), marker::RegionSubspace);
  Value *Subspace = B.CreateTrunc(
      B.CreateCall(Region.Evaluate, {B.getInt64(0), Captures}), B.getInt32Ty());
  B.CreateRet(Subspace);
  return F;
}

} // namespace usersched
