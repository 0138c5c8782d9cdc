//===- League.h - lets one team run a reproducible loop -------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_LEAGUE_H
#define USERSCHED_PLUGIN_LEAGUE_H

#include "llvm/ADT/SetVector.h"

namespace llvm {
class CallInst;
class Function;
class Value;
} // namespace llvm

namespace usersched {

using Distributions = llvm::SmallSetVector<llvm::CallInst *, 1>;

/// Returns the calls of libomp that divide the iterations of the loop in \p
/// Region, the outlined function of a parallel region, among the teams of a
/// league.
Distributions findDistributions(llvm::Function &Region);

/// Lets one team run the whole loop of \p Descriptor, a usersched_loop, when
/// libusersched says so, instead of the iterations that \p Distribution, a call
/// of libomp, has given to the team.
void rewriteDistribution(llvm::CallInst &Distribution, llvm::Value &Descriptor);

} // namespace usersched

#endif
