//===- CurrentTeam.cpp - the team of the region that a thread is in -------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread keeps a list of the regions that it has announced, innermost
// first. A region that was compiled without the plugin is not announced. All
// threads of such a region must get the same answer: no team. So the innermost
// announced region counts only if the thread is inside as many regions as when
// it announced that region. This is enough: a thread cannot be in another
// region at the same level before it has left this one, and threads that wait
// for a region to be forked have left all their regions.
//
//===----------------------------------------------------------------------===//
#include "entry/OpenMP.h"

#include <type_traits>

using namespace usersched;

#define USERSCHED_EXPORT __attribute__((visibility("default")))

namespace {

/// The contents of usersched_scope::runtime.
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
