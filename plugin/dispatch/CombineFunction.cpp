//===- CombineFunction.cpp - combines the values of reduction blocks ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang emits a function that combines two lists of pointers to variables. The
// function that is created here calls it in a loop over pairs of blocks, so
// that LLVM inlines it there and needs no lists. Invariant: every pair is
// combined by the same instructions. So the loop is neither vectorized nor
// unrolled: which pairs are in one vector depends on who ran what, and a
// vectorized function may give other bits than the function.
//
//===----------------------------------------------------------------------===//
#include "dispatch/CombineFunction.h"
#include "dispatch/LoopReduction.h"
#include "inspect/RegionOutliner.h"
#include "usersched_abi.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Module.h"
#include <cstddef>

using namespace llvm;

namespace usersched {

Value *alignedSize(IRBuilder<> &B, Value &Size) {
  const uint64_t Mask = USERSCHED_VALUE_ALIGNMENT - 1;
  return B.CreateAnd(B.CreateAdd(&Size, B.getInt64(Mask)), B.getInt64(~Mask));
}

static void keepLoopAsItIs(Instruction &Branch) {
  LLVMContext &C = Branch.getContext();
  MDNode *Vectorize =
      MDNode::get(C, {MDString::get(C, "llvm.loop.vectorize.enable"),
                      ConstantAsMetadata::get(ConstantInt::getFalse(C))});
  MDNode *Unroll = MDNode::get(C, MDString::get(C, "llvm.loop.unroll.disable"));
  Branch.setMetadata(LLVMContext::MD_loop,
                     makePostTransformationMetadata(C, /*OrigLoopID=*/nullptr,
                                                    /*RemovePrefixes=*/{},
                                                    {Vectorize, Unroll}));
}

Function *createCombineFunction(const LoopReduction &R, Function &Parent) {
  LLVMContext &C = Parent.getContext();
  Type *I64 = Type::getInt64Ty(C), *Pointer = PointerType::getUnqual(C);
  Function *F = createSynthesized(
      FunctionType::get(Type::getVoidTy(C), {Pointer, Pointer, I64, I64},
                        /*isVarArg=*/false),
      Parent, "combine");
  Argument *Reduction = F->getArg(0), *First = F->getArg(1),
           *Distance = F->getArg(2), *Pairs = F->getArg(3);
  BasicBlock *Entry = BasicBlock::Create(C, "entry", F),
             *Each = BasicBlock::Create(C, "each", F),
             *Exit = BasicBlock::Create(C, "exit", F);
  IRBuilder<> B(Entry);
  Type *List = ArrayType::get(Pointer, R.Entries.size());
  AllocaInst *Lists[] = {B.CreateAlloca(List), B.CreateAlloca(List)};
  // The element of the array that a field of the reduction points to.
  auto Read = [&](Type *T, size_t Offset, uint64_t Index) {
    Value *Field =
        B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Reduction, Offset);
    return B.CreateLoad(T, B.CreateConstInBoundsGEP1_64(
                               T, B.CreateLoad(Pointer, Field), Index));
  };
  SmallVector<std::pair<uint64_t, Value *>, 4> Offsets; // of each variable
  Value *Offset = B.getInt64(0);
  for (auto [I, E] : enumerate(R.Entries)) {
    if (!E.Size) {
      Value *Length = Read(Pointer, offsetof(usersched_reduction, lengths), I);
      for (AllocaInst *L : Lists)
        B.CreateStore(Length, B.CreateConstInBoundsGEP2_64(List, L, 0, I));
      continue;
    }
    Offsets.push_back({I, Offset});
    Value *Size = E.Size;
    if (!isa<ConstantInt>(Size))
      Size = Read(I64, offsetof(usersched_reduction, sizes), I);
    Offset = B.CreateAdd(Offset, alignedSize(B, *Size));
  }
  B.CreateBr(Each);

  B.SetInsertPoint(Each);
  PHINode *Left = B.CreatePHI(Pointer, 2, "left"),
          *Rest = B.CreatePHI(I64, 2, "rest");
  Value *Right = B.CreateInBoundsGEP(B.getInt8Ty(), Left, Distance);
  Value *Blocks[] = {Left, Right};
  for (auto [I, At] : Offsets)
    for (auto [L, Values] : zip_equal(Lists, Blocks))
      B.CreateStore(B.CreateInBoundsGEP(B.getInt8Ty(), Values, At),
                    B.CreateConstInBoundsGEP2_64(List, L, 0, I));
  B.CreateCall(
      FunctionType::get(B.getVoidTy(), {Pointer, Pointer}, /*isVarArg=*/false),
      R.Reduce->getArgOperand(5), {Lists[0], Lists[1]});
  Value *OneLess = B.CreateSub(Rest, B.getInt64(1));
  Left->addIncoming(First, Entry);
  Left->addIncoming(B.CreateGEP(B.getInt8Ty(), Right, Distance), Each);
  Rest->addIncoming(Pairs, Entry);
  Rest->addIncoming(OneLess, Each);
  keepLoopAsItIs(*B.CreateCondBr(B.CreateIsNull(OneLess), Exit, Each));

  B.SetInsertPoint(Exit);
  B.CreateRetVoid();
  return F;
}

} // namespace usersched
