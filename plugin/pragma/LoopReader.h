//===- LoopReader.h - reads a directive and the headers of its loops ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_LOOPREADER_H
#define USERSCHED_PLUGIN_LOOPREADER_H

#include "pragma/LoopDirective.h"

namespace usersched {

/// Reads the directive and the loop headers behind \p D into \p Loop, and sets
/// \p HasLoop when it finds the outermost loop. Returns false if no loop
/// follows that can be scheduled; then an error has been reported, or the file
/// ends and Clang will report one, or Loop.GoesOn is set. Either way \p Loop
/// has what was read. A directive that \p Loop already has is not read again.
bool readLoop(clang::CompilerInstance &CI, const Directive &D, LoopTokens &Loop,
              bool &HasLoop);

} // namespace usersched

#endif
