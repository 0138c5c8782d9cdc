//===- DispatchPass.cpp - retargets annotated loops to libusersched -------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Third stage, at the start of the pipeline, on the IR as Clang emitted it.
// Everything around the dispatch calls (private copies, reductions, the loop
// itself) stays Clang's.
//
//===----------------------------------------------------------------------===//
#include "dispatch/DispatchPass.h"
#include "dispatch/CallingRegions.h"
#include "dispatch/DispatchCalls.h"
#include "dispatch/LoopAlignment.h"
#include "dispatch/LoopMarkers.h"
#include "dispatch/LoweringErrors.h"
#include "dispatch/Remarks.h"
#include "dispatch/RuntimeLoops.h"
#include "dispatch/TeamArgument.h"
#include "inspect/EqualFunctions.h"
#include "inspect/Inspector.h"
#include "inspect/RegionOutliner.h"
#include "usersched_abi.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include <cstddef>

using namespace llvm;

namespace usersched {

namespace {

// The frame and the captures that the annotated loops of a function share.
struct FunctionState {
  Function *F;
  AllocaInst *Frame, *Captures;
  Value *Team;
  // Whether a region of this file hands the team over.
  bool IsTeamKnown;
  // See detachFromBefore().
  bool HasManyLoops = false;
};

// Functions with so few annotated loops compile as quickly as without.
constexpr size_t FewLoops = 8;

class FunctionRewriter {
public:
  FunctionRewriter(FunctionState &S, EqualFunctions &Inspects,
                   FunctionAnalysisManager &Analyses, bool HasSource)
      : S(S), M(*S.F->getParent()), B(M.getContext()), Inspects(Inspects),
        Analyses(Analyses), HasSource(HasSource) {}

  void rewrite(LoopMarkers &L);

private:
  GlobalVariable *createDescriptor(LoopMarkers &L, uint64_t Flags,
                                   Function *Inspect, Function *Subspace,
                                   Function *Prefix);
  void storeFrame(LoopMarkers &L, OutlinedRegion (&Regions)[CaptureSlots]);
  Value *dataIdentity(LoopMarkers &L);
  void rewriteDispatch(DispatchCalls &Calls, GlobalVariable *Descriptor);
  void rewriteNext(CallInst &Next, const CallInst &Init);
  CallInst *replace(CallInst &Call, StringRef Name, ArrayRef<Value *> Args);

  FunctionState &S;
  Module &M;
  IRBuilder<> B;
  EqualFunctions &Inspects;
  FunctionAnalysisManager &Analyses;
  bool HasSource;
};

} // namespace

GlobalVariable *FunctionRewriter::createDescriptor(LoopMarkers &L,
                                                   uint64_t Flags,
                                                   Function *Inspect,
                                                   Function *Subspace,
                                                   Function *Prefix) {
  auto *Null = ConstantPointerNull::get(B.getPtrTy());
  auto Function = [&](llvm::Function *F) -> Constant * {
    return F ? cast<Constant>(F) : Null;
  };
  Constant *Fields[] = {B.getInt32(USERSCHED_ABI_VERSION),
                        B.getInt32(Flags),
                        cast<Constant>(L.Loop->getArgOperand(1)),
                        cast<Constant>(L.Loop->getArgOperand(2)),
                        cast<Constant>(L.Loop->getArgOperand(5)),
                        B.getInt32(constantArgument(*L.Loop, 3)),
                        B.getInt32(constantArgument(*L.Loop, 4)),
                        Function(Inspect),
                        Function(Subspace),
                        Function(Prefix),
                        B.getInt64(constantArgument(*L.Loop, 9)),
                        Null,
                        B.getInt32(0),
                        B.getInt32(0)};
  StructType *Layout = loopLayout(M.getContext());
  auto *Descriptor = new GlobalVariable(
      M, Layout, /*isConstant=*/false, GlobalValue::InternalLinkage,
      ConstantStruct::get(Layout, Fields), S.F->getName() + ".usersched.loop");
  Descriptor->setAlignment(Align(alignof(usersched_loop)));
  return Descriptor;
}

// Folds the values into one number. Addresses of the thread's own variables
// differ from thread to thread and say nothing about the data.
Value *FunctionRewriter::dataIdentity(LoopMarkers &L) {
  Value *Identity = B.getInt64(0);
  for (CallInst *Data : L.Data) {
    Value *V = Data->getArgOperand(1);
    auto *Address = dyn_cast<PtrToIntInst>(V);
    if (Address &&
        isa<AllocaInst>(Address->getPointerOperand()->stripInBoundsOffsets()))
      continue;
    // A multiply-and-shift mix, so that the order of values counts.
    Identity =
        B.CreateMul(B.CreateXor(Identity, V), B.getInt64(0x9e3779b97f4a7c15));
    Identity = B.CreateXor(Identity, B.CreateLShr(Identity, 29));
  }
  return Identity;
}

void FunctionRewriter::storeFrame(LoopMarkers &L,
                                  OutlinedRegion (&Regions)[CaptureSlots]) {
  auto Store = [&](Value *V, size_t Offset) {
    B.CreateStore(V,
                  B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), S.Frame, Offset));
  };
  for (unsigned Kind = 0; Kind < CaptureSlots; ++Kind)
    if (Regions[Kind].Captures)
      B.CreateStore(
          Regions[Kind].Captures,
          B.CreateConstInBoundsGEP1_64(B.getPtrTy(), S.Captures, Kind));
  Store(S.Captures, offsetof(usersched_frame, captures));
  Store(dataIdentity(L), offsetof(usersched_frame, data));
  Value *Numbers[] = {B.getInt64(0), B.getInt64(0)};
  for (CallInst *Value : L.Values) {
    llvm::Value *V = Value->getArgOperand(2);
    if (V->getType()->isDoubleTy())
      V = B.CreateBitCast(
          B.CreateSelect(B.CreateFCmpOGT(V, ConstantFP::get(V->getType(), 0.0)),
                         V, ConstantFP::get(V->getType(), 0.0)),
          B.getInt64Ty());
    else
      V = B.CreateBinaryIntrinsic(Intrinsic::smax, V, B.getInt64(0));
    Numbers[constantArgument(*Value, 1)] = V;
  }
  Store(Numbers[marker::SlotChunk], offsetof(usersched_frame, chunk));
  Store(Numbers[marker::SlotSubspaces], offsetof(usersched_frame, subspaces));
}

CallInst *FunctionRewriter::replace(CallInst &Call, StringRef Name,
                                    ArrayRef<Value *> Args) {
  SmallVector<Type *, 8> Types;
  for (Value *Arg : Args)
    Types.push_back(Arg->getType());
  B.SetInsertPoint(&Call);
  CallInst *New = B.CreateCall(
      M.getOrInsertFunction(Name, FunctionType::get(Call.getType(), Types,
                                                    /*isVarArg=*/false)),
      Args);
  New->setDebugLoc(Call.getDebugLoc());
  New->addFnAttr(Attribute::NoUnwind);
  Call.replaceAllUsesWith(New);
  Call.eraseFromParent();
  return New;
}

// The range comes in registers and goes into the variables of Clang's loop,
// whose addresses nobody else gets, then: so they become registers, too, and
// the loop can be vectorized.
void FunctionRewriter::rewriteNext(CallInst &Next, const CallInst &Init) {
  B.SetInsertPoint(&Next);
  B.SetCurrentDebugLocation(Next.getDebugLoc());
  Type *I64 = B.getInt64Ty();
  Value *Last = Next.getArgOperand(2), *Lower = Next.getArgOperand(3),
        *Upper = Next.getArgOperand(4);
  CallInst *Range = B.CreateCall(
      M.getOrInsertFunction("__usersched_loop_next", StructType::get(I64, I64),
                            B.getPtrTy(), B.getPtrTy()),
      {S.Frame, Last});
  Range->addFnAttr(Attribute::NoUnwind);
  leaveRangesAlone(*Range, Init);
  for (auto Promise : {Attribute::NoCapture, Attribute::WriteOnly})
    Range->addParamAttr(1, Promise);
  Value *First = B.CreateExtractValue(Range, 0),
        *Count = B.CreateExtractValue(Range, 1);
  Type *Number = B.getIntNTy(calleeName(Next).contains("_next_4") ? 32 : 64);
  B.CreateStore(B.CreateTrunc(First, Number), Lower);
  B.CreateStore(
      B.CreateTrunc(B.CreateSub(B.CreateAdd(First, Count), B.getInt64(1)),
                    Number),
      Upper);
  Next.replaceAllUsesWith(
      B.CreateZExt(B.CreateICmpNE(Count, B.getInt64(0)), Next.getType()));
  Next.eraseFromParent();
}

void FunctionRewriter::rewriteDispatch(DispatchCalls &Calls,
                                       GlobalVariable *Descriptor) {
  CallInst &Init = *Calls.Init;
  std::string Kind =
      calleeName(Init).drop_front(strlen("__kmpc_dispatch_init")).str();
  Value *Location = Init.getArgOperand(0), *Thread = Init.getArgOperand(1);
  for (ReturnInst *Return : Calls.Returns) {
    B.SetInsertPoint(Return);
    B.SetCurrentDebugLocation(Return->getDebugLoc());
    createDeinit(B, S.Frame);
  }
  for (CallInst *Next : Calls.Nexts)
    rewriteNext(*Next, Init);
  for (CallInst *Deinit : Calls.Deinits)
    replace(*Deinit, "__usersched_loop_deinit", {S.Frame});
  replace(Init, "__usersched_loop_init" + Kind,
          {Location, Thread, S.Frame, Descriptor, S.Team, Init.getArgOperand(3),
           Init.getArgOperand(4)});
}

// Gives the code from At on two predecessors, of which one is never taken, with
// an empty `asm goto`: no instruction comes of it. Scalar evolution looks for
// conditions along unique predecessors; in a function of many loops, it would
// go from each of them through all that are before it.
static void detachFromBefore(Instruction &At) {
  BasicBlock *Before = At.getParent();
  BasicBlock *After = Before->splitBasicBlock(&At, "usersched.detached");
  BasicBlock *Detour = BasicBlock::Create(At.getContext(), "usersched.never",
                                          Before->getParent(), After);
  IRBuilder<> B(Detour);
  FunctionType *Nothing = FunctionType::get(B.getVoidTy(), false);
  B.CreateCall(InlineAsm::get(Nothing, "", "", /*hasSideEffects=*/true));
  B.CreateBr(After);
  Before->getTerminator()->eraseFromParent();
  B.SetInsertPoint(Before);
  B.CreateCallBr(InlineAsm::get(Nothing, "", "!i", /*hasSideEffects=*/true),
                 After, {Detour});
}

void FunctionRewriter::rewrite(LoopMarkers &L) {
  CallInst *Init = findDispatchInit(*L.Loop);
  OutlinedRegion Regions[CaptureSlots];
  for (unsigned Kind = 0; Kind < CaptureSlots; ++Kind)
    if (L.Begin[Kind] && L.End[Kind])
      Regions[Kind] = outlineRegion(*L.Begin[Kind], *L.End[Kind],
                                    static_cast<marker::Region>(Kind));
  OutlinedRegion &Load = Regions[marker::RegionLoad];
  const OutlinedRegion &Prefix = Regions[marker::RegionPrefix];
  if (!Init || (!Load.Evaluate && !Prefix.Evaluate &&
                constantArgument(*L.Loop, 9) == 0)) {
    reportLoop(
        L, HasSource,
        "the load of this loop's '#pragma ompx usersched' cannot be made "
        "a function; call a function of your own in it");
    return;
  }
  // Where it stays a function, those that call it are to be equal, too.
  if (Load.Evaluate && Load.Evaluate->hasOptNone())
    Load.Evaluate = Inspects.keepOne(*Load.Evaluate);
  // dispatch_init_4u and _8u are for unsigned iteration variables.
  bool IsSigned = Init && !calleeName(*Init).ends_with("u");
  Function *Inspect =
      Load.Evaluate
          ? Inspects.keepOne(*createInspect(Load, *S.F, IsSigned, Analyses))
          : nullptr;
  DispatchCalls Calls = findDispatchCalls(*Init);
  uint64_t Flags = constantArgument(*L.Loop, 6);
  if (!L.Begin[marker::RegionSubspace])
    Flags |= USERSCHED_SUBSPACE_IS_THREAD;
  if (looksAtLast(Calls))
    Flags |= USERSCHED_LAST_IS_LAST;
  GlobalVariable *Descriptor = createDescriptor(
      L, Flags, Inspect, createSubspace(Regions[marker::RegionSubspace], *S.F),
      Prefix.Evaluate ? createPrefix(Prefix, *S.F) : nullptr);
  if (S.HasManyLoops)
    detachFromBefore(*L.Loop);
  B.SetInsertPoint(L.Loop);
  B.SetCurrentDebugLocation(DebugLoc());
  storeFrame(L, Regions);
  if (L.Iterations) {
    dispatchOnly(*L.Iterations->getArgOperand(2), *Init);
    L.Iterations->eraseFromParent();
  }
  rewriteDispatch(Calls, Descriptor);
  remarkScheduled(L, S.IsTeamKnown);
  L.Loop->replaceAllUsesWith(ConstantInt::get(L.Loop->getType(), 1));
  L.Loop->eraseFromParent();
  for (CallInst *Call : L.Values)
    Call->eraseFromParent();
  for (CallInst *Call : L.Data)
    Call->eraseFromParent();
}

static FunctionState createState(Function &F, bool HasTeam) {
  FunctionState S;
  S.F = &F;
  S.IsTeamKnown = HasTeam;
  S.Frame = createFrame(F, "usersched.frame");
  IRBuilder<> B(S.Frame);
  S.Captures = B.CreateAlloca(ArrayType::get(B.getPtrTy(), CaptureSlots),
                              nullptr, "usersched.captures");
  B.SetInsertPoint(S.Frame->getNextNode());
  if (HasTeam) {
    S.Team = F.getArg(F.arg_size() - 1);
    B.CreateStore(
        B.CreateZExt(createThreadNumber(B, F), B.getInt64Ty()),
        B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), S.Frame,
                                     offsetof(usersched_frame, thread)));
  } else {
    S.Team = createCurrentTeam(B, *S.Frame);
  }
  return S;
}

static void rewriteFunction(FunctionState &S, EqualFunctions &Inspects,
                            FunctionAnalysisManager &Analyses, bool HasSource) {
  df_iterator_default_set<BasicBlock *> Reachable;
  for (BasicBlock *Block : depth_first_ext(S.F, Reachable))
    (void)Block;
  SmallVector<LoopMarkers, 2> Loops = findLoops(*S.F);
  S.HasManyLoops = Loops.size() > FewLoops;
  for (LoopMarkers &L : Loops)
    if (Reachable.contains(L.Loop->getParent()))
      FunctionRewriter(S, Inspects, Analyses, HasSource).rewrite(L);
    else
      // Clang does not emit code that cannot be reached: an item ends in
      // something that does not return, or in a loop that does not end.
      reportLoop(L, HasSource,
                 "the evaluation of this loop's '#pragma ompx usersched' "
                 "never ends; remove what does not return");
  assert(!verifyFunction(*S.F, &errs()) && "Clang's code stays valid");
}

static bool rewriteAnnotatedLoops(Module &M, FunctionAnalysisManager &Analyses,
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
    if (!S.IsTeamKnown)
      S.IsTeamKnown = Calling.leadTo(*S.F);
  EqualFunctions Inspects;
  for (FunctionState &S : States)
    rewriteFunction(S, Inspects, Analyses, HasSource);
  return true;
}

// One word in each program: a linker that does not find the library's functions
// names this one, too, which says what is missing.
static void nameTheLibrary(Module &M) {
  auto *Function = cast<llvm::Function>(
      M.getOrInsertFunction("__usersched_link_with_lusersched",
                            FunctionType::get(Type::getVoidTy(M.getContext()),
                                              /*isVarArg=*/false))
          .getCallee());
  auto *Word = new GlobalVariable(M, Function->getType(), /*isConstant=*/true,
                                  GlobalValue::LinkOnceODRLinkage, Function,
                                  "__usersched_library");
  Word->setVisibility(GlobalValue::HiddenVisibility);
  Word->setComdat(M.getOrInsertComdat(Word->getName()));
  appendToCompilerUsed(M, {Word});
}

PreservedAnalyses DispatchPass::run(Module &M,
                                    ModuleAnalysisManager &Analyses) {
  reportUnlowered(M, HasSource);
  bool Annotated = rewriteAnnotatedLoops(
      M, Analyses.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager(),
      HasSource);
  if (!retargetRuntimeLoops(M) && !Annotated)
    return PreservedAnalyses::all();
  nameTheLibrary(M);
  // The markers' declarations, and those of the dispatch calls if no other
  // loop needs them.
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
  PB.registerOptimizerLastEPCallback(
      [AlignsAll](ModulePassManager &MPM, OptimizationLevel Level) {
        if (Level != OptimizationLevel::O0)
          MPM.addPass(LoopAlignment(AlignsAll));
      });
  // By name, for opt and for compilations that start from IR.
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
  return {LLVM_PLUGIN_API_VERSION, "usersched", "0.1", [](PassBuilder &PB) {
            usersched::registerDispatchPass(PB, /*HasSource=*/false,
                                            /*AlignsAll=*/false);
          }};
}
