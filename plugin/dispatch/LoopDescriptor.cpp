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
#include <cstddef>

using namespace llvm;

namespace usersched {

Constant *createDescriptor(LLVMContext &C, const LoopDescriptor &D) {
  static_assert(sizeof(usersched_loop) == 88 &&
                    offsetof(usersched_loop, file) == 8 &&
                    offsetof(usersched_loop, line) == 32 &&
                    offsetof(usersched_loop, inspect) == 40 &&
                    offsetof(usersched_loop, each) == 64 &&
                    offsetof(usersched_loop, plans) == 72 &&
                    offsetof(usersched_loop, number) == 80,
                "the fields below are those of usersched_loop");
  Constant *Null = ConstantPointerNull::get(PointerType::getUnqual(C));
  auto Int32 = [&](uint64_t Value) {
    return ConstantInt::get(Type::getInt32Ty(C), Value);
  };
  auto OrNull = [&](Constant *Function) { return Function ? Function : Null; };
  return ConstantStruct::getAnon(
      {Int32(USERSCHED_ABI_VERSION), Int32(D.Flags), D.File, D.Function, D.Load,
       Int32(D.Line), Int32(D.Column), OrNull(D.Inspect), OrNull(D.Subspace),
       OrNull(D.Prefix), ConstantInt::get(Type::getInt64Ty(C), D.Each),
       /*plans=*/Null, /*number=*/Int32(0), /*reserved=*/Int32(0)});
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
