//===- RuntimeLoops.h - loops with schedule(runtime) ----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_RUNTIMELOOPS_H
#define USERSCHED_PLUGIN_RUNTIMELOOPS_H

namespace llvm {
class Module;
} // namespace llvm

namespace usersched {

/// Makes the loops of \p M with schedule(runtime) ask libusersched before
/// libomp, so that ompx_set_usersched_for_loops has its effect. Returns true if
/// \p M has such loops.
bool retargetRuntimeLoops(llvm::Module &M);

} // namespace usersched

#endif
