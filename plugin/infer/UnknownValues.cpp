//===- UnknownValues.cpp - what is not known when an iteration begins -----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "infer/UnknownValues.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>

using namespace llvm;

namespace usersched {

static constexpr StringLiteral UnknownPrefix = "__usersched_unknown.";
static constexpr StringLiteral OutdatedPrefix = "__usersched_outdated.";
static constexpr StringLiteral FirstPrefix = "__usersched_first.";
static constexpr StringLiteral ConstantPrefix = "__usersched_constant.";

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
  // A number that no other call has keeps LLVM from merging two of them. Some
  // compilers have several threads.
  static std::atomic<uint64_t> Next{0};
  return createOpaque(B, UnknownPrefix, Type,
                      B.getInt64(Next.fetch_add(1, std::memory_order_relaxed)));
}

bool isUnknown(const Value *V) { return opaqueCall(V, UnknownPrefix); }

Value *createConstant(IRBuilderBase &B, Value *Address) {
  return createOpaque(B, ConstantPrefix, Address->getType(), Address);
}

bool isConstant(const Value *V) { return opaqueCall(V, ConstantPrefix); }

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

void markOutdated(LoadInst &Load) { mark(Load, OutdatedPrefix); }

void markFirst(LoadInst &Load) { mark(Load, FirstPrefix); }

bool mayTrap(const Instruction &I) {
  return isa<LoadInst>(I) || I.isIntDivRem() ||
         (isa<CallBase>(I) && !isa<IntrinsicInst>(I) && !isFirst(I));
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
  if (isa<AllocaInst>(I) || isUnknown(I))
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

bool isMark(const Instruction &I) {
  return opaqueCall(&I, OutdatedPrefix) || isFirst(I);
}

void outdateFirst(const Loop &L) {
  auto Outdate = [&L](Instruction &Mark) {
    if (!isFirst(Mark))
      return;
    // What was read may have become a constant that a branch implies.
    Value *First = cast<CallInst>(Mark).getArgOperand(0);
    IRBuilder<> B(Mark.getNextNode());
    CallInst *Outdated =
        createOpaque(B, OutdatedPrefix, First->getType(), First);
    Mark.replaceUsesWithIf(Outdated, [&](Use &U) {
      return L.contains(cast<Instruction>(U.getUser()));
    });
  };
  for (Instruction &I :
       make_early_inc_range(instructions(*L.getHeader()->getParent())))
    Outdate(I);
}

// Replaces the marks for which Is says so by what is marked.
template <typename Predicate> static void accept(Function &F, Predicate Is) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (Is(I)) {
      I.replaceAllUsesWith(cast<CallInst>(I).getArgOperand(0));
      I.eraseFromParent();
    }
}

void acceptMarked(Function &F) { accept(F, isMark); }

void acceptConstant(Function &F) {
  accept(F, [](const Instruction &I) { return isConstant(&I); });
}

bool hasUnknown(const Function &F) {
  return any_of(instructions(F),
                [](const Instruction &I) { return isUnknown(&I); });
}

bool isKnown(const Value *V, bool MayBeOutdated, bool MayBeFirst) {
  return KnownValues(MayBeFirst).contains(V, MayBeOutdated);
}

} // namespace usersched
