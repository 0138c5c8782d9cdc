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
/// and calls of the runtime. Changes nothing in a module without markers, so it
/// may run several times.
///
/// \p HasSource: true if Clang compiles the module from source in this process,
/// so that errors can show the source.
class DispatchPass : public llvm::PassInfoMixin<DispatchPass> {
public:
  explicit DispatchPass(bool HasSource = false) : HasSource(HasSource) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  /// Runs at -O0 and in optnone functions, too.
  static bool isRequired() { return true; }

private:
  bool HasSource;
};

/// Puts the pass at the start of every pipeline that \p PB builds, and
/// LoopAlignment, which takes \p AlignsAll, at the end.
void registerDispatchPass(llvm::PassBuilder &PB, bool HasSource,
                          bool AlignsAll);

} // namespace usersched

#endif
