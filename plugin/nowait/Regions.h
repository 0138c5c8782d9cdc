//===- Regions.h - parallel regions, and what may run in one --------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_REGIONS_H
#define USERSCHED_PLUGIN_REGIONS_H

#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace usersched {

/// Calls \p Found for the body of each parallel region in \p D, with its
/// directive, and for that of each function and lambda, which may be called in
/// one, with null. Leaves out the bodies of function templates, of which Clang
/// can build no graph.
void forEachRegion(
    const clang::Decl &D,
    llvm::function_ref<void(const clang::Stmt &Body,
                            const clang::OMPExecutableDirective *Parallel)>
        Found);

} // namespace usersched

#endif
