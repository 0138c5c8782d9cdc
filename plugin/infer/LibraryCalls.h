//===- LibraryCalls.h - calls whose effects are known ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_LIBRARYCALLS_H
#define USERSCHED_PLUGIN_LIBRARYCALLS_H

namespace llvm {
class Function;
class TargetLibraryInfo;
} // namespace llvm

namespace usersched {

/// Lets LLVM know what calls in \p F do not do: functions of the C library that
/// make a number of numbers have no effect; `new` and `delete` do not throw and
/// change no memory but their own; and what OpenMP says of the calling thread
/// and its team is unknown, without an effect.
void simplifyLibraryCalls(llvm::Function &F,
                          const llvm::TargetLibraryInfo &Library);

} // namespace usersched

#endif
