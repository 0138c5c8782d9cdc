//===- BlockFunctions.cpp - loads of reduction blocks ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These functions have the protocols of usersched_abi.h. They call the
// functions that InspectFunction made for iterations.
//
//===----------------------------------------------------------------------===//
#include "inspect/BlockFunctions.h"
#include "inspect/RegionOutliner.h"
#include "usersched_abi.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Intrinsics.h"
#include <cstddef>

using namespace llvm;

namespace usersched {

static Value *fieldAt(IRBuilder<> &B, Value *Struct, size_t Offset) {
  return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Struct, Offset);
}

namespace {

// The blocks of the loop, as a function reads them from its captures.
struct Blocks {
  Blocks(IRBuilder<> &B, Value *Captures) {
    Value *Reduction = B.CreateLoad(
        B.getPtrTy(),
        B.CreateConstInBoundsGEP1_64(B.getPtrTy(), Captures, ReductionSlot));
    auto Read = [&](size_t Offset) {
      return B.CreateLoad(B.getInt64Ty(), fieldAt(B, Reduction, Offset));
    };
    TripCount = Read(offsetof(usersched_reduction, trip_count));
    Step = Read(offsetof(usersched_reduction, step));
    Shift = Read(offsetof(usersched_reduction, shift));
    Mask = Read(offsetof(usersched_reduction, mask));
  }
  // The first iteration of a block; the trip count for the number behind the
  // last block.
  Value *begin(IRBuilder<> &B, Value *Number) const {
    Value *Mean = B.CreateLShr(B.CreateMul(Number, Step), Shift);
    return B.CreateBinaryIntrinsic(Intrinsic::umin, B.CreateAnd(Mean, Mask),
                                   TripCount);
  }
  Value *TripCount, *Step, *Shift, *Mask;
};

} // namespace

Function *createBlockPrefix(Function &Prefix, Function &Parent) {
  Function *F = createSynthesized(Prefix.getFunctionType(), Parent,
                                  "blocks.prefix.function");
  IRBuilder<> B(BasicBlock::Create(F->getContext(), "entry", F));
  const Blocks All(B, F->getArg(1));
  B.CreateRet(
      B.CreateCall(&Prefix, {All.begin(B, F->getArg(0)), F->getArg(1)}));
  return F;
}

Function *createBlockInspect(Function &Inspect, bool IsReal, Function &Parent) {
  Function *F =
      createSynthesized(Inspect.getFunctionType(), Parent, "blocks.inspect");
  LLVMContext &C = F->getContext();
  Argument *Start = F->getArg(0), *End = F->getArg(1),
           *Inspection = F->getArg(4);
  BasicBlock *Entry = BasicBlock::Create(C, "entry", F),
             *Each = BasicBlock::Create(C, "each", F),
             *Exit = BasicBlock::Create(C, "exit", F);
  IRBuilder<> B(Entry);
  Type *I64 = B.getInt64Ty(), *LoadType = IsReal ? B.getDoubleTy() : I64;
  auto FieldOf = [&](Value *Inspection, size_t Offset) {
    return fieldAt(B, Inspection, Offset);
  };
  constexpr size_t AtThreshold = offsetof(usersched_inspection, threshold),
                   AtLoad = offsetof(usersched_inspection, load),
                   AtCaptures = offsetof(usersched_inspection, captures);
  // Asks Inspect for the load of a whole range.
  AllocaInst *Whole = B.CreateAlloca(
      ArrayType::get(I64, sizeof(usersched_inspection) / sizeof(uint64_t)));
  AllocaInst *Range = B.CreateAlloca(ArrayType::get(I64, 2));
  Value *Threshold = B.CreateLoad(LoadType, FieldOf(Inspection, AtThreshold));
  Value *Captures = B.CreateLoad(B.getPtrTy(), FieldOf(Inspection, AtCaptures));
  Constant *Most = B.getInt64(USERSCHED_MAX_INTEGER_THRESHOLD);
  if (IsReal)
    Most = ConstantFP::get(LoadType, USERSCHED_MAX_REAL_THRESHOLD);
  B.CreateStore(Most, FieldOf(Whole, AtThreshold));
  B.CreateStore(Captures, FieldOf(Whole, AtCaptures));
  const Blocks All(B, Captures);
  B.CreateBr(Each);

  B.SetInsertPoint(Each);
  PHINode *Number = B.CreatePHI(I64, 2, "block"),
          *Sum = B.CreatePHI(LoadType, 2, "sum");
  Value *Next = B.CreateAdd(Number, B.getInt64(1));
  B.CreateCall(&Inspect, {All.begin(B, Number), All.begin(B, Next), Range,
                          B.CreateConstInBoundsGEP1_64(I64, Range, 1), Whole});
  Value *Load = B.CreateLoad(LoadType, FieldOf(Whole, AtLoad));
  // The sum is below the largest threshold, so it does not wrap.
  Value *NewSum = IsReal ? B.CreateFAdd(Sum, Load) : B.CreateAdd(Sum, Load);
  Value *IsReached = IsReal ? B.CreateFCmpOGE(NewSum, Threshold)
                            : B.CreateICmpUGE(NewSum, Threshold);
  B.CreateCondBr(B.CreateOr(IsReached, B.CreateICmpEQ(Next, End)), Exit, Each);
  Number->addIncoming(Start, Entry);
  Number->addIncoming(Next, Each);
  Sum->addIncoming(Constant::getNullValue(LoadType), Entry);
  Sum->addIncoming(NewSum, Each);

  B.SetInsertPoint(Exit);
  B.CreateStore(Start, F->getArg(2));
  B.CreateStore(Next, F->getArg(3));
  B.CreateStore(NewSum, FieldOf(Inspection, AtLoad));
  B.CreateRetVoid();
  return F;
}

} // namespace usersched
