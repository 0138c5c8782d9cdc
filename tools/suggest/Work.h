//===- Work.h - what an iteration of a loop does --------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_SUGGEST_WORK_H
#define USERSCHED_SUGGEST_WORK_H

#include <string>

namespace clang {
class ASTContext;
class OMPLoopDirective;
} // namespace clang

namespace usersched {

/// Whether iterations of a loop do equally much.
struct Work {
  enum Kind {
    Regular,   // nothing in the body depends on the iteration
    Unknown,   // something cannot be seen
    Irregular, // an inner loop or a call depends on the iteration
  };
  Kind Verdict = Regular;
  /// One line.
  std::string Reason;
  /// The load of an irregular loop, in names that the pragma can use; empty if
  /// it cannot be said.
  std::string Load;
  /// The body asks for the number of its thread, or uses variables of which
  /// each thread has its own.
  bool UsesThread = false;
  /// Neighbouring iterations write one element, as a word of a bitmap.
  bool SharesElements = false;
};

/// Returns what an iteration of the loop at \p D does.
Work workOf(clang::ASTContext &Ctx, const clang::OMPLoopDirective &D);

} // namespace usersched

#endif
