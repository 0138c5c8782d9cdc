//===- TaskReduction.cpp - makes reductions of a taskloop reproducible ----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang describes the variables of a taskloop to libomp,
//
//   reductions = __kmpc_taskred_init(thread, count, variables)
//   task->reductions = reductions
//
// and the function of the loop begins with a call for each of them:
//
//   copy = __kmpc_task_reduction_get_th_data(thread, reductions, &variable)
//
// Here libusersched answers these calls, and `entry`, which calls the function
// of the loop once, calls it as often as __usersched_task_next() says: for each
// block (see runtime/src/entry/TaskReduction.h).
//
//===----------------------------------------------------------------------===//
#include "dispatch/TaskReduction.h"
#include "base/Markers.h"
#include "dispatch/DispatchCalls.h"
#include "dispatch/LoopMarkers.h"
#include "dispatch/TaskFields.h"
#include "inspect/BlockFunctions.h"
#include "usersched_abi.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include <cstddef>

using namespace llvm;

namespace usersched {

// Returns true if V is the argument A, also if A has been stored and V loaded.
static bool isArgument(const Value *V, const Argument &A) {
  const auto *Load = dyn_cast<LoadInst>(V);
  return V == &A || (Load && any_of(A.users(), [&](const User *U) {
                       const auto *Store = dyn_cast<StoreInst>(U);
                       return Store && Store->getPointerOperand() ==
                                           Load->getPointerOperand();
                     }));
}

std::optional<TaskReduction> findTaskReduction(CallInst &Task, CallInst &Loop) {
  TaskReduction R;
  R.Init = dyn_cast_or_null<CallInst>(storedInTask(Task, TaskReductions));
  if (!R.Init || calleeName(*R.Init) != "__kmpc_taskred_init")
    return std::nullopt;
  Function &Body = *Loop.getCalledFunction();
  for (Instruction &I : instructions(Body))
    if (calleeName(I) == "__kmpc_task_reduction_get_th_data" &&
        isArgument(I.getOperand(1), *Body.getArg(LoopReductions)))
      R.Values.push_back(cast<CallInst>(&I));
  if (R.Values.empty())
    return std::nullopt;
  return R;
}

static Value *fieldOf(IRBuilder<> &B, Value *Struct, size_t Offset) {
  return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Struct, Offset);
}

// Corrects the sizes of variables where stage 2 knows better than Clang.
static void storeSizes(const TaskReduction &R, const LoopMarkers &L) {
  IRBuilder<> B(R.Init);
  for (const CallInst *Size : L.Values) {
    const uint64_t Slot = constantArgument(*Size, 1);
    if (Slot < marker::SlotBytes)
      continue;
    B.CreateStore(
        Size->getArgOperand(2),
        fieldOf(B, R.Init->getArgOperand(2),
                (Slot - marker::SlotBytes) * sizeof(usersched_task_variable) +
                    offsetof(usersched_task_variable, bytes)));
  }
}

void rewriteTaskReduction(const TaskReduction &R, const LoopMarkers &L,
                          Value &Descriptor) {
  storeSizes(R, L);
  SmallVector<Value *, 4> Args(R.Init->args());
  Args.push_back(&Descriptor);
  replaceCall(*R.Init, "__usersched_taskred_init", Args);
  for (CallInst *Call : R.Values)
    replaceCall(*Call, "__usersched_task_value",
                SmallVector<Value *, 3>(Call->args()));
}

static AllocaInst *createAtEntry(Function &F, size_t Size, const char *Name) {
  IRBuilder<> B(&F.getEntryBlock(), F.getEntryBlock().begin());
  AllocaInst *New =
      B.CreateAlloca(ArrayType::get(B.getInt8Ty(), Size), nullptr, Name);
  New->setAlignment(Align(alignof(uint64_t)));
  return New;
}

CallInst *divideBlocks(IRBuilder<> &B, const TaskReduction &R,
                       Value &Descriptor, Value &Captures, Value &Chunk,
                       Value &TripCount) {
  Function &F = *B.GetInsertBlock()->getParent();
  Type *Ptr = B.getPtrTy(), *I64 = B.getInt64Ty();
  AllocaInst *Reduction =
      createAtEntry(F, sizeof(usersched_reduction), "usersched.reduction");
  B.CreateStore(&TripCount, fieldOf(B, Reduction,
                                    offsetof(usersched_reduction, trip_count)));
  B.CreateStore(B.CreateZExt(R.Init->getArgOperand(1), I64),
                fieldOf(B, Reduction, offsetof(usersched_reduction, entries)));
  B.CreateStore(Reduction,
                B.CreateConstInBoundsGEP1_64(Ptr, &Captures, ReductionSlot));
  return callRuntime(
      B, "__usersched_taskloop_divide_blocks", StructType::get(Ptr, I64),
      {&Descriptor, &Captures, &Chunk, Reduction, R.Init->getArgOperand(2)});
}

void runBlocks(CallInst &Loop) {
  Function &F = *Loop.getFunction();
  IRBuilder<> B(&Loop);
  AllocaInst *Task = createAtEntry(F, sizeof(usersched_task), "usersched.task");
  auto Field = [&](size_t Offset) { return fieldOf(B, Task, Offset); };
  auto Argument = [&](unsigned I) { return Loop.getArgOperand(I); };
  B.CreateStore(Argument(LoopStride),
                Field(offsetof(usersched_task, division)));
  B.CreateStore(Argument(LoopLower), Field(offsetof(usersched_task, first)));
  B.CreateStore(Argument(LoopUpper), Field(offsetof(usersched_task, last)));
  B.CreateStore(Argument(LoopReductions),
                Field(offsetof(usersched_task, reductions)));
  B.CreateStore(B.getInt64(0), Field(offsetof(usersched_task, step)));

  BasicBlock *Before = Loop.getParent();
  BasicBlock *Body = Before->splitBasicBlock(&Loop, "usersched.block");
  BasicBlock *After =
      Body->splitBasicBlock(Loop.getNextNode(), "usersched.done");
  BasicBlock *Header =
      BasicBlock::Create(F.getContext(), "usersched.next", &F, Body);
  Before->getTerminator()->setSuccessor(0, Header);
  Body->getTerminator()->setSuccessor(0, Header);
  B.SetInsertPoint(Header);
  CallInst *Next = callRuntime(B, "__usersched_task_next", B.getInt32Ty(),
                               {Argument(LoopThread), Task});
  B.CreateCondBr(B.CreateIsNotNull(Next), Body, After);

  B.SetInsertPoint(&Loop);
  auto Read = [&](Type *T, size_t Offset) {
    return B.CreateLoad(T, Field(Offset));
  };
  Type *I64 = B.getInt64Ty();
  Value *IsLast =
      B.CreateAnd(Argument(LoopIsLast),
                  Read(B.getInt32Ty(), offsetof(usersched_task, is_end)));
  Loop.setArgOperand(LoopLower, Read(I64, offsetof(usersched_task, lower)));
  Loop.setArgOperand(LoopUpper, Read(I64, offsetof(usersched_task, upper)));
  Loop.setArgOperand(LoopStride, B.getInt64(1));
  Loop.setArgOperand(LoopIsLast, IsLast);
  Loop.setArgOperand(LoopReductions, Task);
}

} // namespace usersched
