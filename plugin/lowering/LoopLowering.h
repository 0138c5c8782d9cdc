//===- LoopLowering.h - moves the load into the schedule clause -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_LOOPLOWERING_H
#define USERSCHED_PLUGIN_LOOPLOWERING_H

#include "clang/AST/ASTConsumer.h"
#include <memory>

namespace clang {
class CompilerInstance;
}

namespace usersched {

/// The consumer that must run before code generation: takes the spliced
/// markers out of loop bodies and puts what they say into the chunk expression
/// of the directive's schedule clause.
std::unique_ptr<clang::ASTConsumer>
createLoopLowering(clang::CompilerInstance &CI);

} // namespace usersched

#endif
