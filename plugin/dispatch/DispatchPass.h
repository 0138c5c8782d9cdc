//===- DispatchPass.h - retargets annotated loops to libusersched ---------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_DISPATCHPASS_H
#define USERSCHED_PLUGIN_DISPATCHPASS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class PassBuilder;
}

namespace usersched {

/// Replaces every loop marker of a module by a descriptor, outlined functions
/// and calls of the runtime. A module without markers is left as it is, so the
/// pass may run any number of times.
///
/// \p HasSource: Clang has made the module from source in this process, so that
/// errors can point at it.
class DispatchPass : public llvm::PassInfoMixin<DispatchPass> {
public:
  explicit DispatchPass(bool HasSource = false) : HasSource(HasSource) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; } // at -O0, in optnone functions

private:
  bool HasSource;
};

/// Puts the pass at the start of every pipeline that \p PB builds, and a
/// LoopAlignment, which \p AlignsAll is for, at its end.
void registerDispatchPass(llvm::PassBuilder &PB, bool HasSource,
                          bool AlignsAll);

} // namespace usersched

#endif
