//===- CallingRegions.cpp - regions that call functions with loops -------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function with an orphaned loop may have callers in other files, so it
// cannot get the team as an argument. Instead, each thread of a region
// announces its team on entry (__usersched_region_enter), and the function asks
// for it. The regions that have to announce their teams are found in the call
// graph of the module, from the loop's function back to the outlined functions
// of regions.
//
// A region that is not found stays correct: its threads meet at a barrier, as
// in a region of another file. So calls through pointers are left out.
//
//===----------------------------------------------------------------------===//
#include "dispatch/CallingRegions.h"
#include "dispatch/DispatchCalls.h"
#include "dispatch/TeamArgument.h"
#include "usersched_abi.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace usersched {

// Follows aliases: a constructor has two names for one function.
static void addCallers(GlobalValue &Callee, SetVector<Function *> &Callers) {
  for (const Use &U : Callee.uses())
    if (auto *Call = dyn_cast<CallBase>(U.getUser());
        Call && Call->isCallee(&U))
      Callers.insert(Call->getFunction());
    else if (auto *Name = dyn_cast<GlobalAlias>(U.getUser()))
      addCallers(*Name, Callers);
}

// Returns the regions that reach F by calls. Stops at outlined functions: no
// code calls them, libomp starts them.
static SmallVector<Function *, 4> regionsThatCall(Function &F) {
  SmallVector<Function *, 4> Regions;
  SetVector<Function *> Reaching;
  Reaching.insert(&F);
  for (unsigned I = 0; I < Reaching.size(); ++I)
    if (isOutlined(*Reaching[I]))
      Regions.push_back(Reaching[I]);
    else
      addCallers(*Reaching[I], Reaching);
  return Regions;
}

// Makes each thread of Region announce its team while it is in Region.
static void announceTeam(Function &Region) {
  BasicBlock &Entry = Region.getEntryBlock();
  IRBuilder<> B(&Entry, Entry.getFirstNonPHIOrDbgOrAlloca());
  AllocaInst *Scope =
      B.CreateAlloca(ArrayType::get(B.getInt8Ty(), sizeof(usersched_scope)),
                     nullptr, "usersched.scope");
  Scope->setAlignment(Align(alignof(usersched_scope)));
  callRuntime(B, "__usersched_region_enter", B.getVoidTy(),
              {Scope, Region.getArg(Region.arg_size() - 1),
               createThreadNumber(B, Region)});
  for (BasicBlock &Block : Region)
    if (auto *Return = dyn_cast<ReturnInst>(Block.getTerminator())) {
      B.SetInsertPoint(Return);
      callRuntime(B, "__usersched_region_leave", B.getVoidTy(), {Scope});
    }
}

bool CallingRegions::announceTeamsTo(Function &F) {
  bool HasRegion = false;
  for (Function *Region : regionsThatCall(F)) {
    if (!WithTeam.contains(Region)) {
      Function *New = addTeamArgument(*Region);
      if (New == Region)
        continue;
      Region = New;
      WithTeam.insert(New);
    }
    if (Announcing.insert(Region).second)
      announceTeam(*Region);
    HasRegion = true;
  }
  return HasRegion;
}

Value *createCurrentTeam(IRBuilderBase &B, Value &Frame) {
  CallInst *Team =
      callRuntime(B, "__usersched_current_team", B.getPtrTy(), {&Frame});
  Team->setName("usersched.team");
  return Team;
}

} // namespace usersched
