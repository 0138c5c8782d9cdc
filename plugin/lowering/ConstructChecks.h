//===- ConstructChecks.h - what a construct demands of its loop -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_CONSTRUCTCHECKS_H
#define USERSCHED_PLUGIN_CONSTRUCTCHECKS_H

namespace clang {
class ASTContext;
class OMPExecutableDirective;
class OMPLoopDirective;
} // namespace clang

namespace usersched {

struct AnnotatedLoop;

/// Reports what the directive of \p Loop does not allow and Clang did not see.
/// \p D is the directive that Clang got, and \p Region the innermost directive
/// around it in its function, null if there is none. Returns false after an
/// error.
bool checkConstruct(clang::ASTContext &Ctx, const clang::OMPLoopDirective &D,
                    const clang::OMPExecutableDirective *Region,
                    AnnotatedLoop &Loop);

} // namespace usersched

#endif
