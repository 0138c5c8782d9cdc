//===- League.cpp - lets one team run a reproducible loop -----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang lowers `distribute parallel for`, in the function that a team runs, to
//
//   last = 0, lower = 0, upper = last iteration, stride = 1
//   __kmpc_for_static_init_*(location, thread, schedule, &last, &lower, &upper,
//                            &stride, 1, chunk)
//   for (i = lower; i <= upper; i += stride)
//     fork of the parallel region with lower and upper
//
// or, with dist_schedule(static, chunk), to such a loop up to the last
// iteration that moves lower and upper by stride, too. A team that has the
// whole loop gets what libomp gives to a league of one team. A team that has
// nothing begins behind the last iteration.
//
//===----------------------------------------------------------------------===//
#include "dispatch/League.h"
#include "dispatch/DispatchCalls.h"
#include "dispatch/LoopMarkers.h"
#include "dispatch/TeamArgument.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace usersched {

// The arguments of __kmpc_for_static_init_*.
enum StaticInit : unsigned { InitLast = 3, InitLower, InitUpper, InitStride };

// Returns the call that writes the variable which Bound, an argument of the
// region, was loaded from; null if none does.
static CallInst *findStaticInit(Value &Bound) {
  Value *V = &Bound;
  while (auto *Cast = dyn_cast<CastInst>(V))
    V = Cast->getOperand(0);
  auto *Load = dyn_cast<LoadInst>(V);
  if (!Load)
    return nullptr;
  for (User *U : Load->getPointerOperand()->users()) {
    auto *Call = dyn_cast<CallInst>(U);
    if (Call && calleeName(*Call).starts_with("__kmpc_for_static_init_") &&
        Call->getArgOperand(InitLower) == Load->getPointerOperand())
      return Call;
  }
  return nullptr;
}

Distributions findDistributions(Function &Region) {
  Distributions Found;
  for (User *U : Region.users()) {
    auto *Call = dyn_cast<CallInst>(U);
    if (!Call)
      continue;
    // The region gets two numbers of the thread, and then the bounds.
    const bool IsFork = calleeName(*Call) == "__kmpc_fork_call";
    Value *Lower = Call->getArgOperand(IsFork ? 3 : 2);
    if (CallInst *Init = findStaticInit(*Lower))
      Found.insert(Init);
    else if (Call->getFunction() != &Region && isOutlined(*Call->getFunction()))
      for (CallInst *Outer : findDistributions(*Call->getFunction()))
        Found.insert(Outer);
  }
  return Found;
}

void rewriteDistribution(CallInst &Init, Value &Descriptor) {
  IRBuilder<> B(&Init);
  Type *T = B.getIntNTy(calleeName(Init).contains("_init_4") ? 32 : 64);
  auto Argument = [&](StaticInit I) { return Init.getArgOperand(I); };
  Value *Lower = B.CreateLoad(T, Argument(InitLower)),
        *Upper = B.CreateLoad(T, Argument(InitUpper));
  B.SetInsertPoint(Init.getNextNode());
  CallInst *HasAll =
      callRuntime(B, "__usersched_whole_loop", B.getInt32Ty(), {&Descriptor});
  HasAll->setName("usersched.has.all");
  Value *IsKnown = B.CreateICmpSGE(HasAll, B.getInt32(0));
  Instruction &After = *B.GetInsertPoint();
  B.SetInsertPoint(SplitBlockAndInsertIfThen(IsKnown, &After,
                                             /*Unreachable=*/false));
  Value *Behind = B.CreateAdd(Upper, ConstantInt::get(T, 1));
  B.CreateStore(B.CreateSelect(B.CreateIsNotNull(HasAll), Lower, Behind),
                Argument(InitLower));
  B.CreateStore(Upper, Argument(InitUpper));
  B.CreateStore(B.CreateSub(Behind, Lower), Argument(InitStride));
  B.CreateStore(HasAll, Argument(InitLast));
}

} // namespace usersched
