//===- Telescoping.h - loads that are differences of neighbours -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_TELESCOPING_H
#define USERSCHED_PLUGIN_TELESCOPING_H

#include "inspect/SimpleLoad.h"

namespace usersched {

/// Creates a usersched_prefix_function for the load that \p Evaluate,
/// `(iteration, ptr captures) -> i64`, computes, if the load telescopes: if
/// there is a function F such that the load of iteration i is F(i + 1) - F(i).
/// Returns null for any other load. \p Shape is what simplifyLoad() found out
/// about \p Evaluate. A function that is not to be optimized stays as it is.
///
/// The function reads only what the load of one iteration reads, of iteration
/// 0 for F(0) and of iteration i - 1 for F(i). Numbers that do not fit their
/// type make a difference of F that is not the load, and no other error.
llvm::Function *createTelescopedPrefix(llvm::Function &Evaluate,
                                       LoadShape Shape, llvm::Function &Parent,
                                       llvm::FunctionAnalysisManager &Analyses);

} // namespace usersched

#endif
