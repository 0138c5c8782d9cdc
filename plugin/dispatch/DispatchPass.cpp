//===- DispatchPass.cpp - retargets annotated loops to libusersched -------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Third stage, at the start of the pipeline, on the IR as Clang emitted it. The
// pass finds the functions with annotated loops and gives each a frame and its
// team; LoopRewriter rewrites each loop.
//
//===----------------------------------------------------------------------===//
#include "dispatch/DispatchPass.h"
#include "base/Ir19And22.h"
#include "base/Markers.h"
#include "dispatch/CallingRegions.h"
#include "dispatch/DispatchCalls.h"
#include "dispatch/LoopAlignment.h"
#include "dispatch/LoopMarkers.h"
#include "dispatch/LoopRewriter.h"
#include "dispatch/LoweringErrors.h"
#include "dispatch/RuntimeLoops.h"
#include "dispatch/TaskloopRewriter.h"
#include "dispatch/TeamArgument.h"
#include "infer/BodyCopy.h"
#include "infer/SharedVariables.h"
#include "inspect/BlockFunctions.h"
#include "inspect/EqualFunctions.h"
#include "inspect/InspectFunction.h"
#include "usersched_abi.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include <cstddef>
#include <vector>

using namespace llvm;

namespace usersched {

// Functions with at most this many annotated loops compile as quickly without
// detachFromBefore() (see LoopRewriter.cpp).
static constexpr size_t FewLoops = 8;

// Adds the frame and the captures to F. HasTeam: the last parameter is the
// team.
static FunctionState createState(Function &F, bool HasTeam) {
  FunctionState S;
  S.F = &F;
  S.IsTeamKnown = HasTeam;
  S.Frame = createFrame(F, "usersched.frame");
  IRBuilder<> B(S.Frame);
  S.Captures = B.CreateAlloca(ArrayType::get(B.getPtrTy(), ReductionSlot + 1),
                              nullptr, "usersched.captures");
  B.SetInsertPoint(S.Frame->getNextNode());
  if (HasTeam) {
    S.Team = F.getArg(F.arg_size() - 1);
    B.CreateStore(
        B.CreateZExt(createThreadNumber(B, F), B.getInt64Ty()),
        B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), S.Frame,
                                     offsetof(usersched_frame, thread)));
  } else if (F.isPresplitCoroutine()) {
    // It may be resumed in another region than it began in: each execution
    // finds the team anew.
    S.Team = ConstantPointerNull::get(B.getPtrTy());
  } else {
    S.Team = createCurrentTeam(B, *S.Frame);
  }
  return S;
}

static void rewriteFunction(FunctionState &S, EqualFunctions &Synthesized,
                            FunctionAnalysisManager &Analyses, bool HasSource) {
  SmallVector<LoopMarkers, 2> Loops = findLoops(*S.F);
  S.HasManyLoops = Loops.size() > FewLoops;
  SmallVector<std::pair<CallInst *, CallInst *>, 2> Inferred;
  for (LoopMarkers &L : Loops)
    if (L.Inferred)
      Inferred.push_back({L.Begin[marker::RegionLoad], L.Inferred});
  copyBodies(*S.F, Inferred);
  df_iterator_default_set<BasicBlock *> Reachable;
  for (BasicBlock *Block : depth_first_ext(S.F, Reachable))
    (void)Block;
  for (LoopMarkers &L : Loops) {
    if (L.isTaskloop())
      continue;
    if (Reachable.contains(L.Loop->getParent()))
      rewriteLoop(L, S, Synthesized, Analyses, HasSource);
    else
      // Clang emits no dispatch calls for a loop that no path reaches: an item
      // calls a function that never returns, or contains an endless loop.
      reportEndless(L, HasSource);
  }
  assert(!verifyFunction(*S.F, &errs()) && "Clang's code stays valid");
}

// Adds F and the functions that it names to Order, each behind those that it
// names.
static void addBehindNamed(Function &F, SetVector<Function *> &Order) {
  SmallPtrSet<Function *, 32> Seen = {&F};
  // A function and what is left of those that it names.
  std::vector<std::pair<Function *, SmallVector<Function *, 8>>> Work;
  auto Enter = [&](Function &Entered) {
    Work.emplace_back(&Entered, SmallVector<Function *, 8>());
    for (Instruction &I : instructions(Entered))
      for (Value *Operand : I.operands())
        if (auto *Named = dyn_cast<Function>(Operand);
            Named && !Named->isDeclaration())
          Work.back().second.push_back(Named);
  };
  Enter(F);
  while (!Work.empty()) {
    auto &[Current, Left] = Work.back();
    if (Left.empty()) {
      Order.insert(Current);
      Work.pop_back();
    } else if (Function *Named = Left.pop_back_val();
               !Order.contains(Named) && Seen.insert(Named).second) {
      Enter(*Named);
    }
  }
}

static bool rewriteWorksharingLoops(Module &M, EqualFunctions &Synthesized,
                                    FunctionAnalysisManager &Analyses,
                                    bool HasSource) {
  Function *Loop = M.getFunction(marker::Loop);
  if (!Loop)
    return false;
  SetVector<Function *> Functions;
  for (User *U : Loop->users())
    if (auto *Call = dyn_cast<CallInst>(U))
      Functions.insert(Call->getFunction());
  SmallVector<FunctionState, 8> States;
  CallingRegions Calling;
  for (Function *F : Functions) {
    Function *Region = addTeamArgument(*F);
    States.push_back(createState(*Region, Region != F));
    if (Region != F)
      Calling.addTeamOf(*Region);
  }
  for (FunctionState &S : States)
    if (!S.IsTeamKnown && !S.F->isPresplitCoroutine())
      S.IsTeamKnown = Calling.announceTeamsTo(*S.F);
  // A load that is inferred sees the loops of inner regions as they become.
  const bool IsOrdered = M.getFunction(marker::Inferred);
  SetVector<Function *> Order;
  SharedVariables Shared;
  DenseMap<Function *, FunctionState *> StateOf;
  for (FunctionState &S : States) {
    StateOf[S.F] = &S;
    if (IsOrdered) {
      addBehindNamed(*S.F, Order);
      Shared.markParameters(*S.F);
    } else
      Order.insert(S.F);
  }
  for (Function *F : Order)
    if (FunctionState *S = StateOf.lookup(F))
      rewriteFunction(*S, Synthesized, Analyses, HasSource);
  return true;
}

// Adds a variable, one in each program, with the address of a function whose
// name says what to do: a linker that does not find the library names it.
static void nameTheLibrary(Module &M) {
  auto *Function = cast<llvm::Function>(
      M.getOrInsertFunction("__usersched_link_with_lusersched",
                            FunctionType::get(Type::getVoidTy(M.getContext()),
                                              /*isVarArg=*/false))
          .getCallee());
  auto *Variable = new GlobalVariable(
      M, Function->getType(), /*isConstant=*/true,
      GlobalValue::LinkOnceODRLinkage, Function, "__usersched_library");
  Variable->setVisibility(GlobalValue::HiddenVisibility);
  if (Triple(M.getTargetTriple()).supportsCOMDAT())
    Variable->setComdat(M.getOrInsertComdat(Variable->getName()));
  appendToCompilerUsed(M, {Variable});
}

PreservedAnalyses DispatchPass::run(Module &M,
                                    ModuleAnalysisManager &Analyses) {
  reportUnlowered(M, HasSource);
  FunctionAnalysisManager &OfFunctions =
      Analyses.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  EqualFunctions Synthesized;
  bool Annotated =
      rewriteWorksharingLoops(M, Synthesized, OfFunctions, HasSource);
  Annotated |= rewriteTaskloops(M, Synthesized, OfFunctions, HasSource);
  if (!retargetRuntimeLoops(M) && !Annotated)
    return PreservedAnalyses::all();
  nameTheLibrary(M);
  // Erases the declarations of the markers, and those of the dispatch calls if
  // no other loop calls them.
  for (Function &F : make_early_inc_range(M))
    if (F.isDeclaration() && F.use_empty() &&
        (F.getName().starts_with("__usersched_") ||
         F.getName().starts_with("__kmpc_dispatch_")))
      F.eraseFromParent();
  return PreservedAnalyses::none();
}

void registerDispatchPass(PassBuilder &PB, bool HasSource, bool AlignsAll) {
  PB.registerPipelineStartEPCallback(
      [HasSource](ModulePassManager &MPM, OptimizationLevel) {
        MPM.addPass(DispatchPass(HasSource));
      });
  // LLVM 22 says in which phase of LTO this is, too.
  PB.registerOptimizerLastEPCallback(
      [AlignsAll](ModulePassManager &MPM, OptimizationLevel Level, auto...) {
        if (Level != OptimizationLevel::O0)
          MPM.addPass(LoopAlignment(AlignsAll));
      });
  // `opt -passes=usersched`, for compilations that start from IR.
  PB.registerPipelineParsingCallback(
      [](StringRef Name, ModulePassManager &MPM,
         ArrayRef<PassBuilder::PipelineElement>) {
        if (Name != "usersched")
          return false;
        MPM.addPass(DispatchPass());
        return true;
      });
}

} // namespace usersched

extern "C" LLVM_ATTRIBUTE_WEAK
    __attribute__((visibility("default"))) PassPluginLibraryInfo
    llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "usersched", USERSCHED_VERSION,
          [](PassBuilder &PB) {
            usersched::registerDispatchPass(PB, /*HasSource=*/false,
                                            /*AlignsAll=*/false);
          }};
}
