//===- InPlace.h - loops that read what other iterations write ------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_SUGGEST_INPLACE_H
#define USERSCHED_SUGGEST_INPLACE_H

#include "clang/AST/StmtOpenMP.h"
#include <string>

namespace usersched {

/// Returns what the user calls the first array of which iterations of the loop
/// at \p D seem to read elements that other iterations write; empty if none is
/// seen. \p D is no pattern of a template and stands in \p Region, the body of
/// the parallel region at \p Parallel; \p Parallel is null for the body of a
/// function or a lambda without a region around \p D.
std::string arrayInPlace(clang::ASTContext &Ctx,
                         const clang::OMPLoopDirective &D,
                         const clang::Stmt &Region,
                         const clang::OMPExecutableDirective *Parallel);

} // namespace usersched

#endif
