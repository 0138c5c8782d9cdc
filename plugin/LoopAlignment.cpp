//===- LoopAlignment.cpp - where the machine code of loops begins ---------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An irregular loop spends its time in a short inner loop over the edges of a
// vertex or the elements of a row. LLVM aligns loops to 16 bytes, so that it is
// chance whether that one lies in one cache line or two, which was found to
// make 5 to 15 per cent: as much as a schedule. What is annotated is hot.
//
//===----------------------------------------------------------------------===//
#include "LoopAlignment.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace usersched {

static constexpr unsigned CacheLine = 64;
static constexpr char Alignment[] = "llvm.loop.align";

static void align(Loop &L) {
  // Says it itself: [[clang::code_align(N)]].
  if (findStringMetadataForLoop(&L, Alignment))
    return;
  LLVMContext &C = L.getHeader()->getContext();
  SmallVector<Metadata *, 4> Options = {nullptr};
  if (const MDNode *Before = L.getLoopID())
    Options.append(Before->op_begin() + 1, Before->op_end());
  Options.push_back(MDNode::get(
      C, {MDString::get(C, Alignment), ConstantAsMetadata::get(ConstantInt::get(
                                           Type::getInt32Ty(C), CacheLine))}));
  MDNode *Id = MDNode::getDistinct(C, Options);
  Id->replaceOperandWith(0, Id);
  L.setLoopID(Id);
}

PreservedAnalyses LoopAlignment::run(Module &M,
                                     ModuleAnalysisManager &Analyses) {
  Function *Next = M.getFunction("__usersched_loop_next");
  if (!Next || !Triple(M.getTargetTriple()).isX86())
    return PreservedAnalyses::all();
  auto &OfFunctions =
      Analyses.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  SmallPtrSet<Function *, 8> Seen;
  for (User *U : Next->users()) {
    auto *Call = dyn_cast<CallBase>(U);
    Function *F = Call ? Call->getFunction() : nullptr;
    if (!F || !Seen.insert(F).second)
      continue;
    for (Loop *L : OfFunctions.getResult<LoopAnalysis>(*F).getLoopsInPreorder())
      if (L->isInnermost())
        align(*L);
  }
  return PreservedAnalyses::all();
}

} // namespace usersched
