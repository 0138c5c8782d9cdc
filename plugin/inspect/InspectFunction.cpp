//===- InspectFunction.cpp - the inspect, subspace and prefix functions ---===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These functions have the protocols of usersched_abi.h. They call Evaluate,
// the function that computes for one iteration what the user wrote.
//
// Every annotated loop pays for compiling them, so they have the least code
// that inspects fast. A simple load (see SimpleLoad) is inlined here, and
// LLVM's optimizer skips the result. LLVM inlines any other load if it wants
// to; the loop around it is neither vectorized nor unrolled.
//
//===----------------------------------------------------------------------===//
#include "inspect/InspectFunction.h"
#include "base/Markers.h"
#include "inspect/RegionOutliner.h"
#include "inspect/SimpleLoad.h"
#include "inspect/WideLoad.h"
#include "usersched_abi.h"
#include "llvm/Analysis/LoopInfo.h"
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

// Keeps LLVM from vectorizing and unrolling a loop, which would cost more than
// compiling the rest of the function.
static MDNode *loopMetadata(LLVMContext &C) {
  Metadata *Off = ConstantAsMetadata::get(ConstantInt::getFalse(C));
  auto Name = [&](const char *Text) { return MDString::get(C, Text); };
  return makePostTransformationMetadata(
      C, /*OrigLoopID=*/nullptr, /*RemovePrefixes=*/{},
      {MDNode::get(C, {Name("llvm.loop.vectorize.enable"), Off}),
       MDNode::get(C, {Name("llvm.loop.distribute.enable"), Off}),
       MDNode::get(C, Name("llvm.loop.unroll.disable"))});
}

namespace {

// Builds an inspect function of up to two loops:
//   one_by_one  adds the load of one iteration a turn until the sum reaches the
//               threshold. The sum cannot wrap: it is below the largest
//               threshold, and one load is at most INT64_MAX
//   blocks      only for loads that are read from an array, only if the runtime
//               asks for the sum of all loads, as most inspections do. Adds
//               BlockSize loads a turn (WideLoad makes vectors of them if it
//               can) and checks nothing until the end. The sum is valid if
//               every load, and their number, has at most 31 bits; otherwise
//               one_by_one starts from the beginning
class InspectBuilder {
public:
  InspectBuilder(const OutlinedRegion &Load, LoadShape Shape, Function &F,
                 bool IterationIsSigned)
      : Load(Load), Shape(Shape), F(F), B(F.getContext()),
        IterationIsSigned(IterationIsSigned),
        LoadType(Load.Evaluate->getReturnType()),
        IterationType(Shape.IsSimple ? B.getInt64Ty() : variableType()),
        IsReal(LoadType->isDoubleTy()),
        // Doubles must be added in order: blocks would not be faster.
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
  Value *advance(Value *Iteration, uint64_t Count) {
    return B.CreateAdd(Iteration, ConstantInt::get(IterationType, Count), "",
                       /*HasNUW=*/true, /*HasNSW=*/IterationIsSigned);
  }
  Type *variableType() { return Load.Evaluate->getArg(0)->getType(); }
  Value *evaluate(Value *Iteration) {
    Value *Number = B.CreateTrunc(Iteration, variableType());
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
  Type *LoadType;
  // The type in which both loops count. In a simple load: 64 bits, because
  // addresses advance evenly by 64-bit numbers only. Otherwise that of the
  // iteration variable, in which iterations do not wrap, because LLVM
  // optimizes.
  Type *IterationType;
  bool IsReal, HasBlocks;
  // Blocks is null if the function has no such loop.
  BasicBlock *Entry, *OneByOne, *Exit, *Blocks = nullptr;
  // In OneByOne: the iteration and the sum of the loads before it.
  PHINode *Iteration, *Sum;
  // In Exit: the last iteration of the chunk and the load of the chunk.
  PHINode *Last, *Result;
  Value *Threshold, *Captures, *First, *LastOfAll, *Zero;
  // The calls of Evaluate.
  SmallVector<CallInst *, BlockSize + 1> Calls;
};

} // namespace

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
  // left_end may not fit IterationType, but left_end - 1 does.
  LastOfAll =
      B.CreateTrunc(B.CreateSub(F.getArg(1), B.getInt64(1)), IterationType);
  Iteration->addIncoming(First, Entry);
  Sum->addIncoming(Zero, Entry);
}

// Returns the sum of the loads of BlockSize iterations from Number on, and a
// value with the bits of all these loads set. Both are vectors (one lane an
// iteration) if WideLoad can compute the loads.
std::pair<Value *, Value *> InspectBuilder::addBlock(Value *Number) {
  if (Value *Wide = createWideLoad(B, *Load.Evaluate,
                                   B.CreateTrunc(Number, variableType()),
                                   Captures, IterationIsSigned))
    return {Wide, Wide};
  // Adds within the block first: a turn then waits for one addition of the turn
  // before, not for BlockSize.
  Value *BlockSum = evaluate(Number), *Bits = BlockSum;
  for (unsigned I = 1; I < BlockSize; ++I) {
    Value *OneLoad = evaluate(advance(Number, I));
    BlockSum = B.CreateAdd(BlockSum, OneLoad);
    Bits = B.CreateOr(Bits, OneLoad);
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
  // May wrap after the last block, so it has no nuw and nsw as advance() has.
  Value *Next = B.CreateAdd(Number, ConstantInt::get(IterationType, BlockSize));
  endLoop(B.CreateICmpEQ(Next, End), Summed, Blocks);
  Value *NullSum = Constant::getNullValue(SumType);
  for (auto [Phi, Start, Value] :
       {std::tuple(Number, First, Next), std::tuple(Sums, NullSum, NewSum),
        std::tuple(Bits, NullSum, NewBits)}) {
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
  Value *OneLoad = evaluate(Iteration);
  // Ordinary loads are from 0 to INT64_MAX and no NaN. Others are rare, so the
  // branch costs nothing.
  B.CreateCondBr(
      IsReal ? B.CreateFCmpOGE(OneLoad, Zero) : B.CreateICmpSGE(OneLoad, Zero),
      Ordinary, Other, MDBuilder(F.getContext()).createLikelyBranchWeights());
  B.SetInsertPoint(Ordinary);
  Value *OrdinarySum =
      IsReal ? B.CreateFAdd(Sum, OneLoad) : B.CreateAdd(Sum, OneLoad);
  B.CreateBr(Added);
  B.SetInsertPoint(Other);
  Value *OtherSum =
      IsReal || Load.IsSigned ? Sum : B.CreateAdd(Sum, B.getInt64(INT64_MAX));
  B.CreateBr(Added);
  B.SetInsertPoint(Added);
  PHINode *NewSum = B.CreatePHI(LoadType, 2, "new_sum");
  NewSum->addIncoming(OrdinarySum, Ordinary);
  NewSum->addIncoming(OtherSum, Other);
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

// Inlines Evaluate, which is simple, optimizes the loops, and keeps LLVM's
// passes away from the function.
void InspectBuilder::adoptLoad() {
  for (CallInst *Call : Calls) {
    InlineFunctionInfo Info;
    [[maybe_unused]] InlineResult Inlined = InlineFunction(*Call, Info);
    assert(Inlined.isSuccess() && "a simple load can be inlined");
  }
  for (BasicBlock *Block : {Blocks, OneByOne}) {
    if (!Block)
      continue;
    dropExtensions(*Block, *Load.Evaluate->getArg(0)->getType(),
                   IterationIsSigned);
    hoistInvariants(*Block, *Entry);
  }
  F.setSubprogram(Load.Evaluate->getSubprogram());
  Load.Evaluate->eraseFromParent();
  leaveAsItIs(F);
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
  assert(!verifyFunction(F, &errs()) && "LLVM's passes skip the function");
}

Function *createInspect(const OutlinedRegion &Load, LoadShape Shape,
                        Function &Parent, bool IterationIsSigned) {
  IRBuilder<> B(Parent.getContext());
  Type *I64 = B.getInt64Ty(), *Ptr = B.getPtrTy();
  Function *F = createSynthesized(
      FunctionType::get(B.getVoidTy(), {I64, I64, Ptr, Ptr, Ptr}, false),
      Parent, "inspect");
  const char *Names[] = {"left_start", "left_end", "assigned_start",
                         "assigned_end", "user_data"};
  for (Argument &A : F->args())
    A.setName(Names[A.getArgNo()]);
  // The runtime passes the addresses of different objects.
  for (unsigned Pointer : {2, 3, 4})
    F->addParamAttr(Pointer, Attribute::NoAlias);
  InspectBuilder(Load, Shape, *F, IterationIsSigned).build();
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
      clampLoad(B,
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
