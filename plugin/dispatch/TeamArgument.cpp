//===- TeamArgument.cpp - gives a parallel region its hidden argument -----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libomp has no public pointer that the threads of a team share. So the region
// gets one the way it gets every shared variable: as an argument.
//
// Clang emits three kinds of uses of a region's outlined function:
//   fork        an operand of __kmpc_fork_call
//   serialized  a direct call between __kmpc_serialized_parallel and
//               __kmpc_end_serialized_parallel: an `if` clause. It is the only
//               use if the condition is a constant false
//   wrapped     with -g, a direct call from a wrapper function; the fork and
//               the serialized call then use the wrapper
//
//===----------------------------------------------------------------------===//
#include "dispatch/TeamArgument.h"
#include "dispatch/DispatchCalls.h"
#include "dispatch/LoopMarkers.h"
#include "infer/InnerRegions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace usersched {

static bool isForkOf(const CallBase &Call, const Function &F) {
  const Function *Callee = Call.getCalledFunction();
  return Callee && Callee->getName() == "__kmpc_fork_call" &&
         Call.getArgOperand(2) == &F;
}

namespace {

struct Uses {
  SmallVector<CallInst *, 2> Starts;  // forks and serialized calls
  SmallVector<CallInst *, 2> Wrapped; // calls from a wrapper
};

} // namespace

// Returns nothing if F has a use of another kind.
static std::optional<Uses> findUses(Function &F) {
  Uses Result;
  for (User *U : F.users()) {
    auto *Call = dyn_cast<CallInst>(U);
    if (Call && isForkOf(*Call, F))
      Result.Starts.push_back(Call);
    else if (Call && Call->getCalledOperand() == &F &&
             count(Call->operand_values(), &F) == 1)
      (isSerialized(*Call) ? Result.Starts : Result.Wrapped).push_back(Call);
    else
      return std::nullopt;
  }
  return Result;
}

// Moves the body of F into a new function with the team as its last parameter.
// Returns that function.
static Function *appendParameter(Function &F) {
  FunctionType *Old = F.getFunctionType();
  SmallVector<Type *, 8> Params(Old->params());
  Params.push_back(PointerType::getUnqual(F.getContext()));
  auto *New = Function::Create(
      FunctionType::get(Old->getReturnType(), Params, Old->isVarArg()),
      F.getLinkage(), F.getAddressSpace(), "", F.getParent());
  F.getParent()->getFunctionList().splice(
      F.getIterator(), F.getParent()->getFunctionList(), New->getIterator());
  New->copyAttributesFrom(&F);
  New->setComdat(F.getComdat());
  New->setSubprogram(F.getSubprogram());
  F.setSubprogram(nullptr);
  New->takeName(&F);
  New->splice(New->begin(), &F);
  for (Argument &A : F.args()) {
    New->getArg(A.getArgNo())->takeName(&A);
    A.replaceAllUsesWith(New->getArg(A.getArgNo()));
  }
  New->getArg(Old->getNumParams())->setName("usersched.team");
  return New;
}

// Replaces Call, a call or a fork of Old, by one of New with Team as its last
// argument.
static CallInst *appendArgument(CallInst &Call, Function &Old, Function &New,
                                Value *Team) {
  SmallVector<Value *, 8> Args(Call.args());
  Args.push_back(Team);
  IRBuilder<> B(&Call);
  CallInst *Result;
  if (isForkOf(Call, Old)) {
    uint64_t Count = cast<ConstantInt>(Args[1])->getZExtValue();
    assert(Args.size() == Count + 4 && "the count is that of the arguments");
    Args[1] = B.getInt32(Count + 1);
    Args[2] = &New;
    Result =
        B.CreateCall(Call.getFunctionType(), Call.getCalledOperand(), Args);
  } else {
    Result = B.CreateCall(&New, Args);
  }
  Result->setCallingConv(Call.getCallingConv());
  Result->setAttributes(Call.getAttributes());
  Result->copyMetadata(Call);
  Call.eraseFromParent();
  return Result;
}

// Creates a team before Call, passes it, and ends it after Call.
static void passNewTeam(CallInst &Call, Function &Old, Function &New) {
  IRBuilder<> B(&Call);
  Value *Team = callRuntime(B, "__usersched_team_begin", B.getPtrTy(), {});
  Team->setName("usersched.team");
  CallInst *Result = appendArgument(Call, Old, New, Team);
  B.SetInsertPoint(Result->getNextNode());
  B.SetCurrentDebugLocation(Result->getDebugLoc());
  callRuntime(B, "__usersched_team_end", B.getVoidTy(), {Team});
}

bool isOutlined(const Function &F) {
  return F.hasLocalLinkage() && F.getName().contains("omp_outlined");
}

Function *addTeamArgument(Function &F) {
  if (!isOutlined(F))
    return &F;
  std::optional<Uses> Found = findUses(F);
  if (!Found || Found->Wrapped.size() != (Found->Starts.empty() ? 1 : 0))
    return &F;

  if (!Found->Starts.empty()) {
    Function *New = appendParameter(F);
    for (CallInst *Call : Found->Starts)
      passNewTeam(*Call, F, *New);
    F.eraseFromParent();
    return New;
  }
  // Gives the argument to the wrapper, which passes it on.
  CallInst *Inner = Found->Wrapped.front();
  Function *Wrapper = Inner->getFunction();
  Function *NewWrapper = addTeamArgument(*Wrapper);
  if (NewWrapper == Wrapper)
    return &F;
  Function *New = appendParameter(F);
  appendArgument(*Inner, F, *New,
                 NewWrapper->getArg(NewWrapper->arg_size() - 1));
  F.eraseFromParent();
  return New;
}

// Clang's outlined functions get the address of the number.
Value *createThreadNumber(IRBuilderBase &B, Function &F) {
  return B.CreateLoad(B.getInt32Ty(), F.getArg(1));
}

} // namespace usersched
