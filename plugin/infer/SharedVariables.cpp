//===- SharedVariables.cpp - variables that keep their value in a region --===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang passes the address of each shared variable to the function of the
// region. As far as LLVM can see, any store in the region may change the
// variable: a pointer to an array, or the size of a vector, would not be known
// behind the first store. But the variables are mostly local ones, whose
// address only the region and some member functions get. If all of these only
// read, and keep no copy of the address, the variable does not change.
//
//===----------------------------------------------------------------------===//
#include "infer/SharedVariables.h"
#include "base/Markers.h"
#include "infer/InnerRegions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace usersched {

static constexpr char KeepsValue[] = "usersched-constant";

// Returns the parameter that Address is, or is read from, as Clang puts each
// into a variable of its own; null if there is none.
static const Argument *parameterOf(const Value &Address) {
  const auto *Load = dyn_cast<LoadInst>(&Address);
  if (!Load)
    return dyn_cast<Argument>(&Address);
  const auto *Slot = dyn_cast<AllocaInst>(Load->getPointerOperand());
  if (!Slot)
    return nullptr;
  const StoreInst *Only = nullptr;
  for (const User *U : Slot->users())
    if (const auto *Store = dyn_cast<StoreInst>(U)) {
      if (Only || Store->getPointerOperand() != Slot)
        return nullptr;
      Only = Store;
    } else if (!isa<LoadInst, DbgInfoIntrinsic, LifetimeIntrinsic>(U)) {
      return nullptr;
    }
  return Only ? dyn_cast<Argument>(Only->getValueOperand()) : nullptr;
}

// Adds the loads of Slot, which holds an address, to Work. Returns false if
// Slot is more than a variable that is read and written.
static bool followSlot(const Value &Slot,
                       SmallVectorImpl<const Value *> &Work) {
  if (!isa<AllocaInst>(Slot))
    return false;
  for (const User *U : Slot.users()) {
    const auto *Load = dyn_cast<LoadInst>(U);
    const auto *Store = dyn_cast<StoreInst>(U);
    if (Load && Load->isSimple())
      Work.push_back(Load);
    else if (!isa<DbgInfoIntrinsic, LifetimeIntrinsic>(U) &&
             !(Store && Store->isSimple() &&
               Store->getPointerOperand() == &Slot))
      return false;
  }
  return true;
}

// Adds what Call does to the variable at Address.
void SharedVariables::addCall(const CallBase &Call, const Value &Address,
                              Fate &Sum, SmallVectorImpl<const Value *> &Work) {
  if (isa<DbgInfoIntrinsic, LifetimeIntrinsic>(Call))
    return;
  if (const auto *Block = dyn_cast<MemIntrinsic>(&Call)) {
    Sum.IsWritten |= Block->getRawDest() == &Address;
    Sum.Escapes |= Block->isVolatile();
    return;
  }
  const Function *Region = startedRegion(Call);
  const Function *Callee = Region ? Region : Call.getCalledFunction();
  if (Callee && Callee->getName() == marker::Begin)
    return;
  for (const Use &U : Call.args()) {
    if (U != &Address)
      continue;
    const unsigned Number = Call.getArgOperandNo(&U) - (Region ? 1 : 0);
    if (!Callee || Callee->isDeclaration() || Callee->isInterposable() ||
        Number >= Callee->arg_size() || Call.isBundleOperand(&U)) {
      Sum.Escapes = true;
      return;
    }
    const Argument *Parameter = Callee->getArg(Number);
    auto [Known, IsNew] = Fates.try_emplace(Parameter);
    if (IsNew) {
      Known->second.Escapes = true; // until more is known: a recursion
      const Fate New = fateOf(*Parameter);
      Fates[Parameter] = New;
    }
    const Fate &In = Fates[Parameter];
    Sum.IsWritten |= In.IsWritten;
    Sum.Escapes |= In.Escapes;
    if (In.IsReturned)
      Work.push_back(&Call);
  }
}

SharedVariables::Fate SharedVariables::fateOf(const Value &Address) {
  Fate Sum;
  SmallPtrSet<const Value *, 16> Seen;
  SmallVector<const Value *, 16> Work = {&Address};
  while (!Work.empty() && !Sum.Escapes) {
    const Value *V = Work.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    for (const User *U : V->users()) {
      if (const auto *Load = dyn_cast<LoadInst>(U)) {
        Sum.Escapes |= !Load->isSimple();
      } else if (const auto *Store = dyn_cast<StoreInst>(U)) {
        Sum.IsWritten |= Store->getPointerOperand() == V;
        Sum.Escapes |= !Store->isSimple() ||
                       (Store->getValueOperand() == V &&
                        !followSlot(*Store->getPointerOperand(), Work));
      } else if (isa<GetElementPtrInst, PHINode, SelectInst>(U)) {
        Work.push_back(U);
      } else if (const auto *Call = dyn_cast<CallBase>(U)) {
        addCall(*Call, *V, Sum, Work);
      } else if (isa<ReturnInst>(U)) {
        Sum.IsReturned = true;
      } else if (!isa<ICmpInst>(U)) {
        Sum.Escapes = true;
      }
    }
  }
  return Sum;
}

// Returns true if Address, an argument of the call that starts a region, is
// that of a variable that only the region may write to while it runs.
bool SharedVariables::isPrivateTo(const Value &Address) {
  if (const Argument *Parameter = parameterOf(Address))
    return isConstant(*Parameter); // all threads of the region around share it
  const Value *Variable = getUnderlyingObject(&Address);
  return isa<AllocaInst>(Variable) && !fateOf(*Variable).Escapes;
}

bool SharedVariables::isConstant(const Argument &Parameter) {
  const Function &Region = *Parameter.getParent();
  if (!Parameter.getType()->isPointerTy() || !Region.hasLocalLinkage() ||
      Region.use_empty())
    return false;
  const Fate Own = fateOf(Parameter);
  return !Own.IsWritten && !Own.Escapes &&
         all_of(Region.uses(), [&](const Use &U) {
           const auto *Call = dyn_cast<CallBase>(U.getUser());
           const bool Starts = Call && startedRegion(*Call) == &Region;
           if (!Call || !(Starts || Call->isCallee(&U)))
             return false;
           const unsigned Number = Parameter.getArgNo() + (Starts ? 1 : 0);
           return isPrivateTo(*Call->getArgOperand(Number));
         });
}

void SharedVariables::markParameters(Function &Region) {
  for (Argument &Parameter : Region.args())
    if (isConstant(Parameter))
      Parameter.addAttr(Attribute::get(Region.getContext(), KeepsValue));
}

void SharedVariables::unmarkParameters(Function &Region) {
  for (Argument &Parameter : Region.args())
    Region.removeParamAttr(Parameter.getArgNo(), KeepsValue);
}

bool isConstantVariable(const Value &Address) {
  const Argument *Parameter = parameterOf(Address);
  return Parameter && Parameter->getParent()->getAttributes().hasParamAttr(
                          Parameter->getArgNo(), KeepsValue);
}

} // namespace usersched
