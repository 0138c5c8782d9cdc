//===- LoopAlignment.cpp - where the machine code of loops begins ---------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An irregular loop spends its time in a short inner loop over the edges of a
// vertex or the elements of a row. LLVM aligns loops to 16 bytes: chance
// decides whether the inner loop lies in one cache line or in two. That changes
// its time by 5 to 15 per cent, as much as a schedule does. Annotated loops are
// hot, so the padding pays.
//
// It does not pay for loops that have few iterations each time, because the
// processor has to pass up to 63 bytes of padding before each. Such are the
// remainder loops that unrolling makes: a sparse product with two or three
// elements in a row got 5 per cent slower. Others are loops that search, as
// `while (*p < x) ++p`: where two sorted lists are compared, to count triangles
// took 10 per cent longer. What tells a search is that nothing bounds its
// number of iterations when it begins. That is so of loops over lists, too, and
// of those that run until something converges; whether padding would pay for
// them was not measured.
//
//===----------------------------------------------------------------------===//
#include "dispatch/LoopAlignment.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace usersched {

static constexpr unsigned CacheLine = 64; // bytes, on x86
static constexpr char Alignment[] = "llvm.loop.align";
// Loops that certainly have fewer iterations are not aligned.
static constexpr unsigned FewestIterations = 8;

static void align(Loop &L) {
  // The user chose an alignment: [[clang::code_align(N)]].
  if (findStringMetadataForLoop(&L, Alignment))
    return;
  LLVMContext &C = L.getHeader()->getContext();
  MDNode *Option = MDNode::get(
      C, {MDString::get(C, Alignment), ConstantAsMetadata::get(ConstantInt::get(
                                           Type::getInt32Ty(C), CacheLine))});
  L.setLoopID(makePostTransformationMetadata(C, L.getLoopID(),
                                             /*RemovePrefixes=*/{}, {Option}));
}

/// Returns true if \p L has a bound when it begins, and one that is not low.
static bool mayHaveMany(Loop &L, ScalarEvolution &Evolution) {
  const unsigned Most = Evolution.getSmallConstantMaxTripCount(&L);
  return (Most == 0 || Most >= FewestIterations) && // 0: not known here
         !isa<SCEVCouldNotCompute>(
             Evolution.getSymbolicMaxBackedgeTakenCount(&L));
}

bool LoopAlignment::isLoopCall(const Function &Callee) const {
  const StringRef Name = Callee.getName();
  return Name == "__usersched_loop_next" ||
         Name == "__usersched_reduction_next" ||
         (AlignsAll && (Name.starts_with("__kmpc_dispatch_next_") ||
                        Name.starts_with("__usersched_runtime_next_") ||
                        Name.starts_with("__kmpc_for_static_init_")));
}

PreservedAnalyses LoopAlignment::run(Module &M,
                                     ModuleAnalysisManager &Analyses) {
  if (!Triple(M.getTargetTriple()).isX86())
    return PreservedAnalyses::all();
  auto &FunctionAnalyses =
      Analyses.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  SetVector<Function *> WithLoops;
  for (Function &Callee : M)
    if (isLoopCall(Callee))
      for (User *U : Callee.users())
        if (auto *Call = dyn_cast<CallBase>(U))
          WithLoops.insert(Call->getFunction());
  for (Function *F : WithLoops) {
    auto &Evolution = FunctionAnalyses.getResult<ScalarEvolutionAnalysis>(*F);
    for (Loop *L :
         FunctionAnalyses.getResult<LoopAnalysis>(*F).getLoopsInPreorder())
      if (mayHaveMany(*L, Evolution))
        align(*L);
  }
  return PreservedAnalyses::all();
}

} // namespace usersched
