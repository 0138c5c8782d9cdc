//===- TaskloopRewriter.cpp - makes tasks of equal load -------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang lowers a taskloop to
//
//   task = __kmpc_omp_task_alloc(location, thread, flags, size, size, entry)
//   task->lower = 0, task->upper = last iteration, task->stride = 1
//   __kmpc_taskloop(location, thread, task, if, &task->lower, &task->upper,
//                   stride, nogroup, division, number, copy)
//
// libomp copies the task for each part of the loop, writes the bounds of the
// part, calls `copy`, and later calls `entry`, which loads bounds and stride
// from its task and calls the loop with them. Here
//
//  * libusersched divides the iterations where the markers stand. libomp gets
//    the numbers of the parts as the loop to divide, one number a task.
//  * task->stride, which nobody reads as a stride, has the division of
//    libusersched. All copies have it, too.
//  * entry asks the division for the iterations of its part.
//  * A task is an owner of the division: `copy` adds one, and the destructor of
//    a task, which libomp calls for every task that it made, executed or
//    cancelled, removes one.
//
//===----------------------------------------------------------------------===//
#include "dispatch/TaskloopRewriter.h"
#include "base/Markers.h"
#include "dispatch/DispatchCalls.h"
#include "dispatch/LoadFunctions.h"
#include "dispatch/LoopMarkers.h"
#include "dispatch/LoweringErrors.h"
#include "dispatch/Remarks.h"
#include "dispatch/TaskFields.h"
#include "dispatch/TaskReduction.h"
#include "inspect/BlockFunctions.h"
#include "usersched_abi.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace usersched {

namespace {

// The arguments of the calls that Clang emits.
enum AllocArgument : unsigned { AllocFlags = 2, AllocEntry = 5 };
enum TaskloopArgument : unsigned {
  TaskloopTask = 2,
  TaskloopLower = 4,
  TaskloopUpper = 5,
  TaskloopNogroup = 7
};

constexpr uint64_t HasDestructor = 8; // in AllocFlags

class TaskloopRewriter {
public:
  TaskloopRewriter(LoopMarkers &L, EqualFunctions &Synthesized,
                   FunctionAnalysisManager &Analyses)
      : L(L), F(*L.Loop->getFunction()), M(*F.getParent()), B(M.getContext()),
        Functions(L, Synthesized, Analyses) {}

  /// Returns false if the code around the markers is not what Clang emits for a
  /// loop whose load can be evaluated.
  bool find();
  /// Finds the reductions of a loop with `reproducible`. Returns false if they
  /// are not as Clang makes them.
  bool findReductions();
  void rewrite();

private:
  Value *divide(Value *&Parts);
  void rewriteEntry();
  void addOwners();
  Function *destructor();
  void callWithDivision(const char *Name, Function &In, unsigned TaskArgument);

  LoopMarkers &L;
  Function &F;
  Module &M;
  IRBuilder<> B;
  LoadFunctions Functions;
  CallInst *Taskloop = nullptr; // __kmpc_taskloop
  CallInst *Alloc = nullptr;    // __kmpc_omp_task_alloc
  CallInst *Loop = nullptr;     // in Entry: runs iterations of the loop
  Function *Copy = nullptr;
  std::optional<TaskReduction> Reduction; // if it can be reproducible
};

} // namespace

// Returns the first call of __kmpc_taskloop (clang 22 also has _5) behind From.
static CallInst *findTaskloop(Instruction &From) {
  CallInst *Found = nullptr;
  walkBehind(From, [&](Instruction &I) {
    if (!Found && calleeName(I).starts_with("__kmpc_taskloop"))
      Found = cast<CallInst>(&I);
    return !Found;
  });
  return Found;
}

Value *storedInTask(CallInst &Task, TaskField Field) {
  const DataLayout &Layout = Task.getModule()->getDataLayout();
  SmallVector<Value *, 8> Addresses = {&Task};
  while (!Addresses.empty())
    for (User *U : Addresses.pop_back_val()->users()) {
      APInt Offset(64, 0);
      auto *Store = dyn_cast<StoreInst>(U);
      if (isa<GetElementPtrInst>(U))
        Addresses.push_back(U);
      else if (Store &&
               Store->getPointerOperand()->stripAndAccumulateConstantOffsets(
                   Layout, Offset, true) == &Task &&
               Offset == Field)
        return Store->getValueOperand();
    }
  return nullptr;
}

// Returns the call of the function with the loop in Entry.
static CallInst *findLoop(Function &Entry) {
  for (Instruction &I : instructions(Entry))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (Call->arg_size() > LoopReductions && Call->getCalledFunction() &&
          !Call->getCalledFunction()->isDeclaration())
        return Call;
  return nullptr;
}

bool TaskloopRewriter::find() {
  // Outlining erases blocks that no path reaches.
  if (!Functions.outlineRegions())
    return false;
  Taskloop = findTaskloop(*L.Loop);
  if (!Taskloop)
    return false;
  Alloc = dyn_cast<CallInst>(
      Taskloop->getArgOperand(TaskloopTask)->stripPointerCasts());
  if (!Alloc || calleeName(*Alloc) != "__kmpc_omp_task_alloc")
    return false;
  APInt LowerOffset(64, 0);
  if (Taskloop->getArgOperand(TaskloopLower)
              ->stripAndAccumulateConstantOffsets(M.getDataLayout(),
                                                  LowerOffset, true) != Alloc ||
      LowerOffset != TaskLower)
    return false;
  auto *Entry =
      dyn_cast<Function>(Alloc->getArgOperand(AllocEntry)->stripPointerCasts());
  Loop = Entry ? findLoop(*Entry) : nullptr;
  Copy = dyn_cast<Function>(
      Taskloop->getArgOperand(Taskloop->arg_size() - 1)->stripPointerCasts());
  return Loop != nullptr;
}

bool TaskloopRewriter::findReductions() {
  if (!(constantArgument(*L.Loop, marker::LoopFlags) & USERSCHED_HAS_BLOCKS))
    return true;
  Reduction = findTaskReduction(*Alloc, *Loop);
  return Reduction.has_value();
}

// Divides the iterations, where the markers stand. Returns the division; sets
// Parts to how many parts it has.
Value *TaskloopRewriter::divide(Value *&Parts) {
  // The iteration variable of a taskloop is unsigned.
  GlobalVariable *Descriptor =
      Functions.createDescriptor(/*Flags=*/0, /*IterationIsSigned=*/false);
  B.SetInsertPoint(&F.getEntryBlock(), F.getEntryBlock().begin());
  Value *Captures =
      B.CreateAlloca(ArrayType::get(B.getPtrTy(), ReductionSlot + 1), nullptr,
                     "usersched.captures");
  B.SetInsertPoint(L.Loop);
  B.SetCurrentDebugLocation(L.Loop->getDebugLoc());
  Functions.storeCaptures(B, Captures);
  Type *I64 = B.getInt64Ty(), *Ptr = B.getPtrTy();
  Value *Chunk = Functions.number(B, marker::SlotChunk),
        *TripCount = L.Iterations->getArgOperand(2);
  CallInst *Division =
      Reduction ? divideBlocks(B, *Reduction, *Descriptor, *Captures, *Chunk,
                               *TripCount)
                : callRuntime(B, "__usersched_taskloop_divide",
                              StructType::get(Ptr, I64),
                              {Descriptor, Captures, Chunk, TripCount});
  if (Reduction)
    rewriteTaskReduction(*Reduction, L, *Descriptor);
  Parts = B.CreateExtractValue(Division, 1);
  return B.CreateExtractValue(Division, 0);
}

// Makes Entry run the iterations of its parts.
void TaskloopRewriter::rewriteEntry() {
  if (Reduction)
    return runBlocks(*Loop);
  B.SetInsertPoint(Loop);
  B.SetCurrentDebugLocation(Loop->getDebugLoc());
  Type *I64 = B.getInt64Ty(), *Ptr = B.getPtrTy();
  CallInst *Range = callRuntime(
      B, "__usersched_task_range", StructType::get(I64, I64),
      {B.CreateIntToPtr(Loop->getArgOperand(LoopStride), Ptr),
       Loop->getArgOperand(LoopLower), Loop->getArgOperand(LoopUpper)});
  Value *First = B.CreateExtractValue(Range, 0),
        *Count = B.CreateExtractValue(Range, 1);
  Loop->setArgOperand(LoopLower, First);
  Loop->setArgOperand(LoopUpper,
                      B.CreateSub(B.CreateAdd(First, Count), B.getInt64(1)));
  Loop->setArgOperand(LoopStride, B.getInt64(1));
}

// Calls Name with the division of the task that argument TaskArgument points
// to, at the entry of In.
void TaskloopRewriter::callWithDivision(const char *Name, Function &In,
                                        unsigned TaskArgument) {
  B.SetInsertPoint(&In.getEntryBlock(),
                   In.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  B.SetCurrentDebugLocation(DebugLoc());
  Value *Division = B.CreateLoad(
      B.getPtrTy(), B.CreateConstInBoundsGEP1_64(
                        B.getInt8Ty(), In.getArg(TaskArgument), TaskStride));
  callRuntime(B, Name, B.getVoidTy(), {Division});
}

// Returns a function with an empty body.
static Function *createEmpty(FunctionType *Type, Function &Parent,
                             const char *Suffix, Constant *Result) {
  Function *Empty = createSynthesized(Type, Parent, Suffix);
  IRBuilder<> B(BasicBlock::Create(Parent.getContext(), "entry", Empty));
  Result ? B.CreateRet(Result) : B.CreateRetVoid();
  return Empty;
}

// Returns the destructor of the task, which Clang has stored if there are
// objects to destroy; else a new one, which it makes the task's.
Function *TaskloopRewriter::destructor() {
  if (auto *Known =
          dyn_cast_or_null<Function>(storedInTask(*Alloc, TaskDestructor)))
    return Known;
  Function *New = createEmpty(
      FunctionType::get(B.getInt32Ty(), {B.getInt32Ty(), B.getPtrTy()}, false),
      F, "task.destructor", B.getInt32(0));
  B.SetInsertPoint(Alloc);
  Alloc->setArgOperand(AllocFlags, B.CreateOr(Alloc->getArgOperand(AllocFlags),
                                              B.getInt32(HasDestructor)));
  B.SetInsertPoint(Alloc->getNextNode());
  B.CreateStore(
      New, B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Alloc, TaskDestructor));
  return New;
}

// Makes tasks count as owners of the division.
void TaskloopRewriter::addOwners() {
  if (!Copy)
    Copy = createEmpty(
        FunctionType::get(B.getVoidTy(),
                          {B.getPtrTy(), B.getPtrTy(), B.getInt32Ty()}, false),
        F, "task.copy", nullptr);
  callWithDivision("__usersched_task_copied", *Copy, 0);
  callWithDivision("__usersched_task_destroyed", *destructor(), 1);
}

void TaskloopRewriter::rewrite() {
  Value *Parts;
  Value *Division = divide(Parts);
  rewriteEntry();
  addOwners();
  B.SetInsertPoint(Taskloop);
  B.SetCurrentDebugLocation(Taskloop->getDebugLoc());
  auto Argument = [&](unsigned I) { return Taskloop->getArgOperand(I); };
  B.CreateStore(B.CreateSub(Parts, B.getInt64(1)), Argument(TaskloopUpper));
  B.CreateStore(Division,
                B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Alloc, TaskStride));
  SmallVector<Value *, 11> Args;
  for (unsigned I = 0; I <= TaskloopUpper; ++I)
    Args.push_back(Argument(I));
  Constant *ByCount = B.getInt32(1); // grainsize
  Args.append({/*stride=*/B.getInt64(1), Argument(TaskloopNogroup), ByCount,
               B.getInt64(1), Copy});
  callRuntime(B, "__kmpc_taskloop", B.getVoidTy(), Args);
  Taskloop->eraseFromParent();
  remarkScheduled(L, Functions.telescopes(), /*IsTeamKnown=*/true);
  Functions.eraseMarkers();
}

// Returns false if Clang emitted no end of a region or no count of iterations:
// what stands in front of it does not return.
static bool endsRegions(const LoopMarkers &L) {
  for (unsigned Kind = 0; Kind < CaptureSlots; ++Kind)
    if (L.Begin[Kind] && !L.End[Kind])
      return false;
  return L.Iterations != nullptr;
}

bool rewriteTaskloops(Module &M, EqualFunctions &Synthesized,
                      FunctionAnalysisManager &Analyses, bool HasSource) {
  Function *Marker = M.getFunction(marker::Taskloop);
  if (!Marker)
    return false;
  SetVector<Function *> Users;
  for (User *U : Marker->users())
    if (auto *Call = dyn_cast<CallInst>(U))
      Users.insert(Call->getFunction());
  for (Function *F : Users) {
    // A taskloop has a second marker, which is for what never ends.
    SmallSet<uint64_t, 4> Done;
    for (LoopMarkers &L : findLoops(*F)) {
      if (!L.isTaskloop())
        continue;
      TaskloopRewriter Rewriter(L, Synthesized, Analyses);
      if (!Done.insert(constantArgument(*L.Loop, marker::LoopId)).second)
        L.Loop->eraseFromParent();
      else if (!endsRegions(L))
        reportEndless(L, HasSource);
      else if (!Rewriter.find())
        reportLoad(L, HasSource);
      else if (!Rewriter.findReductions())
        reportReductions(L, HasSource);
      else
        Rewriter.rewrite();
    }
    assert(!verifyFunction(*F, &errs()) && "Clang's code stays valid");
  }
  return true;
}

} // namespace usersched
