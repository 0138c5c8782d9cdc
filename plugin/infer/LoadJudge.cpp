//===- LoadJudge.cpp - what an iteration may have written before it reads -===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A load in a loop is judged as it runs first, too: what stands at the begin of
// a loop has that value before the loop.
//
//===----------------------------------------------------------------------===//
#include "infer/LoadJudge.h"
#include "infer/UnknownValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

namespace usersched {

// Writes to memory that are looked at for one load.
static constexpr unsigned MostWrites = 30;

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
  const bool IsNew = Written && isUnknown(Written);
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
  const bool IsConstant =
      isConstant(getUnderlyingObject(Load.getPointerOperand())) ||
      Load.hasMetadata(HiddenRead);
  if (IsConstant)
    Load.setMetadata(LLVMContext::MD_invariant_load,
                     MDNode::get(Load.getContext(), {}));
  if (IsConstant || Load.hasMetadata(LLVMContext::MD_invariant_load))
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

} // namespace usersched
