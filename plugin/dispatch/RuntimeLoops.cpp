//===- RuntimeLoops.cpp - loops with schedule(runtime) --------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The calls of libomp's dispatcher become calls of shells around it (see
// usersched_runtime_abi.h). These loops get no hidden team argument: as long as
// the program sets nothing, they must cost what they cost without the plugin.
//
//===----------------------------------------------------------------------===//
#include "dispatch/RuntimeLoops.h"
#include "base/Markers.h"
#include "dispatch/DispatchCalls.h"
#include "dispatch/LoopDescriptor.h"
#include "dispatch/LoopMarkers.h"
#include "usersched_runtime_abi.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace usersched {

// The schedule argument of dispatch_init: libomp's kmp_sch_runtime, and the
// bits of the modifiers monotonic and nonmonotonic.
static constexpr uint64_t ScheduleRuntime = 37;
static constexpr uint64_t ScheduleModifiers = uint64_t(3) << 29;

static bool isRuntimeInit(const Instruction &I) {
  if (!calleeName(I).starts_with("__kmpc_dispatch_init_"))
    return false;
  auto *Schedule = dyn_cast<ConstantInt>(cast<CallInst>(I).getArgOperand(2));
  return Schedule &&
         (Schedule->getZExtValue() & ~ScheduleModifiers) == ScheduleRuntime;
}

// Returns true for the barrier that a front end puts behind a loop.
static bool isLoopBarrier(const Instruction &I) {
  constexpr uint64_t BarrierKinds = 0x1c0, OfLoop = 0x40; // ident_t::flags
  if (calleeName(I) != "__kmpc_barrier")
    return false;
  const auto *Ident = dyn_cast<GlobalVariable>(I.getOperand(0));
  const auto *Flags = Ident && Ident->hasInitializer()
                          ? dyn_cast_or_null<ConstantInt>(
                                Ident->getInitializer()->getAggregateElement(1))
                          : nullptr;
  return Flags && (Flags->getZExtValue() & BarrierKinds) == OfLoop;
}

// Returns true if the barrier of the loop stands behind it: a barrier of a loop
// before the next loop or `single`, whose barrier flang calls one of a loop.
static bool barrierFollows(CallInst &Init) {
  bool Found = false;
  walkBehind(Init, [&](Instruction &I) {
    StringRef Name = calleeName(I);
    Found |= isLoopBarrier(I);
    return !Found && !Name.starts_with("__kmpc_dispatch_init_") &&
           !Name.starts_with("__kmpc_for_static_init_") &&
           !Name.starts_with("__usersched_runtime_init_") &&
           Name != "__kmpc_single";
  });
  return Found;
}

// Returns true if threads need not wait for each other at the end of the loop.
// Clang puts no barrier behind a loop that ends its region either, so stage 1
// says what it is. flang, which calls no deinit, has no stage 1, and always
// puts one.
static bool isNowait(const DispatchCalls &Calls) {
  CallInst &Init = *Calls.Init;
  if (Calls.Deinits.empty())
    return !barrierFollows(Init);
  const auto *Chunk =
      dyn_cast<ConstantInt>(Init.getArgOperand(Init.arg_size() - 1));
  return Chunk && Chunk->equalsInt(marker::RuntimeNowait);
}

// Returns a global string.
static Constant *text(Module &M, StringRef Text) {
  Constant *Data = ConstantDataArray::getString(M.getContext(), Text);
  auto *Global = new GlobalVariable(M, Data->getType(), /*isConstant=*/true,
                                    GlobalValue::PrivateLinkage, Data, ".str");
  Global->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  return Global;
}

// Creates an array with one descriptor for each setting of the two switches.
// Kind has the other flags.
static GlobalVariable *createDescriptors(CallInst &Init, unsigned Kind) {
  Module &M = *Init.getModule();
  LLVMContext &C = M.getContext();
  Type *I32 = Type::getInt32Ty(C), *I64 = Type::getInt64Ty(C),
       *Ptr = PointerType::getUnqual(C);
  auto Function = [&](StringRef Name, Type *Result, ArrayRef<Type *> Params) {
    auto *Type = FunctionType::get(Result, Params, /*isVarArg=*/false);
    return cast<Constant>(M.getOrInsertFunction(Name, Type).getCallee());
  };
  LoopDescriptor D;
  D.Inspect = Function("__usersched_runtime_inspect", Type::getVoidTy(C),
                       {I64, I64, Ptr, Ptr, Ptr});
  D.Subspace = Function("__usersched_runtime_subspace", I32, {I32, Ptr});
  StringRef File = M.getSourceFileName(); // flang's says nothing
  if (const DILocation *Where = Init.getDebugLoc()) {
    File = Where->getFilename();
    D.Line = Where->getLine();
    D.Column = Where->getColumn();
  }
  D.File = text(M, File);
  D.Function = text(M, Init.getFunction()->getName());
  D.Load = text(M, "schedule(runtime)");
  SmallVector<Constant *, USERSCHED_RUNTIME_DESCRIPTORS> Descriptors;
  for (unsigned Switches = 0; Switches < USERSCHED_RUNTIME_DESCRIPTORS;
       ++Switches) {
    D.Flags = Kind;
    if (!(Switches & USERSCHED_RUNTIME_STEAL))
      D.Flags |= USERSCHED_NO_STEAL;
    if (!(Switches & USERSCHED_RUNTIME_PROFILE))
      D.Flags |= USERSCHED_NO_PROFILE;
    Descriptors.push_back(createDescriptor(C, D));
  }
  auto *Array =
      ArrayType::get(Descriptors.front()->getType(), Descriptors.size());
  return createDescriptorVariable(M, *ConstantArray::get(Array, Descriptors),
                                  Init.getFunction()->getName() +
                                      ".usersched.runtime");
}

static void retarget(const DispatchCalls &Calls, Value *Frame) {
  CallInst &Init = *Calls.Init;
  std::string Suffix = iterationTypeSuffix(Init);
  Value *Descriptors = createDescriptors(
      Init, (looksAtLast(Calls) ? USERSCHED_LAST_IS_LAST : 0) |
                (isNowait(Calls) ? USERSCHED_NOWAIT : 0));
  deinitBeforeReturns(Calls, Frame);
  for (CallInst *Next : Calls.Nexts) {
    SmallVector<Value *, 8> Args(Next->args());
    Args.insert(Args.begin() + 2, Frame);
    replaceCall(*Next, "__usersched_runtime_next" + Suffix, Args);
  }
  for (CallInst *Deinit : Calls.Deinits)
    replaceCall(*Deinit, "__usersched_runtime_deinit",
                {Deinit->getArgOperand(0), Deinit->getArgOperand(1), Frame});
  Value *Chunk = Init.getArgOperand(Init.arg_size() - 1); // not read by libomp
  Init.setArgOperand(Init.arg_size() - 1,
                     ConstantInt::get(Chunk->getType(), 1));
  SmallVector<Value *, 10> Args(Init.args());
  Value *Added[] = {Frame, Descriptors};
  Args.insert(Args.begin() + 2, std::begin(Added), std::end(Added));
  replaceCall(Init, "__usersched_runtime_init" + Suffix, Args);
}

bool retargetRuntimeLoops(Module &M) {
  MapVector<Function *, SmallVector<CallInst *, 2>> Inits;
  for (Function &Callee : M)
    if (Callee.getName().starts_with("__kmpc_dispatch_init_"))
      for (User *U : Callee.users())
        if (auto *Call = dyn_cast<CallInst>(U); Call && isRuntimeInit(*Call))
          Inits[Call->getFunction()].push_back(Call);
  for (auto &[F, Calls] : Inits) {
    AllocaInst *Frame = createFrame(*F, "usersched.runtime.frame");
    for (CallInst *Init : Calls)
      retarget(findDispatchCalls(*Init), Frame);
  }
  return !Inits.empty();
}

} // namespace usersched
