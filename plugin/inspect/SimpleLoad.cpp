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

namespace {

class Inliner {
public:
  Inliner(Function &F, FunctionAnalysisManager &Analyses, InlineLimits Limits,
          bool InlinesUnoptimized)
      : F(F), TTI(Analyses.getResult<TargetIRAnalysis>(F)), Limits(Limits),
        InlinesUnoptimized(InlinesUnoptimized) {}

  void run();

private:
  size_t sizeOf(const Function &Callee);
  bool isInlined(const CallBase &Call);

  Function &F;
  const TargetTransformInfo &TTI;
  const InlineLimits Limits;
  const bool InlinesUnoptimized;
  DenseMap<const Function *, size_t> Sizes;
};

} // namespace

// Returns how long Callee is; more than the limit if it cannot be inlined.
size_t Inliner::sizeOf(const Function &Callee) {
  auto [Known, IsNew] = Sizes.try_emplace(&Callee, Limits.Callee + 1);
  if (!IsNew || Callee.isDeclaration() || Callee.isInterposable() ||
      (Callee.hasFnAttribute(Attribute::NoInline) &&
       !(InlinesUnoptimized && Callee.hasOptNone())) ||
      !AttributeFuncs::areInlineCompatible(F, Callee) ||
      !TTI.areInlineCompatible(&F, &Callee) ||
      !isInlineViable(const_cast<Function &>(Callee)).isSuccess())
    return Known->second;
  return Known->second = Callee.getInstructionCount();
}

bool Inliner::isInlined(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  return isa<CallInst, InvokeInst>(Call) && Callee && Callee != &F &&
         !Call.getAttributes().hasFnAttr(Attribute::NoInline) &&
         sizeOf(*Callee) <= Limits.Callee;
}

// Inlines in the order of the program, and what is inlined before the rest.
void Inliner::run() {
  SmallVector<CallBase *, 32> Calls; // the next one last
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I))
      Calls.push_back(Call);
  std::reverse(Calls.begin(), Calls.end());
  size_t Size = F.getInstructionCount();
  while (!Calls.empty() && Size < Limits.Result) {
    CallBase *Call = Calls.pop_back_val();
    if (!isInlined(*Call))
      continue;
    const size_t Added = sizeOf(*Call->getCalledFunction());
    InlineFunctionInfo Info;
    if (!InlineFunction(*Call, Info, /*MergeAttributes=*/true).isSuccess())
      continue;
    Size += Added;
    append_range(Calls, reverse(Info.InlinedCallSites));
  }
}

void inlineCalls(Function &F, FunctionAnalysisManager &Analyses,
                 InlineLimits Limits, bool InlinesUnoptimized) {
  Inliner(F, Analyses, Limits, InlinesUnoptimized).run();
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

// Returns true if V is the number of an iteration of the loop that Block is.
static bool isIteration(const Value *V, const BasicBlock &Block) {
  if (const auto *Sum = dyn_cast<BinaryOperator>(V);
      Sum && Sum->getOpcode() == Instruction::Add &&
      isa<ConstantInt>(Sum->getOperand(1)))
    V = Sum->getOperand(0);
  const auto *Phi = dyn_cast<PHINode>(V);
  return Phi && Phi->getParent() == &Block;
}

// An iteration is not negative, so in a signed type both extensions give the
// same number.
void dropExtensions(BasicBlock &Block, const Type &Iteration, bool IsSigned) {
  for (Instruction &I : make_early_inc_range(Block)) {
    if (!isa<ZExtInst>(I) && !(isa<SExtInst>(I) && IsSigned))
      continue;
    auto *Short = dyn_cast<TruncInst>(I.getOperand(0));
    if (!Short || Short->getType() != &Iteration ||
        Short->getSrcTy() != I.getType() ||
        !isIteration(Short->getOperand(0), Block))
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
