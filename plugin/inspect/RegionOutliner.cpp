//===- RegionOutliner.cpp - moves a region into a function of its own -----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The region gets its own storage for the loop variables. If it stored to the
// variables of the loop, their addresses would escape as captures: LLVM could
// neither keep them in registers nor move loads through pointers that may alias
// them out of the loop.
//
//===----------------------------------------------------------------------===//
#include "inspect/RegionOutliner.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace usersched {

static const char *suffix(marker::Region Kind) {
  switch (Kind) {
  case marker::RegionLoad:
    return "load";
  case marker::RegionPrefix:
    return "prefix";
  case marker::RegionSubspace:
    return "subspace";
  }
  llvm_unreachable("unknown region");
}

// Returns true if a block outside leads to a block of the region other than
// Entry. Such a block may be unreachable: Clang emits unreachable blocks after
// calls that do not return.
static bool hasSideEntry(const SetVector<BasicBlock *> &Region,
                         const BasicBlock *Entry) {
  auto IsInside = [&](BasicBlock *B) { return Region.contains(B); };
  return any_of(Region, [&](BasicBlock *Block) {
    return Block != Entry && !all_of(predecessors(Block), IsInside);
  });
}

// Returns the blocks from Entry up to Behind, without Behind. A load must not
// throw: its invokes become calls, and an exception ends in the runtime's
// noexcept.
static SetVector<BasicBlock *> regionBlocks(BasicBlock *Entry,
                                            BasicBlock *Behind) {
  SetVector<BasicBlock *> Blocks;
  Blocks.insert(Entry);
  bool HadInvokes = false;
  for (unsigned I = 0; I < Blocks.size(); ++I) {
    if (auto *Invoke = dyn_cast<InvokeInst>(Blocks[I]->getTerminator())) {
      changeToCall(Invoke);
      HadInvokes = true;
    }
    for (BasicBlock *Next : successors(Blocks[I]))
      if (Next != Behind)
        Blocks.insert(Next);
  }
  // A landing pad may be unreachable now.
  if (HadInvokes)
    EliminateUnreachableBlocks(*Entry->getParent());
  return Blocks;
}

// Gives the region its own copies of the blocks that end the program. A
// function has one such block for each kind of failed check (-ftrapv,
// -fsanitize-trap), shared by code inside and outside the region, and a region
// must have no entry but Entry.
static void copySharedTraps(SetVector<BasicBlock *> &Region,
                            const BasicBlock *Entry) {
  for (BasicBlock *Block : Region.getArrayRef().vec()) {
    auto IsInside = [&](BasicBlock *B) { return Region.contains(B); };
    if (Block == Entry || !isa<UnreachableInst>(Block->getTerminator()) ||
        isa<PHINode>(Block->begin()) || all_of(predecessors(Block), IsInside))
      continue;
    ValueToValueMapTy Map;
    BasicBlock *Copy =
        CloneBasicBlock(Block, Map, ".usersched", Block->getParent());
    for (Instruction &I : *Copy)
      RemapInstruction(&I, Map,
                       RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    for (BasicBlock *From : Region)
      From->getTerminator()->replaceSuccessorWith(Block, Copy);
    Region.remove(Block);
    Region.insert(Copy);
  }
}

static bool isInside(const User *U, const SetVector<BasicBlock *> &Region) {
  const auto *I = dyn_cast<Instruction>(U);
  return I && Region.contains(const_cast<BasicBlock *>(I->getParent()));
}

// Gives the region its own storage for the loop variables that Begin names. The
// first one is the iteration variable: it starts with the iteration's number.
static void localizeVariables(CallInst &Begin,
                              const SetVector<BasicBlock *> &Region) {
  uint64_t Count = cast<ConstantInt>(Begin.getArgOperand(2))->getZExtValue();
  IRBuilder<> B(&Begin);
  for (unsigned I = 0; I < Count; ++I) {
    auto *Shared = dyn_cast<AllocaInst>(Begin.getArgOperand(3 + I));
    if (!Shared)
      continue;
    Type *VariableType = Shared->getAllocatedType();
    AllocaInst *Own = B.CreateAlloca(VariableType, nullptr, Shared->getName());
    Own->setAlignment(Shared->getAlign());
    if (I == 0)
      // Each type has a marker function of its own: see marker::Iteration.
      B.CreateStore(B.CreateCall(Begin.getModule()->getOrInsertFunction(
                        marker::Iteration +
                            std::to_string(VariableType->getIntegerBitWidth()),
                        VariableType)),
                    Own);
    Shared->replaceUsesWithIf(Own, [&](Use &U) {
      return U.getUser() != &Begin && isInside(U.getUser(), Region);
    });
  }
}

// Returns the variables of F that the region uses, but for arrays of variable
// length, whose type here is that of one element. Looks through the region, not
// through the uses of each variable: a function with many loops has as many
// uses of each.
static SetVector<AllocaInst *>
variablesIn(Function &F, const SetVector<BasicBlock *> &Region) {
  SetVector<AllocaInst *> Variables;
  for (BasicBlock *Block : Region)
    for (Instruction &I : *Block)
      for (Value *Operand : I.operands())
        if (auto *Alloca = dyn_cast<AllocaInst>(Operand);
            Alloca && Alloca->getParent() == &F.getEntryBlock() &&
            !Alloca->isArrayAllocation())
          Variables.insert(Alloca);
  return Variables;
}

// Moves variables that only the region uses, such as temporaries, into it.
static void sinkAllocas(Function &F, CallInst &Begin,
                        const SetVector<BasicBlock *> &Region) {
  if (Region.contains(&F.getEntryBlock()))
    return;
  for (AllocaInst *Alloca : variablesIn(F, Region))
    if (all_of(Alloca->users(), [&](User *U) { return isInside(U, Region); }))
      Alloca->moveBefore(*Begin.getParent(), Begin.getIterator());
}

// Replaces the scalar variables that the region reads, such as the reference to
// a shared variable, by copies made right before the region. Otherwise their
// addresses would escape into the runtime, and the loop's body would have to
// read them again after every store.
static void copyScalars(Function &F, BasicBlock &Before,
                        const SetVector<BasicBlock *> &Region) {
  IRBuilder<> B(Before.getTerminator());
  SmallPtrSet<const Value *, 4> Written;
  for (BasicBlock *Block : Region)
    for (Instruction &I : *Block)
      if (auto *Store = dyn_cast<StoreInst>(&I))
        Written.insert(Store->getPointerOperand());
  ValueToValueMapTy Copies;
  for (AllocaInst *Original : variablesIn(F, Region)) {
    Type *Scalar = Original->getAllocatedType();
    if (!Scalar->isSingleValueType() || Written.contains(Original))
      continue;
    IRBuilder<> AtEntry(Original->getNextNode());
    AllocaInst *Copy = AtEntry.CreateAlloca(Scalar);
    Copy->setAlignment(Original->getAlign());
    B.CreateStore(B.CreateLoad(Scalar, Original), Copy);
    Copies[Original] = Copy;
  }
  for (BasicBlock *Block : Region)
    for (Instruction &I : *Block)
      for (Use &Operand : I.operands())
        if (Value *Copy = Copies.lookup(Operand))
          Operand = Copy;
}

Function *createSynthesized(FunctionType *Type, Function &Parent,
                            const Twine &Suffix) {
  auto *F = Function::Create(Type, GlobalValue::InternalLinkage,
                             Parent.getName() + ".usersched." + Suffix,
                             Parent.getParent());
  // LLVM inlines functions of equal target features only.
  F->addFnAttrs(
      AttrBuilder(F->getContext(), Parent.getAttributes().getFnAttrs()));
  F->removeFnAttr(Attribute::AlwaysInline);
  F->removeFnAttr(Attribute::NoUnwind);
  F->removeFnAttr(Attribute::NoReturn);
  return F;
}

Value *clampLoad(IRBuilder<> &B, Value *Load, bool IsSigned) {
  Type *T = Load->getType();
  if (T->isIntegerTy())
    return IsSigned
               ? B.CreateBinaryIntrinsic(Intrinsic::smax, Load, B.getInt64(0))
               : B.CreateBinaryIntrinsic(Intrinsic::umin, Load,
                                         B.getInt64(INT64_MAX));
  // The ordered comparison is false for a NaN.
  Value *Zero = ConstantFP::get(T, 0.0);
  return B.CreateSelect(B.CreateFCmpOGT(Load, Zero), Load, Zero);
}

// Adds one more load to a sum of loads. The sum is a load, too: it does not
// wrap.
static Value *addLoad(IRBuilder<> &B, Value *Sum, Value *Load, bool IsSigned) {
  Load = clampLoad(B, Load, IsSigned);
  if (!Load->getType()->isIntegerTy())
    return B.CreateFAdd(Sum, Load);
  return B.CreateBinaryIntrinsic(Intrinsic::umin, B.CreateAdd(Sum, Load),
                                 B.getInt64(INT64_MAX));
}

Value *regionCaptures(IRBuilder<> &B, Value *Captures, marker::Region Kind) {
  return B.CreateLoad(
      B.getPtrTy(), B.CreateConstInBoundsGEP1_64(B.getPtrTy(), Captures, Kind),
      "captures");
}

void leaveAsItIs(Function &F) {
  F.removeFnAttr(Attribute::OptimizeForSize);
  F.removeFnAttr(Attribute::MinSize);
  F.addFnAttr(Attribute::OptimizeNone);
  F.addFnAttr(Attribute::NoInline);
}

// Turns the function that CodeExtractor made into OutlinedRegion::Evaluate.
// Sets IsSigned. Returns null if the region has no result.
static Function *adoptBody(Function &Extracted, Function &Parent,
                           marker::Region Kind, bool &IsSigned) {
  IRBuilder<> B(Parent.getContext());
  CallInst *Result = nullptr, *Iteration = nullptr;
  for (Instruction &I : instructions(Extracted))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (Function *Callee = Call->getCalledFunction()) {
        StringRef Name = Callee->getName();
        if (Name.starts_with(marker::Iteration))
          Iteration = Call;
        if (Name == marker::ResultSigned || Name == marker::ResultUnsigned ||
            Name == marker::ResultReal)
          Result = Call;
      }
  if (!Result)
    return nullptr;
  assert(Extracted.arg_size() <= 1 && "all captures are behind one pointer");
  Type *ResultType = Result->getArgOperand(0)->getType();
  Type *IterationType = Iteration ? Iteration->getType() : B.getInt64Ty();
  Function *F = createSynthesized(
      FunctionType::get(ResultType, {IterationType, B.getPtrTy()}, false),
      Parent, suffix(Kind));
  F->setSubprogram(Extracted.getSubprogram());
  Extracted.setSubprogram(nullptr);
  F->splice(F->begin(), &Extracted);
  F->getArg(0)->setName("iteration");
  F->getArg(1)->setName("captures");
  if (Extracted.arg_size())
    Extracted.getArg(0)->replaceAllUsesWith(F->getArg(1));

  B.SetInsertPoint(&F->getEntryBlock(), F->getEntryBlock().begin());
  AllocaInst *Slot = B.CreateAlloca(ResultType, nullptr, "result");
  B.CreateStore(Constant::getNullValue(ResultType), Slot);
  if (Iteration) {
    Iteration->replaceAllUsesWith(F->getArg(0));
    Iteration->eraseFromParent();
  }
  B.SetInsertPoint(Result);
  IsSigned = Result->getCalledFunction()->getName() == marker::ResultSigned;
  Value *Number = Result->getArgOperand(0);
  if (cast<ConstantInt>(Result->getArgOperand(1))->isOne())
    Number = addLoad(B, B.CreateLoad(ResultType, Slot), Number, IsSigned);
  B.CreateStore(Number, Slot);
  Result->eraseFromParent();
  for (BasicBlock &Block : *F)
    if (auto *Return = dyn_cast<ReturnInst>(Block.getTerminator())) {
      B.SetInsertPoint(Return);
      B.CreateRet(B.CreateLoad(ResultType, Slot));
      Return->eraseFromParent();
    }
  return F;
}

OutlinedRegion outlineRegion(CallInst &Begin, CallInst &End,
                             marker::Region Kind) {
  Function &F = *Begin.getFunction();
  assert(End.getFunction() == &F && "a region does not span functions");
  BasicBlock *Entry = SplitBlock(Begin.getParent(), &Begin);
  BasicBlock *Behind = SplitBlock(End.getParent(), End.getNextNode());
  SetVector<BasicBlock *> Region = regionBlocks(Entry, Behind);
  copySharedTraps(Region, Entry);
  if (hasSideEntry(Region, Entry))
    EliminateUnreachableBlocks(F);
  localizeVariables(Begin, Region);
  sinkAllocas(F, Begin, Region);
  // The extractor would search all of F for variables to move. sinkAllocas()
  // has moved them, so the extractor gets a function without a body to search.
  CodeExtractorAnalysisCache Cache(*Begin.getCalledFunction());
  // Before copyScalars(): the markers use the variables, too.
  Begin.eraseFromParent();
  End.eraseFromParent();
  copyScalars(F, *Entry->getSinglePredecessor(), Region);

  CodeExtractor Extractor(Region.getArrayRef(), /*DT=*/nullptr,
                          /*AggregateArgs=*/true, nullptr, nullptr, nullptr,
                          /*AllowVarArgs=*/false, /*AllowAlloca=*/true);
  Function *Extracted =
      Extractor.isEligible() ? Extractor.extractCodeRegion(Cache) : nullptr;
  if (!Extracted) {
    // The function must not run the region.
    Entry->getSinglePredecessor()->getTerminator()->setSuccessor(0, Behind);
    EliminateUnreachableBlocks(F);
    return {};
  }
  auto *Call = cast<CallInst>(Extracted->user_back());
  OutlinedRegion Result;
  Result.Captures =
      Call->arg_size()
          ? Call->getArgOperand(0)
          : ConstantPointerNull::get(PointerType::getUnqual(F.getContext()));
  // Erases the call of the extracted function; the stores of captures stay.
  Call->eraseFromParent();
  Result.Evaluate = adoptBody(*Extracted, F, Kind, Result.IsSigned);
  Extracted->eraseFromParent();
  assert((!Result.Evaluate || !verifyFunction(*Result.Evaluate, &errs())) &&
         "the region is a function");
  return Result;
}

} // namespace usersched
