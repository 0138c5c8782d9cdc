//===- LoopAlignment.h - where the machine code of loops begins -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_LOOPALIGNMENT_H
#define USERSCHED_PLUGIN_LOOPALIGNMENT_H

#include "llvm/IR/PassManager.h"

namespace usersched {

/// Lets the innermost loops within annotated ones begin at a cache line, on
/// machines where that matters (x86). To be run last, when all is inlined.
/// LLVM ignores it in functions that are to be small or are not optimized.
class LoopAlignment : public llvm::PassInfoMixin<LoopAlignment> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
};

} // namespace usersched

#endif
