//===- Constructs.h - the directives that the pragma may stand before -----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_CONSTRUCTS_H
#define USERSCHED_PLUGIN_CONSTRUCTS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace usersched {

/// What the pragma makes of one kind of directive.
struct Construct {
  /// The directive's name.
  llvm::StringRef Written;
  /// What the parser gets in its place: a directive that takes a schedule
  /// clause; mostly the same. Empty if the loop cannot be scheduled by load.
  llvm::StringRef Compiled;
  /// The argument of the `bind` clause that says what the construct means here.
  /// Empty if there is no such clause.
  llvm::StringRef Binding = "";
  /// If the loop cannot be scheduled by load: the nearest directive that can.
  /// Empty if none is near.
  llvm::StringRef Instead = "";

  bool isReplaced() const { return Written != Compiled; }
};

/// Returns the construct that \p Name names; one without names for a directive
/// that the pragma does not know.
const Construct &findConstruct(llvm::StringRef Name);

/// Returns the name of the directive that \p Word gives the words of: as many
/// as make one, or all if none do. \p Word returns "" behind the last.
std::string longestDirective(llvm::function_ref<llvm::StringRef(size_t)> Word);

/// Returns true if \p Name is a loop that Clang compiles for a device.
bool isDeviceLoop(llvm::StringRef Name);

} // namespace usersched

#endif
