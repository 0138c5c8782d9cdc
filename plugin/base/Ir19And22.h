//===- Ir19And22.h - what differs in the IR of LLVM 19 and 22 -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Ast19And22.h.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_IR19AND22_H
#define USERSCHED_PLUGIN_IR19AND22_H

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/Value.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#if LLVM_VERSION_MAJOR >= 22
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif

namespace usersched::release {

/// The offsets that GEPOperator::collectOffset() fills in.
#if LLVM_VERSION_MAJOR >= 21
using Offsets = llvm::SmallMapVector<llvm::Value *, llvm::APInt, 4>;
#else
using Offsets = llvm::MapVector<llvm::Value *, llvm::APInt>;
#endif

/// Emits what scalar evolution knows in front of an instruction.
struct Expander : llvm::SCEVExpander {
  Expander(llvm::ScalarEvolution &Evolution, const llvm::Instruction &At)
#if LLVM_VERSION_MAJOR >= 22
      : SCEVExpander(Evolution, "count", /*PreserveLCSSA=*/false) {
    (void)At;
  }
#else
      : SCEVExpander(Evolution, At.getDataLayout(), "count",
                     /*PreserveLCSSA=*/false) {
  }
#endif
};

/// Returns the promise that a call keeps no copy of a pointer.
inline llvm::Attribute noCapture(llvm::LLVMContext &C) {
#if LLVM_VERSION_MAJOR >= 21
  return llvm::Attribute::getWithCaptureInfo(C, llvm::CaptureInfo::none());
#else
  return llvm::Attribute::get(C, llvm::Attribute::NoCapture);
#endif
}

} // namespace usersched::release

#endif
