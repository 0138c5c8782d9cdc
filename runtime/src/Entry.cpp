//===- Entry.cpp - the functions that compiled loops call -----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Typed shells over one implementation with logical iterations. Invariant: each
// thread's Activation::enter and Work::begin are matched by exactly one leave
// and end, however the thread leaves the loop.
//
//===----------------------------------------------------------------------===//
#include "Activation.h"
#include "OpenMP.h"
#include "TeamPool.h"

#include <cstdio>
#include <cstdlib>
#include <type_traits>

using namespace usersched;

#define USERSCHED_EXPORT __attribute__((visibility("default")))

namespace {

/// What usersched_frame::runtime holds. Valid when zeroed.
struct ThreadFrame {
  Activation Loop;
  openmp::Work Work;
  /// Of an orphaned loop of a team; null otherwise.
  Team *Orphaned;
  /// The user's number of the first iteration, as an unsigned integer.
  uint64_t Lower;

  static ThreadFrame &of(usersched_frame *Frame) {
    static_assert(sizeof(ThreadFrame) <= sizeof Frame->runtime,
                  "must fit the compiled code's frames");
    static_assert(std::is_trivially_copyable_v<ThreadFrame>,
                  "valid when zeroed");
    return *reinterpret_cast<ThreadFrame *>(Frame->runtime);
  }

  void leave() {
    if (!Loop.leave())
      return;
    Work.end();
    if (!Orphaned)
      return;
    openmp::leaveOrphanedTeam(*Orphaned, Loop.threads());
    Orphaned = nullptr;
    Loop.forgetTeam();
  }
};

[[noreturn]] void refuse(const usersched_loop &Loop) {
  std::fprintf(
      stderr,
      "usersched: the loop at %s:%u was compiled by a plugin of interface "
      "version %u, but this libusersched has version %u; compile it again with "
      "the plugin that came with this libusersched, or run it with the "
      "libusersched that came with the plugin\n",
      Loop.file ? Loop.file : "?", Loop.line, Loop.abi_version,
      USERSCHED_ABI_VERSION);
  std::abort();
}

template <typename T>
void initLoop(void *Location, int32_t Thread, usersched_frame *Frame,
              usersched_loop *Loop, usersched_team *Region, T Lower,
              T Upper) noexcept {
  using Unsigned = std::make_unsigned_t<T>;
  if (Loop->abi_version != USERSCHED_ABI_VERSION)
    refuse(*Loop);
  ThreadFrame &F = ThreadFrame::of(Frame);
  F.leave();
  if (Upper < Lower)
    return;
  const auto First = static_cast<Unsigned>(Lower);
  const auto Span = static_cast<Unsigned>(static_cast<Unsigned>(Upper) - First);
  Call Entered = {Loop,
                  Frame->captures,
                  Frame->data,
                  Frame->chunk,
                  Frame->subspaces,
                  uint64_t(Span) + 1,
                  openmp::threadNumber(),
                  openmp::teamSize(),
                  Loop->flags};
  Entered.apply(Options::get());
  auto *Shared = static_cast<Team *>(Region);
  // To find the others of an orphaned loop takes a barrier.
  if (!Shared && Entered.has(USERSCHED_NOWAIT))
    Entered.Flags |= Call::Even;
  if (!Shared && Entered.needsTeam())
    F.Orphaned = Shared = &openmp::joinOrphanedTeam(Location, Thread);
  F.Lower = First;
  F.Work.begin(Location, Thread, Entered.TripCount);
  F.Loop.enter(Entered, Shared);
}

template <typename T, typename Signed>
int32_t nextRange(usersched_frame *Frame, int32_t *Last, T *Lower, T *Upper,
                  Signed *Stride) noexcept {
  using Unsigned = std::make_unsigned_t<T>;
  ThreadFrame &F = ThreadFrame::of(Frame);
  IterationRange Range;
  if (!F.Loop.next(Range))
    return 0;
  *Lower = static_cast<T>(static_cast<Unsigned>(F.Lower + Range.Begin));
  *Upper = static_cast<T>(static_cast<Unsigned>(F.Lower + Range.End - 1));
  *Stride = 1;
  if (Range.End == F.Loop.tripCount())
    *Last = 1;
  return 1;
}

} // namespace

extern "C" {

USERSCHED_EXPORT usersched_team *__usersched_team_begin(void) {
  return &takeTeam();
}

USERSCHED_EXPORT void __usersched_team_end(usersched_team *Region) {
  keepTeam(*static_cast<Team *>(Region));
}

#define USERSCHED_SHELLS(SUFFIX, TYPE, STRIDE)                                 \
  USERSCHED_EXPORT void __usersched_loop_init_##SUFFIX(                        \
      void *Location, int32_t Thread, usersched_frame *Frame,                  \
      usersched_loop *Loop, usersched_team *Region, TYPE Lower, TYPE Upper) {  \
    initLoop(Location, Thread, Frame, Loop, Region, Lower, Upper);             \
  }                                                                            \
  USERSCHED_EXPORT int32_t __usersched_loop_next_##SUFFIX(                     \
      void *, int32_t, usersched_frame *Frame, int32_t *Last, TYPE *Lower,     \
      TYPE *Upper, STRIDE *Stride) {                                           \
    return nextRange(Frame, Last, Lower, Upper, Stride);                       \
  }

USERSCHED_SHELLS(4, int32_t, int32_t)
USERSCHED_SHELLS(4u, uint32_t, int32_t)
USERSCHED_SHELLS(8, int64_t, int64_t)
USERSCHED_SHELLS(8u, uint64_t, int64_t)

USERSCHED_EXPORT void __usersched_loop_deinit(void *, int32_t,
                                              usersched_frame *Frame) {
  ThreadFrame::of(Frame).leave();
}

} // extern "C"
