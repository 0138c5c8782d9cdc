//===- TaskloopScope.h - where a taskloop evaluates its load --------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_TASKLOOPSCOPE_H
#define USERSCHED_PLUGIN_TASKLOOPSCOPE_H

namespace clang {
class ASTContext;
class Expr;
class OMPLoopDirective;
} // namespace clang

namespace usersched {

class MarkerCalls;
struct AnnotatedLoop;

/// Returns true if \p D divides its iterations into tasks.
bool isTaskloop(const clang::OMPLoopDirective &D);

/// Returns an expression: how many iterations the taskloop \p D has. Evaluated
/// where evaluateBeforeTasks() puts it.
clang::Expr *taskloopCount(clang::ASTContext &Ctx, MarkerCalls &Calls,
                           clang::OMPLoopDirective &D);

/// Reports what Clang could not evaluate before the tasks of \p D: an item, or
/// a reproducible reduction, that names what a lambda captures. Returns false
/// after an error.
bool checkTaskloopItems(clang::ASTContext &Ctx, clang::OMPLoopDirective &D,
                        AnnotatedLoop &Loop);

/// Keeps the tasks of \p D from copying variables that only \p Loop names,
/// whose markers have been taken out of the body: implicit `firstprivate`
/// variables, as Clang found them in the body. An object would be copied for
/// each task.
void dropCopiesForItems(clang::ASTContext &Ctx, clang::OMPLoopDirective &D,
                        const AnnotatedLoop &Loop);

/// Makes the tasks of \p D tied. An untied task may return from the function of
/// the loop and go on there later, so that nobody sees where a block ends.
void tieTasks(clang::ASTContext &Ctx, clang::OMPLoopDirective &D);

/// Makes the task that meets the taskloop \p D evaluate \p Chain, once, before
/// there are tasks of the loop. The iteration variable and the counters have
/// storage there.
void evaluateBeforeTasks(clang::ASTContext &Ctx, clang::OMPLoopDirective &D,
                         const AnnotatedLoop &Loop, clang::Expr *Chain);

} // namespace usersched

#endif
