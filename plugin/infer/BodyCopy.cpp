//===- BodyCopy.cpp - the body of a loop, as what its load is inferred from =//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang emits a worksharing loop as a loop over numbers, `omp.inner.for`:
//
//   cond: load the number, compare it, branch to body or end
//   body: set the counters, run the user's body
//   inc:  store the next number, branch to cond
//
// An iteration is what lies between cond and inc.
//
//===----------------------------------------------------------------------===//
#include "infer/BodyCopy.h"
#include "base/Markers.h"
#include "infer/UnknownValues.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace usersched {

// Instructions as Clang emits them. A longer iteration takes more time to
// compile than an inferred load is worth.
static constexpr size_t LongestBody = 5000;
// Bytes of a variable whose content is made unknown member by member.
static constexpr uint64_t LargestVariable = 512;

namespace {

struct Iteration {
  BasicBlock *First = nullptr;
  BasicBlock *Behind = nullptr; // not part of it
};

class BodyCopier {
public:
  BodyCopier(CallInst &Begin, CallInst &Inferred)
      : F(*Begin.getFunction()), Layout(F.getDataLayout()), Begin(Begin),
        Inferred(Inferred) {}

  // Returns false, having changed nothing, if there is no copy.
  bool run();

private:
  Iteration findIteration();
  bool collectBlocks(const Iteration &I);
  void cloneBlocks(const Iteration &I, BasicBlock &Behind);
  bool isOnlyRead(const AllocaInst &Variable);
  void separateVariables();
  AllocaInst *createOwn(AllocaInst &Shared, bool IsKept);

  Function &F;
  const DataLayout &Layout;
  CallInst &Begin, &Inferred;
  SmallSetVector<BasicBlock *, 32> Blocks; // of the iteration
  SmallSetVector<BasicBlock *, 32> Copies;
};

} // namespace

static BasicBlock *normalDestination(BasicBlock &Block) {
  auto *Invoke = dyn_cast<InvokeInst>(Block.getTerminator());
  return Invoke ? Invoke->getNormalDest() : nullptr;
}

// Finds the loop that the first variable of Begin counts. `simd` with an `if`
// clause has two: any will do.
Iteration BodyCopier::findIteration() {
  auto *Number = dyn_cast<AllocaInst>(Begin.getArgOperand(3));
  if (!Number)
    return {};
  DominatorTree Dominators(F);
  LoopInfo Loops(Dominators);
  for (User *U : Number->users()) {
    auto *Next = dyn_cast<StoreInst>(U);
    const Loop *L = Next ? Loops.getLoopFor(Next->getParent()) : nullptr;
    if (!L || L->getLoopLatch() != Next->getParent())
      continue;
    auto *Branch = dyn_cast<BranchInst>(L->getHeader()->getTerminator());
    if (!Branch || !Branch->isConditional())
      continue;
    BasicBlock *First = Branch->getSuccessor(0);
    if (L->contains(First) && First != Next->getParent())
      return {First, Next->getParent()};
  }
  return {};
}

// Collects the blocks of the iteration, without those that handle exceptions.
// Returns false if they cannot be copied to the marker.
bool BodyCopier::collectBlocks(const Iteration &I) {
  DominatorTree Dominators(F);
  Blocks.insert(I.First);
  size_t Size = 0;
  for (size_t N = 0; N < Blocks.size(); ++N) {
    BasicBlock &Block = *Blocks[N];
    Size += Block.size();
    if (Size > LongestBody || Block.hasAddressTaken() || Block.isEHPad() ||
        isa<CallBrInst, IndirectBrInst>(Block.getTerminator()))
      return false;
    auto Add = [&](BasicBlock *Next) {
      if (Next != I.Behind && Dominators.dominates(I.First, Next))
        Blocks.insert(Next);
    };
    if (BasicBlock *Next = normalDestination(Block))
      Add(Next);
    else
      for (BasicBlock *Next : successors(&Block))
        Add(Next);
  }
  return all_of(Blocks, [&](BasicBlock *Block) {
    return all_of(*Block, [&](Instruction &Instr) {
      return all_of(Instr.operands(), [&](Value *Operand) {
        auto *Other = dyn_cast<Instruction>(Operand);
        return !Other || Blocks.contains(Other->getParent()) ||
               Dominators.dominates(Other, &Inferred);
      });
    });
  });
}

// Copies the blocks. Whatever leaves the iteration leads to Behind.
void BodyCopier::cloneBlocks(const Iteration &I, BasicBlock &Behind) {
  ValueToValueMapTy Map;
  for (BasicBlock *Block : Blocks) {
    BasicBlock *Copy = CloneBasicBlock(Block, Map, ".usersched", &F);
    Map[Block] = Copy;
    Copies.insert(Copy);
  }
  for (BasicBlock *Copy : Copies) {
    if (auto *Invoke = dyn_cast<InvokeInst>(Copy->getTerminator()))
      changeToCall(Invoke);
    for (Instruction &Instr : *Copy) {
      Instr.dropDbgRecords();
      RemapInstruction(&Instr, Map,
                       RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    }
    Instruction *End = Copy->getTerminator();
    for (unsigned N = 0; N < End->getNumSuccessors(); ++N)
      if (!Copies.contains(End->getSuccessor(N)))
        End->setSuccessor(N, &Behind);
    if (isa<ReturnInst, ResumeInst>(End))
      ReplaceInstWithInst(End, BranchInst::Create(&Behind));
    for (PHINode &Phi : Copy->phis())
      for (unsigned N = Phi.getNumIncomingValues(); N-- > 0;)
        if (!Copies.contains(Phi.getIncomingBlock(N)))
          Phi.removeIncomingValue(N, /*DeletePHIIfEmpty=*/false);
  }
  Inferred.getParent()->getTerminator()->setSuccessor(
      0, cast<BasicBlock>(Map[I.First]));
}

// Returns true if the copies only load from Variable. Marks these loads if
// nobody but F knows the variable's address: its value is that of the loop's
// begin then, whatever an iteration writes.
bool BodyCopier::isOnlyRead(const AllocaInst &Variable) {
  SmallVector<LoadInst *, 8> Loads;
  SmallVector<const Value *, 8> Work = {&Variable};
  bool IsHidden = true;
  while (!Work.empty()) {
    const Value *Address = Work.pop_back_val();
    for (const User *U : Address->users()) {
      auto *Instr = cast<Instruction>(const_cast<User *>(U));
      const bool IsInside = Copies.contains(Instr->getParent());
      auto *Load = dyn_cast<LoadInst>(Instr);
      auto *Store = dyn_cast<StoreInst>(Instr);
      if (isa<GetElementPtrInst>(Instr))
        Work.push_back(Instr);
      else if (Load && Load->isSimple() && IsInside)
        Loads.push_back(Load);
      else if (!Load && !isa<LifetimeIntrinsic, DbgInfoIntrinsic>(Instr)) {
        if (IsInside)
          return false;
        IsHidden &= Store && Store->getValueOperand() != Address;
      }
    }
  }
  for (LoadInst *Load : Loads)
    if (IsHidden)
      Load->setMetadata(LLVMContext::MD_invariant_load,
                        MDNode::get(F.getContext(), {}));
  return true;
}

// Creates the copies' own variable in the place of Shared. IsKept: it begins
// with the same content.
AllocaInst *BodyCopier::createOwn(AllocaInst &Shared, bool IsKept) {
  IRBuilder<> B(&Inferred);
  Type *Content = Shared.getAllocatedType();
  AllocaInst *Own = B.CreateAlloca(Content);
  Own->setAlignment(Shared.getAlign());
  const TypeSize Size = Layout.getTypeAllocSize(Content);
  if (!Size.isScalable() && Size.getFixedValue() <= LargestVariable)
    B.CreateStore(IsKept ? B.CreateLoad(Content, &Shared)
                         : createUnknown(B, Content),
                  Own);
  return Own;
}

// Gives the copies their own storage for all variables that they write.
void BodyCopier::separateVariables() {
  SmallPtrSet<const Value *, 8> Localized; // by RegionOutliner
  SmallPtrSet<const Value *, 8> Kept;      // as they are before the loop
  const uint64_t Count =
      cast<ConstantInt>(Begin.getArgOperand(2))->getZExtValue();
  for (unsigned N = 3; N < Begin.arg_size(); ++N)
    (N < 3 + Count ? Localized : Kept).insert(Begin.getArgOperand(N));
  SmallSetVector<AllocaInst *, 16> Variables;
  for (BasicBlock *Copy : Copies)
    for (Instruction &Instr : *Copy)
      for (Value *Operand : Instr.operands())
        if (auto *Variable = dyn_cast<AllocaInst>(Operand);
            Variable && !Copies.contains(Variable->getParent()) &&
            !Localized.contains(Variable))
          Variables.insert(Variable);
  for (AllocaInst *Shared : Variables) {
    if (!Shared->isStaticAlloca() || isOnlyRead(*Shared))
      continue;
    AllocaInst *Own = createOwn(*Shared, Kept.contains(Shared));
    Shared->replaceUsesWithIf(Own, [&](Use &U) {
      auto *User = dyn_cast<Instruction>(U.getUser());
      return User && Copies.contains(User->getParent());
    });
  }
  for (BasicBlock *Copy : Copies)
    for (Instruction &Instr : make_early_inc_range(*Copy))
      if (isa<LifetimeIntrinsic, DbgInfoIntrinsic>(Instr))
        Instr.eraseFromParent();
}

bool BodyCopier::run() {
  const Iteration I = findIteration();
  if (!I.First || !collectBlocks(I))
    return false;
  BasicBlock *Behind = SplitBlock(Inferred.getParent(), Inferred.getNextNode());
  cloneBlocks(I, *Behind);
  separateVariables();
  return true;
}

void copyBody(CallInst &Begin, CallInst &Inferred) {
  IRBuilder<> B(Inferred.getNextNode());
  Type *Number = B.getInt64Ty();
  B.CreateCall(Begin.getModule()->getOrInsertFunction(
                   marker::ResultSigned, B.getVoidTy(), Number, Number),
               {B.getInt64(1), B.getInt64(0)});
  BodyCopier(Begin, Inferred).run();
  Inferred.eraseFromParent();
}

} // namespace usersched
