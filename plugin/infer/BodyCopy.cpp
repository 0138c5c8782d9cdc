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
#include "infer/InnerRegions.h"
#include "infer/SharedVariables.h"
#include "infer/UnknownValues.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
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
// As InlineLimits of LoadFunctions: a longer function is not inlined.
static constexpr unsigned LongestCallee = 400;
// Bytes of a variable whose content is made unknown member by member.
static constexpr uint64_t LargestVariable = 512;

namespace {

struct Iteration {
  BasicBlock *First = nullptr;
  BasicBlock *Behind = nullptr; // not part of it
};

// What happens to a variable of F.
struct VariableUse {
  bool IsWritten = false; // by an iteration
  bool IsOutside = false; // somebody but the iterations uses it
  bool IsHidden = true;   // nobody but F knows its address before an iteration
  SmallVector<LoadInst *, 8> Loads; // of the copies
};

class BodyCopier {
public:
  // Dominators and Loops are those of F before it had any copies.
  BodyCopier(CallInst &Begin, CallInst &Inferred, DominatorTree &Dominators,
             const LoopInfo &Loops)
      : F(*Begin.getFunction()), Layout(F.getDataLayout()), Begin(Begin),
        Inferred(Inferred), Dominators(Dominators), Loops(Loops) {}

  // Returns false, having changed nothing, if there is no copy.
  bool run();

private:
  Iteration findIteration();
  bool collectBlocks(const Iteration &I);
  bool mayHaveLoop() const;
  void mapLaterValues(ValueToValueMapTy &Map);
  void cloneBlocks(const Iteration &I, BasicBlock &Behind);
  VariableUse useOf(const AllocaInst &Variable);
  void markConstant();
  void separateVariables();
  Value *createOwn(AllocaInst &Shared, const VariableUse &Use, bool IsKept);

  Function &F;
  const DataLayout &Layout;
  CallInst &Begin, &Inferred;
  DominatorTree &Dominators;
  const LoopInfo &Loops;
  SmallSetVector<BasicBlock *, 32> Blocks; // to copy
  SmallSetVector<BasicBlock *, 32> Copies;
  // All blocks that an iteration may run, with those that handle its
  // exceptions, and the copies.
  SmallPtrSet<const BasicBlock *, 32> Inside;
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
// Returns false if they cannot be copied, or never end.
bool BodyCopier::collectBlocks(const Iteration &I) {
  Blocks.insert(I.First);
  size_t Size = 0;
  bool Ends = false;
  for (size_t N = 0; N < Blocks.size(); ++N) {
    BasicBlock &Block = *Blocks[N];
    Size += Block.size();
    if (Size > LongestBody || Block.hasAddressTaken() || Block.isEHPad() ||
        isa<CallBrInst, IndirectBrInst>(Block.getTerminator()))
      return false;
    auto Add = [&](BasicBlock *Next) {
      if (Next != I.Behind && Dominators.dominates(I.First, Next))
        Blocks.insert(Next);
      else
        Ends = true;
    };
    Ends |= isa<ReturnInst, ResumeInst>(Block.getTerminator());
    if (BasicBlock *Next = normalDestination(Block))
      Add(Next);
    else
      for (BasicBlock *Next : successors(&Block))
        Add(Next);
  }
  return Ends;
}

// Returns the function whose code I runs; null if it runs none.
static const Function *runFunction(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  const Function *Region = Call ? startedRegion(*Call) : nullptr;
  return Region || !Call ? Region : Call->getCalledFunction();
}

// Returns true if F, or what it calls, has a loop that can be seen where F is
// inlined. Seen: functions that have none, or are being looked at.
static bool mayHaveLoop(const Function &F,
                        SmallPtrSetImpl<const Function *> &Seen) {
  if (F.isDeclaration() || F.getInstructionCount() > LongestCallee ||
      !Seen.insert(&F).second)
    return false;
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 4> Back;
  FindFunctionBackedges(F, Back);
  return !Back.empty() || any_of(instructions(F), [&](const Instruction &I) {
    const Function *Callee = runFunction(I);
    return Callee && mayHaveLoop(*Callee, Seen);
  });
}

// Returns true if there is something to count. Most iterations of regular loops
// have no loop, and need not be copied.
bool BodyCopier::mayHaveLoop() const {
  SmallPtrSet<const Function *, 16> Seen;
  return any_of(Blocks, [&](BasicBlock *Block) {
    return any_of(successors(Block),
                  [&](BasicBlock *Next) {
                    return Dominators.dominates(Next, Block);
                  }) ||
           any_of(*Block, [&](const Instruction &Instr) {
             const Function *Callee = runFunction(Instr);
             return Callee && usersched::mayHaveLoop(*Callee, Seen);
           });
  });
}

// Makes unknown in the copies, by Map, what the program computes between the
// marker and the iteration.
void BodyCopier::mapLaterValues(ValueToValueMapTy &Map) {
  IRBuilder<> B(&Inferred);
  for (BasicBlock *Block : Blocks)
    for (Instruction &Instr : *Block)
      for (Value *Operand : Instr.operands())
        if (auto *Other = dyn_cast<Instruction>(Operand);
            Other && !Blocks.contains(Other->getParent()) &&
            !Dominators.dominates(Other, &Inferred) && !Map.count(Other))
          Map[Other] = createUnknown(B, Other->getType());
}

// Copies the blocks. Whatever leaves the iteration leads to Behind.
void BodyCopier::cloneBlocks(const Iteration &I, BasicBlock &Behind) {
  ValueToValueMapTy Map;
  mapLaterValues(Map);
  for (BasicBlock *Block : Blocks) {
    BasicBlock *Copy = CloneBasicBlock(Block, Map, ".usersched", &F);
    Map[Block] = Copy;
    Copies.insert(Copy);
    Inside.insert(Copy);
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

// Marks the addresses of shared variables that do not change.
void BodyCopier::markConstant() {
  SmallDenseMap<Value *, Value *, 8> Marks;
  for (BasicBlock *Copy : Copies)
    for (Instruction &Instr : *Copy)
      for (Use &Operand : Instr.operands()) {
        auto *Source = dyn_cast<Instruction>(Operand);
        if (!Operand->getType()->isPointerTy() ||
            (Source && !Dominators.dominates(Source, &Inferred)) ||
            !isConstantVariable(*Operand))
          continue;
        Value *&Mark = Marks[Operand];
        if (!Mark) {
          IRBuilder<> B(&Inferred);
          Mark = createConstant(B, Operand);
        }
        Operand.set(Mark);
      }
}

// Returns true if I names the variables of a loop.
static bool isMarker(const Instruction &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName() == marker::Begin;
}

VariableUse BodyCopier::useOf(const AllocaInst &Variable) {
  VariableUse Result;
  SmallVector<const Value *, 8> Work = {&Variable};
  while (!Work.empty()) {
    const Value *Address = Work.pop_back_val();
    for (const User *U : Address->users()) {
      auto *Instr = cast<Instruction>(const_cast<User *>(U));
      BasicBlock *Block = Instr->getParent();
      const bool IsInside = Inside.contains(Block);
      const bool IsCopied = Blocks.contains(Block) || Copies.contains(Block);
      auto *Load = dyn_cast<LoadInst>(Instr);
      auto *Store = dyn_cast<StoreInst>(Instr);
      if (isa<LifetimeIntrinsic, DbgInfoIntrinsic>(Instr) || isMarker(*Instr))
        continue;
      if (isa<GetElementPtrInst>(Instr))
        Work.push_back(Instr);
      else {
        Result.IsWritten |= IsInside && !Load;
        // A handler of exceptions is inside, but not copied.
        Result.IsHidden &= IsCopied || Load || isa<MemIntrinsic>(Instr) ||
                           (Store && Store->getValueOperand() != Address);
      }
      Result.IsOutside |= !IsInside;
      if (Load && Load->isSimple() && Copies.contains(Block))
        Result.Loads.push_back(Load);
    }
  }
  return Result;
}

// Creates the copies' own variable in the place of Shared. IsKept: it begins
// with the same content. If others know the address of Shared, that of the
// copies' own is unknown, too: what is read from anywhere may be what an
// iteration writes to the variable.
Value *BodyCopier::createOwn(AllocaInst &Shared, const VariableUse &Use,
                             bool IsKept) {
  IRBuilder<> B(&Inferred);
  if (!Use.IsHidden && !IsKept)
    return createUnknown(B, Shared.getType());
  Type *Content = Shared.getAllocatedType();
  AllocaInst *Own = B.CreateAlloca(Content);
  Own->setAlignment(Shared.getAlign());
  const TypeSize Size = Layout.getTypeAllocSize(Content);
  if (!Size.isScalable() && Size.getFixedValue() <= LargestVariable)
    B.CreateStore(IsKept ? B.CreateLoad(Content, &Shared)
                         : createUnknown(B, Content),
                  Own);
  else if (Use.IsOutside) // LLVM does not look through what is volatile
    B.CreateMemSet(Own, B.getInt8(0), B.CreateTypeSize(B.getInt64Ty(), Size),
                   Own->getAlign(), /*isVolatile=*/true);
  return Own;
}

// Returns true if all that Load reads is certainly a part of Variable.
static bool isWithin(const LoadInst &Load, const AllocaInst &Variable,
                     const DataLayout &Layout) {
  const Value *Address = Load.getPointerOperand();
  APInt Offset(Layout.getIndexTypeSizeInBits(Address->getType()), 0);
  if (Address->stripAndAccumulateConstantOffsets(
          Layout, Offset, /*AllowNonInbounds=*/true) != &Variable)
    return false;
  const std::optional<TypeSize> Size = Variable.getAllocationSize(Layout);
  const TypeSize Read = Layout.getTypeStoreSize(Load.getType());
  return Size && !Size->isScalable() && !Read.isScalable() &&
         !Offset.isNegative() &&
         Offset.getZExtValue() + Read.getFixedValue() <= Size->getFixedValue();
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
    const VariableUse Variable = useOf(*Shared);
    if (!Variable.IsWritten) {
      // RegionOutliner copies the value when the loop begins. What is read at
      // an index may be no part of it, unless an iteration has come so far.
      for (LoadInst *Load : Variable.Loads) {
        const unsigned Mark = !Variable.IsHidden
                                  ? F.getContext().getMDKindID(EarlyRead)
                              : isWithin(*Load, *Shared, Layout)
                                  ? unsigned(LLVMContext::MD_invariant_load)
                                  : F.getContext().getMDKindID(HiddenRead);
        Load->setMetadata(Mark, MDNode::get(F.getContext(), {}));
      }
      continue;
    }
    if (!Shared->isStaticAlloca())
      continue;
    Value *Own = createOwn(*Shared, Variable, Kept.contains(Shared));
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
  if (!I.First || !collectBlocks(I) || !mayHaveLoop())
    return false;
  SmallVector<BasicBlock *, 32> Dominated;
  Dominators.getDescendants(I.First, Dominated);
  Inside.insert(Dominated.begin(), Dominated.end());
  BasicBlock *Behind =
      SplitBlock(Inferred.getParent(), Inferred.getNextNode(), &Dominators);
  cloneBlocks(I, *Behind);
  markConstant();
  separateVariables();
  return true;
}

void copyBodies(Function &F,
                ArrayRef<std::pair<CallInst *, CallInst *>> Loads) {
  if (Loads.empty())
    return;
  DominatorTree Dominators(F);
  const LoopInfo Loops(Dominators);
  for (auto [Begin, Inferred] : Loads) {
    IRBuilder<> B(Inferred->getNextNode());
    Type *Number = B.getInt64Ty();
    B.CreateCall(F.getParent()->getOrInsertFunction(
                     marker::ResultSigned, B.getVoidTy(), Number, Number),
                 {B.getInt64(1), B.getInt64(0)});
    BodyCopier(*Begin, *Inferred, Dominators, Loops).run();
    Inferred->eraseFromParent();
  }
  SharedVariables::unmarkParameters(F);
}

} // namespace usersched
