//===- LoopLowering.h - moves loads into schedule clauses -----------------===//
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

/// Returns the consumer that lowers annotated loops and runs the nowait check.
/// It must run before code generation.
std::unique_ptr<clang::ASTConsumer>
createLoopLowering(clang::CompilerInstance &CI);

} // namespace usersched

#endif
