//===- LoopMarkers.cpp - finds what the AST stage left in the IR ---------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first argument of a marker says to which loop it belongs. The marker of
// the loop itself is the last one.
//
//===----------------------------------------------------------------------===//
#include "dispatch/LoopMarkers.h"
#include "base/Markers.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace usersched {

// The markers whose first argument is the number of a loop.
static constexpr StringLiteral Numbered[] = {
    marker::Value, marker::ValueReal, marker::Data, marker::Begin,
    marker::End,   marker::Inferred,  marker::Loop, marker::Taskloop};

StringRef calleeName(const Instruction &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  const Function *F = Call ? Call->getCalledFunction() : nullptr;
  return F ? F->getName() : "";
}

uint64_t constantArgument(const CallInst &Call, unsigned Arg) {
  return cast<ConstantInt>(Call.getArgOperand(Arg))->getZExtValue();
}

StringRef stringArgument(const CallInst &Call, unsigned Arg) {
  StringRef Text;
  getConstantStringInfo(Call.getArgOperand(Arg), Text);
  return Text;
}

bool LoopMarkers::isTaskloop() const {
  return calleeName(*Loop) == marker::Taskloop;
}

SmallVector<LoopMarkers, 2> findLoops(Function &F) {
  SmallVector<LoopMarkers, 2> Loops;
  DenseMap<uint64_t, LoopMarkers> Open;
  for (BasicBlock &Block : F)
    for (Instruction &I : Block) {
      StringRef Name = calleeName(I);
      if (!Name.starts_with("__usersched_") || !is_contained(Numbered, Name) ||
          cast<CallInst>(I).arg_empty() ||
          !isa<ConstantInt>(cast<CallInst>(I).getArgOperand(0)))
        continue;
      auto &Call = cast<CallInst>(I);
      LoopMarkers &L = Open[constantArgument(Call, 0)];
      if (Name == marker::Value &&
          constantArgument(Call, 1) == marker::SlotIterations)
        L.Iterations = &Call;
      else if (Name == marker::Value || Name == marker::ValueReal)
        L.Values.push_back(&Call);
      else if (Name == marker::Data)
        L.Data.push_back(&Call);
      else if (Name == marker::Begin)
        L.Begin[constantArgument(Call, 1)] = &Call;
      else if (Name == marker::Inferred) {
        L.Inferred = &Call;
        L.IsInferred = true;
      } else if (Name == marker::End)
        L.End[constantArgument(Call, 1)] = &Call;
      else if (Name == marker::Loop || Name == marker::Taskloop) {
        L.Loop = &Call;
        Loops.push_back(std::move(L));
        Open.erase(constantArgument(Call, 0));
      }
    }
  return Loops;
}

} // namespace usersched
