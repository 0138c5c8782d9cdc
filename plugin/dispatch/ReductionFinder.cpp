//===- ReductionFinder.cpp - the reductions of a loop as Clang emits them -===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Behind a loop, Clang stores pointers to the thread's copies in a list and
// gives this to __kmpc_reduce. The list says which variables there are and how
// large they are.
//
//===----------------------------------------------------------------------===//
#include "dispatch/DispatchCalls.h"
#include "dispatch/LoopMarkers.h"
#include "dispatch/LoopReduction.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include <map>

using namespace llvm;

namespace usersched {

// Returns the size in bytes of the storage at Copy, which Clang made in this
// function; null if this is not where storage begins.
static Value *sizeOfStorage(Value &Copy, Instruction &Before) {
  IRBuilder<> B(&Before);
  const DataLayout &Layout = Before.getModule()->getDataLayout();
  if (auto *Local = dyn_cast<AllocaInst>(&Copy)) {
    Value *Count = B.CreateZExtOrTrunc(Local->getArraySize(), B.getInt64Ty());
    return B.CreateMul(
        Count, B.getInt64(Layout.getTypeAllocSize(Local->getAllocatedType())));
  }
  // `allocate(reduction variable)`
  if (auto *Call = dyn_cast<CallInst>(&Copy))
    if (calleeName(*Call) == "__kmpc_alloc" ||
        calleeName(*Call) == "__kmpc_aligned_alloc")
      return Call->getArgOperand(Call->arg_size() - 2);
  return nullptr;
}

// Reads the list that Reduce gets. Returns false if it is not as Clang makes
// it.
static bool readEntries(LoopReduction &R, Instruction &Init) {
  const auto *List = dyn_cast<AllocaInst>(
      R.Reduce->getArgOperand(4)->stripInBoundsConstantOffsets());
  if (!List)
    return false;
  const DataLayout &Layout = Init.getModule()->getDataLayout();
  std::map<int64_t, StoreInst *> Stored;
  for (Instruction &I : instructions(*Init.getFunction())) {
    auto *Store = dyn_cast<StoreInst>(&I);
    if (!Store)
      continue;
    APInt Offset(64, 0);
    if (Store->getPointerOperand()->stripAndAccumulateConstantOffsets(
            Layout, Offset, /*AllowNonInbounds=*/true) == List)
      Stored[Offset.getSExtValue()] = Store;
  }
  AllocaInst *Array = nullptr; // the copy in front of a length
  for (auto [Offset, Store] : Stored) {
    Value *Pointer = Store->getValueOperand();
    Value *Copy = Pointer->stripPointerCasts();
    R.Stores.push_back(Store);
    if (Value *Size = sizeOfStorage(*Copy, Init)) {
      R.Entries.push_back({Copy, Size});
      Array = dyn_cast<AllocaInst>(Copy);
    } else if (Array && isa<IntToPtrInst, ConstantExpr>(Pointer)) {
      // Clang computes the pointer behind the loop.
      IRBuilder<> B(&Init);
      R.Entries.push_back(
          {B.CreateIntToPtr(Array->getArraySize(), B.getPtrTy()), nullptr});
    } else {
      return false;
    }
  }
  return !R.Entries.empty();
}

std::optional<LoopReduction> findReduction(const DispatchCalls &Calls) {
  LoopReduction R;
  for (CallInst *Deinit : Calls.Deinits)
    walkBehind(*Deinit, [&](Instruction &I) {
      StringRef Name = calleeName(I);
      if (Name.starts_with("__kmpc_reduce") && !R.Reduce)
        R.Reduce = cast<CallInst>(&I);
      return !Name.starts_with("__kmpc_reduce") &&
             !Name.starts_with("__kmpc_dispatch_init_");
    });
  if (!R.Reduce)
    return std::nullopt;
  walkBehind(*R.Reduce, [&](Instruction &I) {
    StringRef Name = calleeName(I);
    if (Name.starts_with("__kmpc_end_reduce"))
      R.Ends.push_back(cast<CallInst>(&I));
    return !Name.starts_with("__kmpc_end_reduce") &&
           !Name.starts_with("__kmpc_reduce");
  });
  if (!readEntries(R, *Calls.Init))
    return std::nullopt;
  return R;
}

} // namespace usersched
