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

/// Lets annotated loops and those within them begin at a cache line, on
/// machines where that matters (x86), unless they have but a few iterations. To
/// be run last, when all is inlined. LLVM ignores it in functions that are to
/// be small or are not optimized.
class LoopAlignment : public llvm::PassInfoMixin<LoopAlignment> {
public:
  /// \p OfAll: the same within OpenMP's own worksharing loops, so that their
  /// schedules can be compared with usersched's.
  explicit LoopAlignment(bool OfAll) : OfAll(OfAll) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);

private:
  bool isOfLoop(const llvm::Function &Callee) const;

  bool OfAll;
};

} // namespace usersched

#endif
