//===- Choices.cpp - branches that only choose between values -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `x < most ? x : most` often stands in a macro, where x is an expression that
// is evaluated twice, and reads memory under a condition of its own. If the
// comparison is by what the iteration may have changed, it must not decide what
// is read. The second x is what the first one was, so that it need not be read.
//
//===----------------------------------------------------------------------===//
#include "infer/Choices.h"
#include "infer/RunLoops.h"
#include "infer/UnknownValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

using namespace llvm;

namespace usersched {

// Reads under conditions of an iteration that are compared with each other.
static constexpr size_t MostReads = 100;
// Instructions that are computed although they may not be needed.
static constexpr size_t MostInstructions = 16;

static bool isChoice(const BasicBlock &Block) {
  const Value *Decides = decidesBy(Block);
  return Decides && isa<BranchInst>(Block.getTerminator()) &&
         !isKnown(Decides, /*MayBeOutdated=*/false, /*MayBeFirst=*/false) &&
         isKnown(Decides, /*MayBeOutdated=*/true);
}

namespace {

// A read that runs whenever a branch goes a certain way.
struct GuardedRead {
  LoadInst *Load;
  const BasicBlock *Guard;
  const Value *Condition;
  bool IfTrue;
};

} // namespace

static SmallVector<GuardedRead, 16> findGuardedReads(Function &F) {
  SmallVector<GuardedRead, 16> Result;
  for (BasicBlock &Block : F) {
    const BasicBlock *Guard = Block.getSinglePredecessor();
    const auto *Branch =
        Guard ? dyn_cast<BranchInst>(Guard->getTerminator()) : nullptr;
    if (!Branch || !Branch->isConditional() ||
        Branch->getSuccessor(0) == Branch->getSuccessor(1))
      continue;
    for (Instruction &I : Block)
      if (auto *Load = dyn_cast<LoadInst>(&I))
        Result.push_back({Load, Guard, Branch->getCondition(),
                          Branch->getSuccessor(0) == &Block});
  }
  return Result;
}

// Returns true if A and B are computed in the same way from the same values.
static bool areEqual(const Value *A, const Value *B, unsigned Depth = 5) {
  if (A == B)
    return true;
  const auto *I = dyn_cast<Instruction>(A);
  const auto *J = dyn_cast<Instruction>(B);
  return I && J && Depth > 0 && !isa<PHINode, CallBase, AllocaInst>(I) &&
         I->isSameOperationAs(J) &&
         all_of(zip(I->operands(), J->operands()), [&](auto Pair) {
           return areEqual(std::get<0>(Pair), std::get<1>(Pair), Depth - 1);
         });
}

// Replaces each read by an equal one that has been run under the same
// condition.
static void reuseReads(Function &F) {
  SmallVector<GuardedRead, 16> Reads = findGuardedReads(F);
  if (Reads.size() > MostReads)
    return;
  const DominatorTree Dominators(F);
  for (GuardedRead &Again : Reads)
    for (GuardedRead &Before : Reads) {
      if (!Before.Load || &Before == &Again || Before.Guard == Again.Guard ||
          Before.Condition != Again.Condition ||
          Before.IfTrue != Again.IfTrue ||
          !Dominators.dominates(Before.Guard, Again.Guard) ||
          !areEqual(Before.Load, Again.Load))
        continue;
      SSAUpdater Values;
      Values.Initialize(Again.Load->getType(), "again");
      // Whatever is no way to Again has a value, too.
      Values.AddAvailableValue(const_cast<BasicBlock *>(Before.Guard),
                               Constant::getNullValue(Again.Load->getType()));
      Values.AddAvailableValue(Before.Load->getParent(), Before.Load);
      Again.Load->replaceAllUsesWith(
          Values.GetValueInMiddleOfBlock(Again.Load->getParent()));
      Again.Load->eraseFromParent();
      Again.Load = nullptr;
      break;
    }
}

// Returns true if Block, behind Before alone, does nothing but compute values
// that are safe to compute.
static bool isSide(const BasicBlock &Block, const BasicBlock &Before) {
  return Block.getSinglePredecessor() == &Before &&
         Block.getSingleSuccessor() && Block.size() <= MostInstructions &&
         all_of(drop_end(Block), [](const Instruction &I) {
           return isMark(I) || isSafeToSpeculativelyExecute(&I);
         });
}

// Replaces the branch at the end of Block if its ways meet at once.
static bool foldChoice(BasicBlock &Block) {
  auto *Branch = cast<BranchInst>(Block.getTerminator());
  BasicBlock *Next[] = {Branch->getSuccessor(0), Branch->getSuccessor(1)};
  const bool IsSide[] = {isSide(*Next[0], Block), isSide(*Next[1], Block)};
  BasicBlock *Meets[] = {IsSide[0] ? Next[0]->getSingleSuccessor() : Next[0],
                         IsSide[1] ? Next[1]->getSingleSuccessor() : Next[1]};
  if (Next[0] == Next[1])
    return false;
  // One way may be no side, but where the other one leads to.
  BasicBlock *Meeting = nullptr;
  for (unsigned I = 0; I < 2; ++I)
    if (IsSide[I] && (Meets[I] == Next[1 - I] ||
                      (IsSide[1 - I] && Meets[I] == Meets[1 - I])))
      Meeting = Meets[I];
  if (!Meeting || Meeting == &Block)
    return false;
  IRBuilder<> B(Branch);
  BasicBlock *From[2];
  for (unsigned I = 0; I < 2; ++I) {
    From[I] = Next[I] == Meeting ? &Block : Next[I];
    if (From[I] != &Block)
      Block.splice(Branch->getIterator(), Next[I], Next[I]->begin(),
                   Next[I]->getTerminator()->getIterator());
  }
  for (PHINode &Phi : Meeting->phis()) {
    Value *Chosen = B.CreateSelect(Branch->getCondition(),
                                   Phi.getIncomingValueForBlock(From[0]),
                                   Phi.getIncomingValueForBlock(From[1]));
    for (BasicBlock *Old : From)
      Phi.removeIncomingValue(Old, /*DeletePHIIfEmpty=*/false);
    Phi.addIncoming(Chosen, &Block);
  }
  B.CreateBr(Meeting);
  Branch->eraseFromParent();
  for (BasicBlock *Side : From)
    if (Side != &Block) {
      Side->getTerminator()->eraseFromParent();
      Side->eraseFromParent();
    }
  MergeBlockIntoPredecessor(Meeting);
  return true;
}

void foldChoices(Function &F) {
  if (none_of(F, isChoice))
    return;
  reuseReads(F);
  bool Changes = true;
  while (Changes) {
    Changes = false;
    for (BasicBlock &Block : F)
      if (isa<BranchInst>(Block.getTerminator()) && decidesBy(Block) &&
          foldChoice(Block)) {
        Changes = true;
        break;
      }
  }
}

// Returns the address that Load takes from the branches in front of its block,
// each of which comes to Load; null if there is none.
static PHINode *chosenAddress(LoadInst &Load, const DominatorTree &Dominators) {
  auto *Address = dyn_cast<PHINode>(Load.getPointerOperand());
  const BasicBlock *Block = Load.getParent();
  if (!Address || Address->getParent() != Block || !Load.isSimple())
    return nullptr;
  for (const Instruction *I = Address; I != &Load; I = I->getNextNode())
    if (I->mayWriteToMemory() || !isGuaranteedToTransferExecutionToSuccessor(I))
      return nullptr;
  // What chooses between this reference and others comes first.
  if (any_of(Address->users(), [](const User *U) { return isa<PHINode>(U); }))
    return nullptr;
  return all_of(predecessors(Block),
                [&](const BasicBlock *Before) {
                  return Before->getSingleSuccessor() &&
                         !Dominators.dominates(Block, Before);
                })
             ? Address
             : nullptr;
}

bool readBeforeChoice(Function &F) {
  const DominatorTree Dominators(F);
  SmallVector<std::pair<LoadInst *, PHINode *>, 4> Loads;
  for (BasicBlock &Block : F)
    if (!Block.phis().empty() && Dominators.isReachableFromEntry(&Block))
      for (Instruction &I : Block)
        if (auto *Load = dyn_cast<LoadInst>(&I))
          if (PHINode *Address = chosenAddress(*Load, Dominators))
            Loads.push_back({Load, Address});
  for (auto [Load, Address] : Loads) {
    PHINode *Value =
        PHINode::Create(Load->getType(), Address->getNumIncomingValues(), "",
                        Address->getIterator());
    for (BasicBlock *Before : Address->blocks()) {
      Instruction *Early = Load->clone();
      Early->setOperand(0, Address->getIncomingValueForBlock(Before));
      Early->insertBefore(Before->getTerminator()->getIterator());
      Value->addIncoming(Early, Before);
    }
    Load->replaceAllUsesWith(Value);
    Load->eraseFromParent();
  }
  return !Loads.empty();
}

} // namespace usersched
