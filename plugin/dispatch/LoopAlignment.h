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

/// Makes annotated worksharing loops and the loops in them begin at a cache
/// line, on x86 only, except loops with few iterations. Runs last, when
/// everything is inlined. LLVM ignores the alignment in functions that are to
/// be small or are not optimized.
class LoopAlignment : public llvm::PassInfoMixin<LoopAlignment> {
public:
  /// \p AlignsAll: aligns OpenMP's own worksharing loops, too, so that their
  /// schedules can be compared with usersched's.
  explicit LoopAlignment(bool AlignsAll) : AlignsAll(AlignsAll) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);

private:
  /// Returns true if a function that calls \p Callee has loops to align.
  bool isLoopCall(const llvm::Function &Callee) const;

  bool AlignsAll;
};

} // namespace usersched

#endif
