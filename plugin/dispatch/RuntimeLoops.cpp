//===- RuntimeLoops.cpp - loops with schedule(runtime) --------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Their calls of libomp's dispatcher become calls of shells around it (see
// usersched_runtime_abi.h). They get no hidden team argument: without a
// setting they must cost what they always did.
//
//===----------------------------------------------------------------------===//
#include "dispatch/RuntimeLoops.h"
#include "dispatch/DispatchCalls.h"
#include "dispatch/LoopMarkers.h"
#include "usersched_runtime_abi.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace usersched {

// libomp's kmp_sch_runtime, under the bits of its modifiers.
constexpr uint64_t ScheduleRuntime = 37;
constexpr uint64_t ScheduleModifiers = uint64_t(3) << 29;

static bool isRuntimeInit(const Instruction &I) {
  if (!calleeName(I).starts_with("__kmpc_dispatch_init_"))
    return false;
  auto *Schedule = dyn_cast<ConstantInt>(cast<CallInst>(I).getArgOperand(2));
  return Schedule &&
         (Schedule->getZExtValue() & ~ScheduleModifiers) == ScheduleRuntime;
}

static Constant *text(Module &M, StringRef Text) {
  Constant *Data = ConstantDataArray::getString(M.getContext(), Text);
  auto *Global = new GlobalVariable(M, Data->getType(), /*isConstant=*/true,
                                    GlobalValue::PrivateLinkage, Data, ".str");
  Global->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  return Global;
}

// One descriptor for each setting of the two switches.
static GlobalVariable *createDescriptors(CallInst &Init, bool LooksAtLast) {
  Module &M = *Init.getModule();
  LLVMContext &Context = M.getContext();
  Type *I32 = Type::getInt32Ty(Context), *I64 = Type::getInt64Ty(Context);
  auto *Ptr = PointerType::getUnqual(Context);
  StructType *Layout = loopLayout(Context);
  auto Function = [&](StringRef Name, FunctionType *Type) {
    return cast<Constant>(M.getOrInsertFunction(Name, Type).getCallee());
  };
  Constant *Inspect =
      Function("__usersched_runtime_inspect",
               FunctionType::get(Type::getVoidTy(Context),
                                 {I64, I64, Ptr, Ptr, Ptr}, false));
  Constant *Subspace = Function("__usersched_runtime_subspace",
                                FunctionType::get(I32, {I32, Ptr}, false));
  const DebugLoc &Where = Init.getDebugLoc();
  Constant *Null = ConstantPointerNull::get(Ptr);
  Constant *File = text(M, M.getSourceFileName()),
           *Name = text(M, Init.getFunction()->getName()),
           *Load = text(M, "schedule(runtime)");
  SmallVector<Constant *, USERSCHED_RUNTIME_DESCRIPTORS> Descriptors;
  for (unsigned Switches = 0; Switches < USERSCHED_RUNTIME_DESCRIPTORS;
       ++Switches) {
    unsigned Flags = LooksAtLast ? unsigned(USERSCHED_LAST_IS_LAST) : 0;
    if (!(Switches & USERSCHED_RUNTIME_STEAL))
      Flags |= USERSCHED_NO_STEAL;
    if (!(Switches & USERSCHED_RUNTIME_PROFILE))
      Flags |= USERSCHED_NO_PROFILE;
    Descriptors.push_back(ConstantStruct::get(
        Layout, {ConstantInt::get(I32, USERSCHED_ABI_VERSION),
                 ConstantInt::get(I32, Flags), File, Name, Load,
                 ConstantInt::get(I32, Where ? Where.getLine() : 0),
                 ConstantInt::get(I32, Where ? Where.getCol() : 0), Inspect,
                 Subspace, Null, ConstantInt::get(I64, 0), Null}));
  }
  auto *Type = ArrayType::get(Layout, Descriptors.size());
  auto *Result = new GlobalVariable(
      M, Type, /*isConstant=*/false, GlobalValue::InternalLinkage,
      ConstantArray::get(Type, Descriptors),
      Init.getFunction()->getName() + ".usersched.runtime");
  Result->setAlignment(Align(alignof(usersched_loop)));
  return Result;
}

static void replace(CallInst &Call, const Twine &Name, ArrayRef<Value *> Args) {
  SmallVector<Type *, 10> Types;
  for (Value *Arg : Args)
    Types.push_back(Arg->getType());
  SmallString<64> Buffer;
  IRBuilder<> B(&Call);
  CallInst *New = B.CreateCall(
      Call.getModule()->getOrInsertFunction(
          Name.toStringRef(Buffer),
          FunctionType::get(Call.getType(), Types, /*isVarArg=*/false)),
      Args);
  New->setDebugLoc(Call.getDebugLoc());
  New->addFnAttr(Attribute::NoUnwind);
  Call.replaceAllUsesWith(New);
  Call.eraseFromParent();
}

static void retarget(DispatchCalls &Calls, Value *Frame) {
  CallInst &Init = *Calls.Init;
  std::string Kind =
      calleeName(Init).drop_front(strlen("__kmpc_dispatch_init")).str();
  Value *Descriptors = createDescriptors(Init, looksAtLast(Calls));
  // A thread that leaves by cancellation must leave our side, too.
  for (ReturnInst *Return : Calls.Returns) {
    IRBuilder<> B(Return);
    createDeinit(B, Frame);
  }
  for (CallInst *Next : Calls.Nexts) {
    SmallVector<Value *, 8> Args(Next->args());
    Args.insert(Args.begin() + 2, Frame);
    replace(*Next, "__usersched_runtime_next" + Kind, Args);
  }
  for (CallInst *Deinit : Calls.Deinits)
    replace(*Deinit, "__usersched_runtime_deinit",
            {Deinit->getArgOperand(0), Deinit->getArgOperand(1), Frame});
  SmallVector<Value *, 10> Args(Init.args());
  Value *Added[] = {Frame, Descriptors};
  Args.insert(Args.begin() + 2, std::begin(Added), std::end(Added));
  replace(Init, "__usersched_runtime_init" + Kind, Args);
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
    for (CallInst *Init : Calls) {
      DispatchCalls Found = findDispatchCalls(*Init);
      retarget(Found, Frame);
    }
  }
  return !Inits.empty();
}

} // namespace usersched
