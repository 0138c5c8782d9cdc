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
// What is written here is compiled once per annotated loop, so it is the least
// that inspects at a good speed. A simple load is made a part of it at once,
// and LLVM's optimizer does not look at the result (see SimpleLoad). Any other
// load is inlined by LLVM as it sees fit, into a loop that stays as it is.
//
//===----------------------------------------------------------------------===//
#include "inspect/Inspector.h"
#include "base/Markers.h"
#include "inspect/RegionOutliner.h"
#include "inspect/SimpleLoad.h"
#include "inspect/WideLoad.h"
#include "usersched_abi.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"
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

// A sum of loads as prefix promises it: negative and NaN count as 0.
static Value *clamp(IRBuilder<> &B, Value *Load, bool IsSigned) {
  Type *T = Load->getType();
  if (T->isIntegerTy())
    return IsSigned
               ? B.CreateBinaryIntrinsic(Intrinsic::smax, Load, B.getInt64(0))
               : B.CreateBinaryIntrinsic(Intrinsic::umin, Load,
                                         B.getInt64(INT64_MAX));
  // The ordered comparison is false for a NaN, too.
  Value *Zero = ConstantFP::get(T, 0.0);
  return B.CreateSelect(B.CreateFCmpOGT(Load, Zero), Load, Zero);
}

// Neither vectorized nor unrolled, which would take longer than the rest.
static MDNode *loopMetadata(LLVMContext &C) {
  auto Option = [&](const char *Name, Metadata *Value = nullptr) {
    SmallVector<Metadata *, 2> Words = {MDString::get(C, Name)};
    if (Value)
      Words.push_back(Value);
    return MDNode::get(C, Words);
  };
  Metadata *Off = ConstantAsMetadata::get(ConstantInt::getFalse(C));
  MDNode *Id = MDNode::getDistinct(
      C, {nullptr, Option("llvm.loop.vectorize.enable", Off),
          Option("llvm.loop.distribute.enable", Off),
          Option("llvm.loop.unroll.disable")});
  Id->replaceOperandWith(0, Id);
  return Id;
}

namespace {

// Writes an inspect function. Its loop adds up loads until the threshold. Sums
// below the largest threshold cannot wrap if one load is at most INT64_MAX.
//
// Most inspections ask for the sum of all loads, and loads that are read from
// an array can be added up as fast as memory gives them. For these there is a
// second loop, which takes several iterations a turn, in vectors if they are
// neighbours in memory, and watches nothing. Its sum counts if all loads, and
// their number, have but 31 bits.
class InspectBuilder {
public:
  InspectBuilder(const OutlinedRegion &Load, LoadShape Shape, Function &F,
                 bool IterationIsSigned)
      : Load(Load), Shape(Shape), F(F), B(F.getContext()),
        IterationIsSigned(IterationIsSigned),
        LoadType(Load.Evaluate->getReturnType()),
        IterationType(Shape.IsSimple ? B.getInt64Ty() : numberType()),
        IsReal(LoadType->isDoubleTy()),
        // Doubles are added one after the other: a second loop gains nothing.
        HasBlocks(Shape.ReadsArray && !IsReal) {}

  void build();

private:
  static constexpr unsigned BlockSize = WideLanes;

  BasicBlock *block(const char *Name) {
    return BasicBlock::Create(F.getContext(), Name, &F);
  }
  Value *field(size_t Offset) {
    return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), F.getArg(4), Offset);
  }
  Value *advance(Value *Iteration, uint64_t By) {
    return B.CreateAdd(Iteration, ConstantInt::get(IterationType, By), "",
                       /*HasNUW=*/true, /*HasNSW=*/IterationIsSigned);
  }
  // Of the iteration variable.
  Type *numberType() { return Load.Evaluate->getArg(0)->getType(); }
  Value *evaluate(Value *Iteration) {
    Value *Number = B.CreateTrunc(Iteration, numberType());
    Calls.push_back(B.CreateCall(Load.Evaluate, {Number, Captures}, "load"));
    return Calls.back();
  }
  std::pair<Value *, Value *> addBlock(Value *Number);
  void endLoop(Value *Condition, BasicBlock *Then, BasicBlock *Again) {
    B.CreateCondBr(Condition, Then, Again)
        ->setMetadata(LLVMContext::MD_loop, loopMetadata(F.getContext()));
  }
  void buildEntry();
  void buildBlocks();
  void buildOneByOne();
  void buildExit();
  void adoptLoad();

  const OutlinedRegion &Load;
  LoadShape Shape;
  Function &F;
  IRBuilder<> B;
  bool IterationIsSigned;
  Type *LoadType, *IterationType;
  bool IsReal, HasBlocks;
  // The loop over single iterations starts with these, which the others set;
  // the end of the function has the last iteration and the load.
  BasicBlock *Entry, *OneByOne, *Exit, *Blocks = nullptr;
  PHINode *Iteration, *Sum, *Last, *Result;
  Value *Threshold, *Captures, *First, *LastOfAll, *Zero;
  SmallVector<CallInst *, BlockSize + 1> Calls;
};

} // namespace

// Iterations are numbered in a type in which addresses advance evenly: that of
// the iteration variable, in which they do not wrap, where LLVM optimizes.
void InspectBuilder::buildEntry() {
  Entry = block("entry"), OneByOne = block("one_by_one"), Exit = block("exit");
  B.SetInsertPoint(OneByOne);
  Iteration = B.CreatePHI(IterationType, 4, "iteration");
  Sum = B.CreatePHI(LoadType, 4, "sum");
  B.SetInsertPoint(Exit);
  Last = B.CreatePHI(IterationType, 3, "last");
  Result = B.CreatePHI(LoadType, 3, "result");
  Zero = Constant::getNullValue(LoadType);

  B.SetInsertPoint(Entry);
  Threshold = B.CreateLoad(
      LoadType, field(offsetof(usersched_inspection, threshold)), "threshold");
  Captures = regionCaptures(
      B,
      B.CreateLoad(B.getPtrTy(),
                   field(offsetof(usersched_inspection, captures))),
      marker::RegionLoad);
  First = B.CreateTrunc(F.getArg(0), IterationType);
  // The end may not fit the type.
  LastOfAll =
      B.CreateTrunc(B.CreateSub(F.getArg(1), B.getInt64(1)), IterationType);
  Iteration->addIncoming(First, Entry);
  Sum->addIncoming(Zero, Entry);
}

// The sum and the bits of the loads of one block: of each lane, or of all.
std::pair<Value *, Value *> InspectBuilder::addBlock(Value *Number) {
  if (Value *Wide =
          createWideLoad(B, *Load.Evaluate, B.CreateTrunc(Number, numberType()),
                         Captures, IterationIsSigned))
    return {Wide, Wide};
  // First within the block, so that turns do not wait for each other long.
  Value *BlockSum = evaluate(Number), *Bits = BlockSum;
  for (unsigned I = 1; I < BlockSize; ++I) {
    Value *One = evaluate(advance(Number, I));
    BlockSum = B.CreateAdd(BlockSum, One);
    Bits = B.CreateOr(Bits, One);
  }
  return {BlockSum, Bits};
}

void InspectBuilder::buildBlocks() {
  BasicBlock *Summed = block("summed"), *Valid = block("valid");
  Blocks = block("blocks");
  Value *Count = B.CreateSub(F.getArg(1), F.getArg(0), "count");
  Value *Length = B.CreateAnd(Count, B.getInt64(-uint64_t(BlockSize)));
  Value *End = B.CreateAdd(First, B.CreateTrunc(Length, IterationType));
  B.CreateCondBr(
      B.CreateOr(B.CreateICmpULT(Threshold,
                                 B.getInt64(USERSCHED_MAX_INTEGER_THRESHOLD)),
                 B.CreateICmpEQ(Length, B.getInt64(0))),
      OneByOne, Blocks);

  B.SetInsertPoint(Blocks);
  PHINode *Number = B.CreatePHI(IterationType, 2, "number");
  auto [BlockSum, BlockBits] = addBlock(Number);
  Type *SumType = BlockSum->getType();
  IRBuilder<> AtStart(Blocks, Blocks->getFirstNonPHIIt());
  PHINode *Sums = AtStart.CreatePHI(SumType, 2, "sums"),
          *Bits = AtStart.CreatePHI(SumType, 2, "bits");
  Value *NewSum = B.CreateAdd(Sums, BlockSum);
  Value *NewBits = B.CreateOr(Bits, BlockBits);
  // May wrap behind the last block.
  Value *Next = B.CreateAdd(Number, ConstantInt::get(IterationType, BlockSize));
  endLoop(B.CreateICmpEQ(Next, End), Summed, Blocks);
  Value *None = Constant::getNullValue(SumType);
  for (auto [Phi, Start, Value] :
       {std::tuple(Number, First, Next), std::tuple(Sums, None, NewSum),
        std::tuple(Bits, None, NewBits)}) {
    Phi->addIncoming(Start, Entry);
    Phi->addIncoming(Value, Blocks);
  }

  B.SetInsertPoint(Summed);
  if (SumType != LoadType) {
    NewSum = B.CreateAddReduce(NewSum);
    NewBits = B.CreateOrReduce(NewBits);
  }
  B.CreateCondBr(B.CreateICmpULT(B.CreateOr(NewBits, Count),
                                 B.getInt64(uint64_t(1) << 31)),
                 Valid, OneByOne);
  Iteration->addIncoming(First, Summed);
  Sum->addIncoming(Zero, Summed);
  B.SetInsertPoint(Valid);
  Last->addIncoming(advance(Number, BlockSize - 1), Valid);
  Result->addIncoming(NewSum, Valid);
  B.CreateCondBr(B.CreateICmpEQ(Length, Count), Exit, OneByOne);
  Iteration->addIncoming(Next, Valid);
  Sum->addIncoming(NewSum, Valid);
}

void InspectBuilder::buildOneByOne() {
  BasicBlock *Ordinary = block("ordinary"), *Other = block("other"),
             *Added = block("added"), *Below = block("below");
  B.SetInsertPoint(OneByOne);
  Value *One = evaluate(Iteration);
  // Neither negative nor NaN nor beyond INT64_MAX. Others are rare, so that a
  // branch costs nothing.
  B.CreateCondBr(
      IsReal ? B.CreateFCmpOGE(One, Zero) : B.CreateICmpSGE(One, Zero),
      Ordinary, Other, MDBuilder(F.getContext()).createLikelyBranchWeights());
  B.SetInsertPoint(Ordinary);
  Value *Plus = IsReal ? B.CreateFAdd(Sum, One) : B.CreateAdd(Sum, One);
  B.CreateBr(Added);
  B.SetInsertPoint(Other);
  Value *PlusOther =
      IsReal || Load.IsSigned ? Sum : B.CreateAdd(Sum, B.getInt64(INT64_MAX));
  B.CreateBr(Added);
  B.SetInsertPoint(Added);
  PHINode *NewSum = B.CreatePHI(LoadType, 2, "new_sum");
  NewSum->addIncoming(Plus, Ordinary);
  NewSum->addIncoming(PlusOther, Other);
  B.CreateCondBr(IsReal ? B.CreateFCmpOGE(NewSum, Threshold)
                        : B.CreateICmpUGE(NewSum, Threshold),
                 Exit, Below);
  Last->addIncoming(Iteration, Added);
  Result->addIncoming(NewSum, Added);
  B.SetInsertPoint(Below);
  Value *Next = advance(Iteration, 1);
  endLoop(B.CreateICmpEQ(Iteration, LastOfAll), Exit, OneByOne);
  Last->addIncoming(Iteration, Below);
  Result->addIncoming(NewSum, Below);
  Iteration->addIncoming(Next, Below);
  Sum->addIncoming(NewSum, Below);
}

void InspectBuilder::buildExit() {
  B.SetInsertPoint(Exit);
  B.CreateStore(F.getArg(0), F.getArg(2));
  B.CreateStore(B.CreateAdd(B.CreateZExt(Last, B.getInt64Ty()), B.getInt64(1)),
                F.getArg(3));
  B.CreateStore(Result, field(offsetof(usersched_inspection, load)));
  B.CreateRetVoid();
}

// Makes the load a part of the function, with nothing left to optimize.
void InspectBuilder::adoptLoad() {
  for (CallInst *Call : Calls) {
    InlineFunctionInfo Info;
    [[maybe_unused]] InlineResult Inlined = InlineFunction(*Call, Info);
    assert(Inlined.isSuccess() && "a simple load can be inlined");
  }
  for (BasicBlock *Block : {Blocks, OneByOne}) {
    if (!Block)
      continue;
    dropExtensions(*Block, IterationIsSigned);
    hoistInvariants(*Block, *Entry);
  }
  F.setSubprogram(Load.Evaluate->getSubprogram());
  Load.Evaluate->eraseFromParent();
  F.removeFnAttr(Attribute::OptimizeForSize);
  F.removeFnAttr(Attribute::MinSize);
  F.addFnAttr(Attribute::OptimizeNone);
  F.addFnAttr(Attribute::NoInline);
}

void InspectBuilder::build() {
  buildEntry();
  if (HasBlocks)
    buildBlocks();
  else
    B.CreateBr(OneByOne);
  buildOneByOne();
  buildExit();
  if (Shape.IsSimple)
    adoptLoad();
  assert(!verifyFunction(F, &errs()) && "nothing will look at it again");
}

Function *createInspect(const OutlinedRegion &Load, Function &Parent,
                        bool IterationIsSigned,
                        FunctionAnalysisManager &Analyses) {
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
  InspectBuilder(Load, simplifyLoad(*Load.Evaluate, Analyses), *F,
                 IterationIsSigned)
      .build();
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
