//===- SimpleLoad.cpp - a load that the plugin optimizes by itself --------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's whole pipeline takes more time for an inspect function than many a
// program spends in the loop that is inspected. Most loads are an element of an
// array or a few operations: for these, the passes here give code as good.
//
//===----------------------------------------------------------------------===//
#include "inspect/SimpleLoad.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace usersched {

// Instructions as Clang emits them, before any pass: `operator[]` of a vector
// has about ten.
static constexpr InlineLimits LoadLimits = {40, 200};

static CallBase *findSmallCall(Function &F, const TargetTransformInfo &TTI,
                               size_t MaxCalleeSize, bool InlinesUnoptimized) {
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallInst>(&I);
    Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (Callee && Callee != &F && !Callee->isDeclaration() &&
        !Callee->isInterposable() &&
        Callee->getInstructionCount() <= MaxCalleeSize &&
        !Call->getAttributes().hasFnAttr(Attribute::NoInline) &&
        (!Callee->hasFnAttribute(Attribute::NoInline) ||
         (InlinesUnoptimized && Callee->hasOptNone())) &&
        AttributeFuncs::areInlineCompatible(F, *Callee) &&
        TTI.areInlineCompatible(&F, Callee) &&
        isInlineViable(*Callee).isSuccess())
      return Call;
  }
  return nullptr;
}

void inlineCalls(Function &F, FunctionAnalysisManager &Analyses,
                 InlineLimits Limits, bool InlinesUnoptimized) {
  const auto &TTI = Analyses.getResult<TargetIRAnalysis>(F);
  while (F.getInstructionCount() < Limits.Result) {
    CallBase *Call = findSmallCall(F, TTI, Limits.Callee, InlinesUnoptimized);
    InlineFunctionInfo Info;
    if (!Call ||
        !InlineFunction(*Call, Info, /*MergeAttributes=*/true).isSuccess())
      return;
  }
}

static bool isSimple(Function &F) {
  for (Instruction &I : instructions(F))
    if (!isa<DbgInfoIntrinsic>(I) &&
        (I.mayHaveSideEffects() || isa<AllocaInst>(I)))
      return false;
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 2> Backedges;
  FindFunctionBackedges(F, Backedges);
  return Backedges.empty();
}

static bool readsArray(Function &F) {
  if (F.size() != 1)
    return false;
  SmallPtrSet<const Value *, 16> Varying = {F.getArg(0)};
  for (Instruction &I : F.front()) {
    if (none_of(I.operands(), [&](Value *V) { return Varying.contains(V); }))
      continue;
    if (isa<LoadInst>(I))
      return true;
    Varying.insert(&I);
  }
  return false;
}

LoadShape simplifyLoad(Function &Evaluate, FunctionAnalysisManager &Analyses,
                       bool InlinesUnoptimized) {
  if (Evaluate.hasOptNone())
    return {};
  inlineCalls(Evaluate, Analyses, LoadLimits, InlinesUnoptimized);
  FunctionPassManager Passes;
  // Merges blocks, so that variables stand in the first one, where SROA looks.
  Passes.addPass(SimplifyCFGPass());
  Passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  Passes.addPass(EarlyCSEPass());
  Analyses.clear(Evaluate, Evaluate.getName());
  Passes.run(Evaluate, Analyses);
  Analyses.clear(Evaluate, Evaluate.getName());
  LoadShape Shape;
  Shape.IsSimple = isSimple(Evaluate);
  Shape.ReadsArray = Shape.IsSimple && readsArray(Evaluate);
  return Shape;
}

// An iteration is not negative, so in a signed type both extensions give the
// same number.
void dropExtensions(BasicBlock &Block, bool IsSigned) {
  for (Instruction &I : make_early_inc_range(Block)) {
    if (!isa<ZExtInst>(I) && !(isa<SExtInst>(I) && IsSigned))
      continue;
    auto *Short = dyn_cast<TruncInst>(I.getOperand(0));
    if (!Short || Short->getSrcTy() != I.getType())
      continue;
    I.replaceAllUsesWith(Short->getOperand(0));
    I.eraseFromParent();
    if (Short->use_empty())
      Short->eraseFromParent();
  }
}

void hoistInvariants(BasicBlock &Block, BasicBlock &Before) {
  auto IsOutside = [&](const Value *V) {
    const auto *I = dyn_cast<Instruction>(V);
    return !I || I->getParent() == &Before;
  };
  for (Instruction &I : make_early_inc_range(Block)) {
    if (isa<PHINode>(I) || I.isTerminator() || isa<DbgInfoIntrinsic>(I) ||
        !all_of(I.operands(), IsOutside))
      continue;
    auto Same = find_if(
        Before, [&](Instruction &Other) { return Other.isIdenticalTo(&I); });
    if (Same == Before.end()) {
      I.moveBefore(Before, Before.getTerminator()->getIterator());
      continue;
    }
    I.replaceAllUsesWith(&*Same);
    I.eraseFromParent();
  }
}

} // namespace usersched
