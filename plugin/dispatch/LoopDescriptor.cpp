//===- LoopDescriptor.cpp - the descriptor of a loop in the IR ------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dispatch/LoopDescriptor.h"
#include "usersched_abi.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace usersched {

Constant *createDescriptor(LLVMContext &C, const LoopDescriptor &D) {
  Constant *Null = ConstantPointerNull::get(PointerType::getUnqual(C));
  auto Int32 = [&](uint64_t Value) {
    return ConstantInt::get(Type::getInt32Ty(C), Value);
  };
  auto OrNull = [&](Constant *Given) { return Given ? Given : Null; };
  // The fields of usersched_loop, whose places usersched_abi.h asserts.
  return ConstantStruct::getAnon(
      {Int32(USERSCHED_ABI_VERSION), Int32(D.Flags), D.File, D.Function, D.Load,
       Int32(D.Line), Int32(D.Column), OrNull(D.Inspect), OrNull(D.Subspace),
       OrNull(D.Prefix), ConstantInt::get(Type::getInt64Ty(C), D.Each),
       /*plans=*/Null, /*number=*/Int32(0), /*reserved=*/Int32(0),
       OrNull(D.Name)});
}

GlobalVariable *createDescriptorVariable(Module &M, Constant &Descriptors,
                                         const Twine &Name) {
  auto *Variable =
      new GlobalVariable(M, Descriptors.getType(), /*isConstant=*/false,
                         GlobalValue::InternalLinkage, &Descriptors, Name);
  Variable->setAlignment(Align(alignof(usersched_loop)));
  return Variable;
}

} // namespace usersched
