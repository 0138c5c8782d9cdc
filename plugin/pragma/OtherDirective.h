//===- OtherDirective.h - directives that divide no loop ------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_OTHERDIRECTIVE_H
#define USERSCHED_PLUGIN_OTHERDIRECTIVE_H

namespace clang {
class Preprocessor;
}

namespace usersched {

struct Directive;
struct LoopTokens;

/// Reports that the directive in \p Loop divides no loop among the threads of a
/// team, and says what to write instead: mostly, where \p D belongs.
void reportOtherDirective(clang::Preprocessor &PP, const Directive &D,
                          const LoopTokens &Loop);

} // namespace usersched

#endif
