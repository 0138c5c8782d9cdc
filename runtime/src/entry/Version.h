//===- Version.h - loops of another plugin --------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_VERSION_H
#define USERSCHED_VERSION_H

#include "usersched_abi.h"

namespace usersched {

/// Returns true if the plugin that compiled Loop had the version of the
/// interface that this library has.
inline bool isOurVersion(const usersched_loop &Loop) {
  return __builtin_expect(Loop.abi_version == USERSCHED_ABI_VERSION, 1);
}

/// Ends the process with a message: Loop has another version. Has no
/// `noreturn`, so that compilers jump to it.
void refuse(const usersched_loop &Loop);

} // namespace usersched

#endif
