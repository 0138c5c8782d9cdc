//===- DirectiveLowering.h - puts a loop's load into its schedule ---------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_DIRECTIVELOWERING_H
#define USERSCHED_PLUGIN_DIRECTIVELOWERING_H

#include "nowait/NowaitCheck.h"

namespace clang {
class ASTContext;
class FunctionDecl;
class OMPExecutableDirective;
class OMPLoopDirective;
} // namespace clang

namespace usersched {

class MarkerCalls;

/// What a loop was, and is, scheduled by.
struct LoweredSchedule {
  NowaitCheck::Expressions Loads; // what its scheduling evaluates
  llvm::StringRef Replaced;       // the user's clause; empty if there was none
};

/// Takes the markers out of the body of \p D, which stands in \p Function (null
/// in an initializer), there in \p Region (null outside of directives), and
/// puts what they say into the chunk expression of its schedule clause; of a
/// taskloop, where it makes tasks (see TaskloopScope.h). Reports what the keys
/// do not allow. \p Id tells the calls of this loop from those of others in the
/// same function.
///
/// Returns true if it is a worksharing loop that is scheduled by load, as
/// \p Schedule then says.
bool lowerDirective(clang::ASTContext &Ctx, MarkerCalls &Calls,
                    const clang::FunctionDecl *Function,
                    const clang::OMPExecutableDirective *Region,
                    clang::OMPLoopDirective &D, unsigned Id,
                    LoweredSchedule &Schedule);

} // namespace usersched

#endif
