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

/// Makes the loops of \p M that have schedule(runtime) ask libusersched first,
/// which honours ompx_set_usersched_for_loops. True if there are any.
bool retargetRuntimeLoops(llvm::Module &M);

} // namespace usersched

#endif
