//===- CurrentTeam.cpp - the team of the region that a thread is in -------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread keeps the regions that it has entered, innermost first. They tell
// nothing of a region that has not been entered (it was compiled without the
// plugin, say), whose threads must all get the same answer: none. So the
// innermost counts only where as many regions are around the thread as were
// around it when it entered. A thread that is in the region can be in no other
// one at that level before it has left it; those that wait for a region to be
// forked have left all of theirs.
//
//===----------------------------------------------------------------------===//
#include "entry/OpenMP.h"

#include <type_traits>

using namespace usersched;

#define USERSCHED_EXPORT __attribute__((visibility("default")))

namespace {

/// What usersched_scope::runtime holds.
struct Scope {
  usersched_team *Region;
  int32_t Thread, Level;
  Scope *Outer;

  static Scope &of(usersched_scope *S) {
    static_assert(sizeof(Scope) <= sizeof S->runtime &&
                      std::is_trivially_copyable_v<Scope>,
                  "must fit the compiled code's scopes");
    return *reinterpret_cast<Scope *>(S->runtime);
  }
};

thread_local Scope *Innermost = nullptr;

} // namespace

extern "C" {

USERSCHED_EXPORT void __usersched_region_enter(usersched_scope *S,
                                               usersched_team *Region,
                                               int32_t Thread) {
  Scope &Entered = Scope::of(S);
  Entered = {Region, Thread, openmp::level(), Innermost};
  Innermost = &Entered;
}

USERSCHED_EXPORT void __usersched_region_leave(usersched_scope *S) {
  Innermost = Scope::of(S).Outer;
}

USERSCHED_EXPORT usersched_team *
__usersched_current_team(usersched_frame *Frame) {
  if (!Innermost || Innermost->Level != openmp::level())
    return nullptr;
  Frame->thread = static_cast<uint64_t>(Innermost->Thread);
  return Innermost->Region;
}

} // extern "C"
