//===- TaskloopRewriter.h - makes tasks of equal load ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_TASKLOOPREWRITER_H
#define USERSCHED_PLUGIN_TASKLOOPREWRITER_H

#include "llvm/IR/PassManager.h"

namespace usersched {

class EqualFunctions;

/// Replaces the markers of every taskloop of \p M by a descriptor and outlined
/// functions, and makes libomp divide numbers of parts, which have about equal
/// load, instead of iterations. \p HasSource is that of DispatchPass. Returns
/// false if there are none.
bool rewriteTaskloops(llvm::Module &M, EqualFunctions &Synthesized,
                      llvm::FunctionAnalysisManager &Analyses, bool HasSource);

} // namespace usersched

#endif
