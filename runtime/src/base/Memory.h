//===- Memory.h - what happens when memory runs out -----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans, drafts and records make loops faster, or tell about them: a loop goes
// on without them. Without a team and its instances a loop cannot run.
//
// Invariant: no exception leaves the library; an allocation that fails ends the
// program only through need().
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_MEMORY_H
#define USERSCHED_MEMORY_H

#include <new>

namespace usersched {

/// Calls Optional. Returns false if memory ran out in it: the caller goes on
/// without what Optional was to make.
template <typename Function> bool attempt(Function Optional) {
  try {
    Optional();
    return true;
  } catch (const std::bad_alloc &) {
    return false;
  }
}

/// Says on stderr that there is no memory for What, and ends the program.
[[noreturn]] void endWithoutMemory(const char *What);

/// Returns what Make returns. If memory runs out in it, ends the program in
/// words: no loop can run without What.
template <typename Function>
auto need(const char *What, Function Make) -> decltype(Make()) {
  try {
    return Make();
  } catch (const std::bad_alloc &) {
    endWithoutMemory(What);
  }
}

} // namespace usersched

#endif
