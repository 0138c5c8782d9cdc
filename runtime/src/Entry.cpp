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

/// What usersched_frame::runtime holds. Valid when zeroed, which the first init
/// does: until then IsBegun is 0, and nothing else has a value.
struct ThreadFrame {
  uint64_t IsBegun;
  Activation Loop;
  openmp::Work Work;
  /// Of the last loop: the region's, or of an orphaned loop a team made for it.
  Team *Shared;
  bool IsOrphaned;
  /// The user's number of the first iteration, as an unsigned integer.
  uint64_t Lower;

  static ThreadFrame &of(usersched_frame *Frame) {
    static_assert(sizeof(ThreadFrame) <= sizeof Frame->runtime,
                  "must fit the compiled code's frames");
    static_assert(std::is_trivially_copyable_v<ThreadFrame>,
                  "valid when zeroed");
    return *reinterpret_cast<ThreadFrame *>(Frame->runtime);
  }

  /// Enters the loop that this frame was in last, if that takes few steps.
  /// False: nothing has happened.
  __attribute__((always_inline)) bool enterAgain(const usersched_frame &Frame,
                                                 const usersched_loop *Same,
                                                 Team *Region, uint64_t First,
                                                 uint64_t Span) {
    if (!IsBegun || !Region || Region != Shared || Work.isTold())
      return false;
    Lower = First;
    return Loop.enterAgain(Same, Span + 1, Frame.data);
  }

  static ThreadFrame &begun(usersched_frame *Frame) {
    ThreadFrame &F = of(Frame);
    if (!F.IsBegun) {
      F = {};
      F.IsBegun = 1;
    }
    return F;
  }

  void leave() {
    if (!IsBegun || !Loop.leave())
      return;
    Work.end();
    if (IsOrphaned)
      leaveOrphan();
  }

  void leaveOrphan() {
    openmp::leaveOrphanedTeam(*Shared, Loop.threads());
    IsOrphaned = false;
    Shared = nullptr;
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

/// The logical iterations are First + 0 to First + Span.
void enterLoop(void *Location, int32_t Thread, usersched_frame *Frame,
               usersched_loop *Loop, Team *Region, uint64_t First,
               uint64_t Span) noexcept {
  ThreadFrame &F = ThreadFrame::begun(Frame);
  F.leave();
  F.Lower = First;
  Call &Entered = F.Loop.call();
  // A frame is one thread's in one region: both numbers are what they were.
  if (!Region || Region != F.Shared) {
    Entered.Thread = openmp::threadNumber();
    Entered.Threads =
        Region ? Region->size(openmp::teamSize) : openmp::teamSize();
    F.Shared = Region;
  }
  Entered.Loop = Loop;
  Entered.Captures = Frame->captures;
  Entered.Data = Frame->data;
  Entered.Chunk = Frame->chunk;
  Entered.Subspaces = Frame->subspaces;
  Entered.TripCount = Span + 1;
  Entered.Flags = Loop->flags;
  static const Overrides Settings(Options::get());
  Entered.apply(Settings);
  // To find the others of an orphaned loop takes a barrier.
  if (!Region) {
    if (Entered.has(USERSCHED_NOWAIT))
      Entered.Flags |= EvenShares;
    if (Entered.needsTeam()) {
      F.Shared = &openmp::joinOrphanedTeam(Location, Thread);
      F.IsOrphaned = true;
    }
  }
  F.Work.begin(Location, Thread, Entered.TripCount);
  F.Loop.enter(F.Shared);
}

template <typename T>
void initLoop(void *Location, int32_t Thread, usersched_frame *Frame,
              usersched_loop *Loop, usersched_team *Region, T Lower,
              T Upper) noexcept {
  using Unsigned = std::make_unsigned_t<T>;
  if (__builtin_expect(Loop->abi_version != USERSCHED_ABI_VERSION, 0))
    refuse(*Loop);
  if (Upper < Lower) {
    ThreadFrame::begun(Frame).leave();
    return;
  }
  const auto First = static_cast<Unsigned>(Lower);
  const auto Span = static_cast<Unsigned>(static_cast<Unsigned>(Upper) - First);
  auto *Shared = static_cast<Team *>(Region);
  if (!ThreadFrame::of(Frame).enterAgain(*Frame, Loop, Shared, First, Span))
    enterLoop(Location, Thread, Frame, Loop, Shared, First, Span);
}

usersched_range giveRange(const ThreadFrame &F, int32_t *Last) noexcept {
  const IterationRange &Range = F.Loop.given();
  if (Range.End == F.Loop.tripCount())
    *Last = 1;
  return {F.Lower + Range.Begin, Range.size()};
}

/// When nothing is at hand. In parts, so that what is usual saves no registers.
__attribute__((noinline)) usersched_range findRange(ThreadFrame &F,
                                                    int32_t *Last) noexcept {
  return F.Loop.next() ? giveRange(F, Last) : usersched_range();
}

__attribute__((noinline)) usersched_range takeRest(ThreadFrame &F,
                                                   int32_t *Last) noexcept {
  return F.Loop.takeRest() ? giveRange(F, Last) : findRange(F, Last);
}

__attribute__((noinline)) usersched_range endQuietly(ThreadFrame &F,
                                                     int32_t *Last) noexcept {
  return F.Loop.endQuietly() ? usersched_range() : findRange(F, Last);
}

} // namespace

extern "C" {

USERSCHED_EXPORT usersched_team *__usersched_team_begin(void) {
  return &takeTeam();
}

USERSCHED_EXPORT void __usersched_team_end(usersched_team *Region) {
  keepTeam(*static_cast<Team *>(Region));
}

#define USERSCHED_SHELLS(SUFFIX, TYPE)                                         \
  USERSCHED_EXPORT void __usersched_loop_init_##SUFFIX(                        \
      void *Location, int32_t Thread, usersched_frame *Frame,                  \
      usersched_loop *Loop, usersched_team *Region, TYPE Lower, TYPE Upper) {  \
    initLoop(Location, Thread, Frame, Loop, Region, Lower, Upper);             \
  }

USERSCHED_SHELLS(4, int32_t)
USERSCHED_SHELLS(4u, uint32_t)
USERSCHED_SHELLS(8, int64_t)
USERSCHED_SHELLS(8u, uint64_t)

USERSCHED_EXPORT usersched_range __usersched_loop_next(usersched_frame *Frame,
                                                       int32_t *Last) {
  ThreadFrame &F = ThreadFrame::of(Frame);
  if (F.Loop.takeReady())
    return giveRange(F, Last);
  if (F.Loop.isDrained())
    return {};
  return F.Loop.isClaiming() ? takeRest(F, Last) : endQuietly(F, Last);
}

USERSCHED_EXPORT void __usersched_loop_deinit(usersched_frame *Frame) {
  ThreadFrame::of(Frame).leave();
}

} // extern "C"
