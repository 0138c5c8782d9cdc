//===- LibraryCalls.cpp - calls whose effects are known -------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "infer/LibraryCalls.h"
#include "base/Ir19And22.h"
#include "infer/UnknownValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace usersched {

static bool isNumber(const Type *T) {
  return T->isFloatingPointTy() || T->isIntegerTy();
}

// Returns true if Call makes a number of numbers, as sqrt() does. It may set
// errno, which no load reads. A function of the file may have such a name.
static bool isMath(const CallInst &Call, const TargetLibraryInfo &Library) {
  LibFunc Known;
  return Library.getLibFunc(Call, Known) && Library.has(Known) &&
         Call.getCalledFunction()->isDeclaration() &&
         Call.getType()->isFloatingPointTy() &&
         all_of(Call.args(), [](Value *V) { return isNumber(V->getType()); });
}

// Returns true if Call asks OpenMP something that it answers from what it knows
// of the calling thread.
static bool isQuery(const CallInst &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || !Callee->isDeclaration() || !Callee->arg_empty() ||
      !isNumber(Call.getType()))
    return false;
  static constexpr StringLiteral Names[] = {
      "omp_get_active_level", "omp_get_level",      "omp_get_max_threads",
      "omp_get_num_procs",    "omp_get_num_teams",  "omp_get_num_threads",
      "omp_get_team_num",     "omp_get_thread_num", "omp_get_wtick",
      "omp_get_wtime",        "omp_in_final",       "omp_in_parallel"};
  return is_contained(Names, Callee->getName());
}

// Returns true if Call is what a `new` or a `delete` expression calls. C++
// allows a compiler to leave the call out and to provide the memory in another
// way ([expr.new]). So no iteration may rely on it that the call throws, that
// it writes somewhere, or that it waits for another thread: neither does a
// load. But the expression itself throws if an array would have a size that
// cannot be.
static bool isOmissible(const CallInst &Call,
                        const TargetLibraryInfo &Library) {
  const StringRef Family = getAllocationFamily(&Call, &Library).value_or("");
  const bool IsArray =
      Family.starts_with("_Zna") && Call.getType()->isPointerTy();
  return Family.starts_with("_Zn") &&
         (!IsArray || isa<ConstantInt>(Call.getArgOperand(0)));
}

void simplifyLibraryCalls(Function &F, const TargetLibraryInfo &Library) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<CallInst>(&I);
    if (!Call)
      continue;
    if (isMath(*Call, Library)) {
      Call->setDoesNotAccessMemory();
      Call->setDoesNotThrow();
      Call->addFnAttr(Attribute::WillReturn);
    } else if (isOmissible(*Call, Library)) {
      Call->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
      Call->setDoesNotThrow();
      Call->addFnAttr(Attribute::WillReturn);
      if (Call->getType()->isVoidTy())
        Call->addParamAttr(0, release::noCapture(F.getContext()));
    } else if (isQuery(*Call)) {
      IRBuilder<> B(Call);
      Call->replaceAllUsesWith(createUnknown(B, Call->getType()));
      Call->eraseFromParent();
    }
  }
}

} // namespace usersched
