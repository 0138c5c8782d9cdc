//===- UnknownValues.cpp - what is not known when an iteration begins -----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First every load that a branch depends on is judged, with MemorySSA, in the
// iteration as it is. Then everything else and all that has effects is removed.
// To judge a load takes time: most of an iteration is computed for its effects.
//
// A load in a loop is judged as it runs first, too: what stands at the begin of
// a loop has that value before the loop.
//
//===----------------------------------------------------------------------===//
#include "infer/UnknownValues.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemorySSA.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace usersched {

static constexpr StringLiteral UnknownPrefix = "__usersched_unknown.";
static constexpr StringLiteral OutdatedPrefix = "__usersched_outdated.";
static constexpr StringLiteral FirstPrefix = "__usersched_first.";
// Writes to memory that are looked at for one load.
static constexpr unsigned MostWrites = 30;

// Emits a call of a function that has no effects and that LLVM knows nothing
// else of.
static CallInst *createOpaque(IRBuilderBase &B, StringRef Prefix, Type *Result,
                              Value *Argument) {
  std::string Name = Prefix.str();
  raw_string_ostream(Name) << *Result;
  Module &M = *B.GetInsertBlock()->getModule();
  auto *F = cast<Function>(
      M.getOrInsertFunction(Name, Result, Argument->getType()).getCallee());
  F->setDoesNotAccessMemory();
  F->setDoesNotThrow();
  F->setWillReturn();
  return B.CreateCall(F, {Argument});
}

static const CallInst *opaqueCall(const Value *V, StringRef Prefix) {
  const auto *Call = dyn_cast<CallInst>(V);
  const Function *F = Call ? Call->getCalledFunction() : nullptr;
  return F && F->getName().starts_with(Prefix) ? Call : nullptr;
}

Value *createUnknown(IRBuilderBase &B, Type *Type) {
  CallInst *Call = createOpaque(B, UnknownPrefix, Type, B.getInt64(0));
  // A number that no other call has keeps LLVM from merging two of them.
  Call->setArgOperand(0, B.getInt64(reinterpret_cast<uintptr_t>(Call)));
  return Call;
}

namespace {

// Where a call may have ended the iteration, as by an exception, or a volatile
// load may have waited for another thread, before a place is reached for the
// first time.
class EndingCalls {
public:
  EndingCalls(Function &F, const LoopInfo &Loops);

  bool mayStandBefore(const Instruction &I) const {
    const Instruction *Call = First.lookup(I.getParent());
    return Behind.contains(I.getParent()) || (Call && Call->comesBefore(&I));
  }
  bool standIn(const Loop &L) const {
    return any_of(L.blocks(), [&](const BasicBlock *Block) {
      return First.contains(Block);
    });
  }

private:
  DenseMap<const BasicBlock *, const Instruction *> First; // in the block
  SmallPtrSet<const BasicBlock *, 16> Behind;
};

} // namespace

EndingCalls::EndingCalls(Function &F, const LoopInfo &Loops) {
  SmallVector<const BasicBlock *, 16> Work;
  for (const BasicBlock &Block : F)
    for (const Instruction &I : Block)
      if (isa<CallBase>(I) ? !isGuaranteedToTransferExecutionToSuccessor(&I)
                           : isa<LoadInst>(I) && I.isVolatile()) {
        First[&Block] = &I;
        Work.push_back(&Block);
        break;
      }
  while (!Work.empty()) {
    const BasicBlock *Block = Work.pop_back_val();
    for (const BasicBlock *Next : successors(Block)) {
      const Loop *L = Loops.getLoopFor(Next);
      const bool IsBack = L && L->getHeader() == Next && L->contains(Block);
      if (!IsBack && Behind.insert(Next).second)
        Work.push_back(Next);
    }
  }
}

namespace {

// In the order of how much is lost.
enum class Freshness {
  Fresh,
  First, // fresh when the load runs first, and written by a loop that it is in
  Outdated,
  Unknown
};

// Judges loads by what the iteration may have written before.
class LoadJudge {
public:
  LoadJudge(Function &F, FunctionAnalysisManager &Analyses);

  Freshness judge(LoadInst &Load);

private:
  using Accesses = SmallPtrSet<const MemoryAccess *, 8>;

  Freshness judgeFrom(MemoryAccess *Access, const LoadInst &Load, bool AsFirst,
                      Accesses &Seen);
  Freshness judgeBefore(MemoryAccess *Access, const LoadInst &Load,
                        bool AsFirst, Accesses &Seen) {
    return judgeFrom(
        Memory.getWalker()->getClobberingMemoryAccess(Access, placeOf(Load)),
        Load, AsFirst, Seen);
  }
  MemoryLocation placeOf(const LoadInst &Load);
  bool isNeverWritten(const LoadInst &Load);

  AAResults &Aliases;
  LoopInfo &Loops;
  MemorySSA &Memory;
  // What is written last, where the iteration ends.
  SmallPtrSet<MemoryAccess *, 4> Last;
};

} // namespace

LoadJudge::LoadJudge(Function &F, FunctionAnalysisManager &Analyses)
    : Aliases(Analyses.getResult<AAManager>(F)),
      Loops(Analyses.getResult<LoopAnalysis>(F)),
      Memory(Analyses.getResult<MemorySSAAnalysis>(F).getMSSA()) {
  const auto &Dominators = Analyses.getResult<DominatorTreeAnalysis>(F);
  for (BasicBlock &Block : F) {
    const auto *Node = Dominators.getNode(&Block);
    if (!Node || succ_size(&Block) != 0)
      continue;
    const MemorySSA::DefsList *Defs = nullptr;
    for (; Node && !Defs; Node = Node->getIDom())
      Defs = Memory.getBlockDefs(Node->getBlock());
    if (Defs)
      Last.insert(const_cast<MemoryAccess *>(&Defs->back()));
  }
}

// Returns what Load reads, in any iteration of the loops that it is in.
MemoryLocation LoadJudge::placeOf(const LoadInst &Load) {
  const MemoryLocation Place = MemoryLocation::get(&Load);
  const Loop *L = Loops.getLoopFor(Load.getParent());
  return L && !L->getOutermostLoop()->isLoopInvariant(Place.Ptr)
             ? Place.getWithNewSize(LocationSize::beforeOrAfterPointer())
             : Place;
}

// Judges Load by Access, which may be the last write to what it reads. AsFirst:
// as if no loop that Load is in had run before.
Freshness LoadJudge::judgeFrom(MemoryAccess *Access, const LoadInst &Load,
                               bool AsFirst, Accesses &Seen) {
  if (Memory.isLiveOnEntryDef(Access))
    return Freshness::Fresh;
  if (!Seen.insert(Access).second)
    return Freshness::Fresh; // what is new is judged where it was met first
  if (Seen.size() > MostWrites)
    return Freshness::Unknown;
  if (auto *Phi = dyn_cast<MemoryPhi>(Access)) {
    const Loop *L = Loops.getLoopFor(Phi->getBlock());
    const BasicBlock *Before =
        AsFirst && L && L->getHeader() == Phi->getBlock() && L->contains(&Load)
            ? L->getLoopPreheader()
            : nullptr;
    Freshness Result = Freshness::Fresh;
    for (unsigned I = 0; I < Phi->getNumIncomingValues(); ++I)
      if (!Before || Phi->getIncomingBlock(I) == Before)
        Result = std::max(
            Result, judgeBefore(Phi->getIncomingValue(I), Load, AsFirst, Seen));
    return Result;
  }
  const auto *Def = cast<MemoryDef>(Access);
  const Instruction *Writer = Def->getMemoryInst();
  const auto *Store = dyn_cast<StoreInst>(Writer);
  const auto *Block = dyn_cast<MemIntrinsic>(Writer);
  if (!(Store && Store->isSimple()) && !(Block && !Block->isVolatile()))
    return Freshness::Unknown; // it may wait for another thread
  if (Store && Aliases.isMustAlias(MemoryLocation::get(Store),
                                   MemoryLocation::get(&Load)))
    return Freshness::Unknown; // the value before says nothing
  // When a variable of the copy becomes unknown, nothing can point to it yet.
  const Value *Written = Store ? Store->getValueOperand() : nullptr;
  while (const auto *Member = dyn_cast_or_null<ExtractValueInst>(Written))
    Written = Member->getAggregateOperand();
  const bool IsNew = Written && opaqueCall(Written, UnknownPrefix);
  return std::max(IsNew ? Freshness::Fresh : Freshness::Outdated,
                  judgeBefore(Def->getDefiningAccess(), Load, AsFirst, Seen));
}

// Returns true if no iteration writes to what Load reads, before or after.
bool LoadJudge::isNeverWritten(const LoadInst &Load) {
  return all_of(Last, [&](MemoryAccess *Access) {
    Accesses Seen;
    return judgeBefore(Access, Load, /*AsFirst=*/false, Seen) ==
           Freshness::Fresh;
  });
}

Freshness LoadJudge::judge(LoadInst &Load) {
  if (!Load.isSimple() ||
      isa<AllocaInst>(getUnderlyingObject(Load.getPointerOperand())))
    return Freshness::Unknown;
  if (Load.hasMetadata(LLVMContext::MD_invariant_load))
    return Freshness::Fresh;
  auto *Access = dyn_cast_or_null<MemoryUse>(Memory.getMemoryAccess(&Load));
  if (!Access)
    return Freshness::Unknown;
  MemoryAccess *Writer = Memory.getWalker()->getClobberingMemoryAccess(Access);
  Accesses Seen;
  Freshness Result = judgeFrom(Writer, Load, /*AsFirst=*/false, Seen);
  if (Result != Freshness::Fresh && Loops.getLoopFor(Load.getParent())) {
    Seen.clear();
    const Freshness AsFirst = judgeFrom(Writer, Load, /*AsFirst=*/true, Seen);
    Result = AsFirst == Freshness::Fresh ? Freshness::First : AsFirst;
  }
  if (Result > Freshness::First)
    return Result;
  const bool IsNeverWritten = isNeverWritten(Load);
  if (IsNeverWritten)
    Load.setMetadata(LLVMContext::MD_invariant_load,
                     MDNode::get(Load.getContext(), {}));
  else if (Load.hasMetadata(EarlyRead))
    return Freshness::Outdated;
  return Result;
}

// Returns true if I, which is pure, may trap, depending on its operands.
static bool mayTrap(const Instruction &I) {
  return isa<LoadInst>(I) || I.isIntDivRem() ||
         (isa<CallBase>(I) && !isa<IntrinsicInst>(I) && !isFirst(I));
}

// Returns true if I can stay as it is.
static bool isPure(const Instruction &I) {
  if (const auto *Call = dyn_cast<CallBase>(&I))
    return Call->doesNotAccessMemory() && Call->doesNotThrow() &&
           Call->willReturn() && !Call->isConvergent();
  return !I.mayReadOrWriteMemory();
}

// Replaces Load by a mark of its value.
static void mark(LoadInst &Load, StringRef Prefix) {
  // What the iteration finds there may be as these say, but not what it finds
  // before.
  for (unsigned Kind :
       {LLVMContext::MD_range, LLVMContext::MD_nonnull, LLVMContext::MD_noundef,
        LLVMContext::MD_align, LLVMContext::MD_dereferenceable,
        LLVMContext::MD_dereferenceable_or_null})
    Load.setMetadata(Kind, nullptr);
  IRBuilder<> B(Load.getNextNode());
  CallInst *Marked = createOpaque(B, Prefix, Load.getType(), &Load);
  Load.replaceUsesWithIf(Marked, [&](Use &U) { return U.getUser() != Marked; });
}

// Removes I, which has effects.
static void removeEffect(Instruction &I) {
  if (!I.getType()->isVoidTy()) {
    IRBuilder<> B(&I);
    I.replaceAllUsesWith(I.getType()->isTokenTy()
                             ? ConstantTokenNone::get(I.getContext())
                             : createUnknown(B, I.getType()));
  }
  I.eraseFromParent();
}

// Makes all ways out of F lead to one return. A block in which nothing stands
// but that it is unreachable is so.
static void unifyReturns(Function &F) {
  SmallVector<Instruction *, 4> Ends;
  for (BasicBlock &Block : F) {
    Instruction *End = Block.getTerminator();
    if (isa<ReturnInst, ResumeInst>(End) ||
        (isa<UnreachableInst>(End) && End != &*Block.getFirstNonPHIOrDbg()))
      Ends.push_back(End);
  }
  BasicBlock *End = BasicBlock::Create(F.getContext(), "end", &F);
  ReturnInst::Create(F.getContext(), Constant::getNullValue(F.getReturnType()),
                     End);
  for (Instruction *Old : Ends)
    ReplaceInstWithInst(Old, BranchInst::Create(End));
}

static constexpr char TestedLast[] = "usersched.tested.last";
static constexpr char EndsByItself[] = "usersched.ends.by.itself";

// Marks the last instruction of Block.
static void markEnd(const BasicBlock &Block, StringRef Mark) {
  const_cast<Instruction *>(Block.getTerminator())
      ->setMetadata(Mark, MDNode::get(Block.getContext(), {}));
}

static void markLoops(const LoopInfo &Loops, const EndingCalls &Calls) {
  for (const Loop *L : Loops.getLoopsInPreorder()) {
    if (const BasicBlock *Latch = L->getLoopLatch();
        Latch && L->isLoopExiting(Latch))
      markEnd(*Latch, TestedLast);
    if (!Calls.standIn(*L) && !Calls.mayStandBefore(L->getHeader()->front()))
      markEnd(*L->getHeader(), EndsByItself);
  }
}

bool endsByItself(const Loop &L) {
  return L.getHeader()->getTerminator()->hasMetadata(EndsByItself);
}

bool isTestedLast(const Instruction &Exit) {
  return Exit.hasMetadata(TestedLast);
}

using InstructionSet = SmallPtrSet<const Instruction *, 32>;

// Returns the instructions by which the branches of F decide, and what these
// are computed from.
static InstructionSet findDeciding(const Function &F) {
  InstructionSet Result;
  SmallVector<const Instruction *, 64> Work;
  for (const BasicBlock &Block : F)
    Work.push_back(Block.getTerminator());
  while (!Work.empty())
    for (const Value *Operand : Work.pop_back_val()->operands())
      if (const auto *I = dyn_cast<Instruction>(Operand);
          I && Result.insert(I).second)
        Work.push_back(I);
  return Result;
}

// Removes what only effects were computed for: all but branches and Deciding.
static void removeOthers(Function &F, const InstructionSet &Deciding) {
  SmallVector<Instruction *, 64> Others;
  for (Instruction &I : instructions(F))
    if (!I.isTerminator() && !Deciding.contains(&I))
      Others.push_back(&I);
  for (Instruction *I : Others)
    I->dropAllReferences();
  for (Instruction *I : Others)
    I->eraseFromParent();
}

bool markUnknownValues(Function &F, FunctionAnalysisManager &Analyses) {
  for (BasicBlock &Block : F)
    if (isa<IndirectBrInst, CallBrInst, InvokeInst>(Block.getTerminator()))
      return false;
  SmallVector<std::pair<LoadInst *, Freshness>, 32> Loads;
  SmallVector<Instruction *, 32> Effects;
  const EndingCalls Calls(F, Analyses.getResult<LoopAnalysis>(F));
  LoadJudge Judge(F, Analyses);
  const InstructionSet Deciding = findDeciding(F);
  for (Instruction &I : instructions(F)) {
    if (!Deciding.contains(&I))
      continue;
    if (auto *Load = dyn_cast<LoadInst>(&I))
      Loads.push_back(
          {Load, !Load->hasMetadata(LLVMContext::MD_invariant_load) &&
                         Calls.mayStandBefore(*Load)
                     ? Freshness::Unknown
                     : Judge.judge(*Load)});
    else if (!isPure(I) || (mayTrap(I) && Calls.mayStandBefore(I) &&
                            !isSafeToSpeculativelyExecute(&I)))
      Effects.push_back(&I);
  }
  markLoops(Analyses.getResult<LoopAnalysis>(F), Calls);
  unifyReturns(F);
  removeOthers(F, Deciding);
  for (auto [Load, Is] : Loads) {
    if (Is == Freshness::Unknown)
      removeEffect(*Load);
    else if (Is == Freshness::Outdated)
      mark(*Load, OutdatedPrefix);
    else if (Is == Freshness::First)
      mark(*Load, FirstPrefix);
  }
  for (Instruction *I : Effects)
    removeEffect(*I);
  Analyses.invalidate(F, PreservedAnalyses::none());
  return true;
}

namespace {

class KnownValues {
public:
  explicit KnownValues(bool MayBeFirst) : MayBeFirst(MayBeFirst) {}

  bool contains(const Value *V, bool MayBeOutdated);

private:
  bool compute(const Value *V, bool MayBeOutdated);

  const bool MayBeFirst;
  DenseMap<PointerIntPair<const Value *, 1, bool>, bool> Seen;
};

} // namespace

bool KnownValues::compute(const Value *V, bool MayBeOutdated) {
  if (isa<UndefValue>(V) || isa<BlockAddress>(V))
    return false;
  const auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return true;
  if (isa<AllocaInst>(I) || opaqueCall(I, UnknownPrefix))
    return false;
  if (const CallInst *Outdated = opaqueCall(I, OutdatedPrefix))
    return MayBeOutdated && contains(Outdated->getArgOperand(0), false);
  if (!MayBeFirst && isFirst(*I))
    return false;
  // What could trap takes the operands that it has in the iteration.
  if (mayTrap(*I))
    MayBeOutdated = false;
  return all_of(I->operands(), [&](const Use &Operand) {
    return isa<BasicBlock>(Operand) || isa<Function>(Operand) ||
           contains(Operand, MayBeOutdated);
  });
}

bool KnownValues::contains(const Value *V, bool MayBeOutdated) {
  const PointerIntPair<const Value *, 1, bool> Key(V, MayBeOutdated);
  if (auto Found = Seen.find(Key); Found != Seen.end())
    return Found->second;
  Seen[Key] = true; // of a cycle, the rest decides
  const bool Result = compute(V, MayBeOutdated);
  Seen[Key] = Result;
  return Result;
}

bool isFirst(const Instruction &I) { return opaqueCall(&I, FirstPrefix); }

void outdateFirst(const Loop &L) {
  auto Outdate = [&L](Instruction &Mark) {
    if (!isFirst(Mark))
      return;
    auto *Load = cast<Instruction>(cast<CallInst>(Mark).getArgOperand(0));
    IRBuilder<> B(Mark.getNextNode());
    CallInst *Outdated = createOpaque(B, OutdatedPrefix, Load->getType(), Load);
    Mark.replaceUsesWithIf(Outdated, [&](Use &U) {
      return L.contains(cast<Instruction>(U.getUser()));
    });
  };
  for (Instruction &I :
       make_early_inc_range(instructions(*L.getHeader()->getParent())))
    Outdate(I);
}

void acceptMarked(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (opaqueCall(&I, OutdatedPrefix) || isFirst(I)) {
      I.replaceAllUsesWith(cast<CallInst>(I).getArgOperand(0));
      I.eraseFromParent();
    }
}

bool hasUnknown(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    return opaqueCall(&I, UnknownPrefix);
  });
}

bool isKnown(const Value *V, bool MayBeOutdated, bool MayBeFirst) {
  return KnownValues(MayBeFirst).contains(V, MayBeOutdated);
}

} // namespace usersched
