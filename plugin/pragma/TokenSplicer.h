//===- TokenSplicer.h - puts the markers into the loop's tokens -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_TOKENSPLICER_H
#define USERSCHED_PLUGIN_TOKENSPLICER_H

#include "clang/Basic/SourceLocation.h"

namespace clang {
class CompilerInstance;
}

namespace usersched {

struct Directive;
struct LoopTokens;

/// Reads the `omp` directive behind \p D and the headers of its loops. Hands
/// them back to the parser with a schedule clause that Clang lowers to dispatch
/// calls, and with one marker per item of \p D in front of the innermost body.
/// Reports an error and changes nothing if something else follows. Sets \p
/// HasLoop as soon as it has found the outermost loop. Returns where the header
/// of the innermost loop ends; an invalid location after an error.
///
/// Sets \p Loop.GoesOn, and hands nothing back, if the file ends first. Call
/// again with the same \p Loop when the preprocessor has left the file.
clang::SourceLocation spliceMarkers(clang::CompilerInstance &CI,
                                    const Directive &D, LoopTokens &Loop,
                                    bool &HasLoop);

} // namespace usersched

#endif
