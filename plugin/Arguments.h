//===- Arguments.h - -fplugin-arg-usersched-... ---------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_ARGUMENTS_H
#define USERSCHED_PLUGIN_ARGUMENTS_H

#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace clang {
class DiagnosticsEngine;
} // namespace clang

namespace usersched {

struct Arguments {
  /// `align-all`: LoopAlignment aligns OpenMP's own loops, too.
  bool AlignsAll = false;
  /// `quiet`: no warning that the pragma is ignored without OpenMP.
  bool IsQuiet = false;
};

/// Reads the plugin's arguments into \p Result. `help` prints the help to
/// stdout, and the compilation goes on. Reports an unknown argument and returns
/// false.
bool readArguments(clang::DiagnosticsEngine &Diags,
                   llvm::ArrayRef<std::string> Written, Arguments &Result);

} // namespace usersched

#endif
