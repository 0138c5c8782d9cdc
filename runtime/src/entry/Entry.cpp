//===- Entry.cpp - the functions that compiled loops call -----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Typed shells over one implementation with logical iterations. Invariant: each
// thread's enter() and Work::begin() are matched by exactly one leave() and
// end(), however the thread leaves the loop.
//
//===----------------------------------------------------------------------===//
#include "base/FloatingPoint.h"
#include "base/Fork.h"
#include "base/Memory.h"
#include "entry/AtExit.h"
#include "entry/NoLoop.h"
#include "entry/ThreadFrame.h"
#include "entry/Version.h"
#include "team/TeamPool.h"

#include <type_traits>

using namespace usersched;

#define USERSCHED_EXPORT __attribute__((visibility("default")))

// Makes the call a jump. Without this, compilers make some a call.
#if defined(__clang__)
#define USERSCHED_TAIL __attribute__((musttail))
#else
#define USERSCHED_TAIL
#endif

namespace {

__attribute__((noinline)) void enterNothing(ThreadFrame &F) noexcept {
  F.leaveLast();
  // A fresh activation: it is outside of any loop, and it is not quiet, so that
  // it never looks at the slots of the last team, which others may use now.
  F.HasOwn = false;
  F.Loop = &F.own();
}

Singleton<const Overrides> LoopSettings;

const Overrides &loopSettings() noexcept {
  if (const Overrides *Known = LoopSettings.known())
    return *Known;
  const bool HasTool = openmp::hasTool(); // which may call the tool
  return LoopSettings.get([HasTool] {
    writeAtExit();
    return need("the settings",
                [HasTool] { return new Overrides(Options::get(), HasTool); });
  });
}

/// Enters the loop that F.Asked describes, in any number of steps.
__attribute__((noinline)) void enterLoop(ThreadFrame &F) noexcept {
  const usersched_frame &Frame = F.frame();
  usersched_loop &Loop = *F.Asked.Loop;
  Team *const Region = F.Asked.Region;
  F.Loop = &F.activationFor(Loop, Region);
  Call &Entered = F.Loop->call();
  Entered.Thread = Region           ? F.Self->thread()
                   : F.Threads == 1 ? 0
                                    : openmp::threadNumber();
  Entered.Threads = F.Threads;
  Entered.Loop = &Loop;
  Entered.Captures = Frame.captures;
  Entered.Data = Frame.data;
  Entered.Chunk = Frame.chunk;
  Entered.Subspaces = Frame.subspaces;
  Entered.TripCount = F.Asked.TripCount;
  Entered.Flags = Loop.flags;
  Entered.apply(loopSettings());
  // Finding the other threads of an orphaned loop takes a barrier.
  Entered.IsTeamUnknown =
      !Region && Entered.has(USERSCHED_NOWAIT) && !Entered.isReproducible();
  F.IsOrphaned = !Region && (Entered.needsTeam() ||
                             (Entered.isReproducible() && Entered.Threads > 1));
  F.IsUnusual = F.IsOrphaned || Entered.HasTool;
  if (F.IsOrphaned)
    F.Shared =
        &openmp::joinOrphanedTeam(F.Asked.Location, F.Asked.GlobalThread);
  if (F.IsUnusual)
    F.Work.begin(F.Asked.Location, F.Asked.GlobalThread, Entered.TripCount,
                 Entered.HasTool);
  const QuietFloatingPoint Quiet;
  enter(*F.Loop, Region || F.IsOrphaned ? F.Shared : nullptr);
}

/// Enters the loop that F.Asked describes, in few steps if possible.
__attribute__((noinline)) void enterAny(ThreadFrame &F) noexcept {
  F.leaveLast();
  F.join();
  Team *const Region = F.Asked.Region;
  Activation *Last = Region
                         ? Region->enterAgain(*F.Self, *F.Asked.Loop,
                                              F.Asked.TripCount, F.frame().data)
                         : nullptr;
  if (Last)
    F.Loop = Last;
  else
    enterLoop(F);
}

/// Enters the loop that F.Asked describes, where the thread was before, with
/// Last: as a short execution.
__attribute__((noinline)) void enterShort(ThreadFrame &F,
                                          Activation &Last) noexcept {
  if (!Last.enterShort(F.Asked.TripCount, F.frame().data))
    return enterAny(F);
  F.Loop = &Last;
}

__attribute__((noinline)) void enterPlanned(ThreadFrame &F,
                                            Activation &Last) noexcept {
  if (!Last.enterPlanned(F.Asked.TripCount, F.frame().data))
    return enterAny(F);
  F.Loop = &Last;
}

template <typename T>
void initLoop(void *Location, int32_t GlobalThread, usersched_frame *Frame,
              usersched_loop *Loop, usersched_team *Region, T Lower,
              T Upper) noexcept {
  using Unsigned = std::make_unsigned_t<T>;
  if (!isOurVersion(*Loop))
    return refuse(*Loop);
  ThreadFrame &F = ThreadFrame::of(Frame);
  const auto First = static_cast<Unsigned>(Lower);
  const auto TripCount =
      static_cast<Unsigned>(static_cast<Unsigned>(Upper) - First + 1);
  // A loop without iterations has the last number -1, also in unsigned types.
  if (Upper < Lower || TripCount == 0)
    return enterNothing(F);
  F.Lower = First;
  auto *const Shared = static_cast<Team *>(Region);
  F.Asked = {Location, Loop, Shared, TripCount, GlobalThread};
  // The usual case, in few steps: the thread has left its last loop, which was
  // in this region, and was in this loop before in this region.
  if (F.Loop && Shared && F.Shared == Shared && !F.Loop->isInside()) {
    Activation *Last = Shared->lastOf(*F.Self, *Loop);
    if (Last && Last->mayEnterAgain(Loop))
      return Last->knowsShort() ? enterShort(F, *Last) : enterPlanned(F, *Last);
  }
  enterAny(F);
}

usersched_range giveRange(const ThreadFrame &F, const Activation &Loop,
                          int32_t *Last) noexcept {
  const IterationRange Range = Loop.given();
  if (Range.End == Loop.tripCount())
    *Last = 1;
  return {F.Lower + Range.Begin, Range.size()};
}

// __usersched_loop_next() is in parts, so that the usual case saves no
// registers. The parts end in tail calls, so they cannot be noexcept. They call
// only functions that are.

__attribute__((noinline)) usersched_range findRange(usersched_frame *Frame,
                                                    int32_t *Last) noexcept {
  const ThreadFrame &F = ThreadFrame::of(Frame);
  Activation &Loop = *F.Loop;
  const QuietFloatingPoint Quiet;
  return Loop.next() ? giveRange(F, Loop, Last) : usersched_range();
}

__attribute__((noinline)) usersched_range deal(usersched_frame *Frame,
                                               int32_t *Last) noexcept {
  const ThreadFrame &F = ThreadFrame::of(Frame);
  return F.Loop->takeBlock() ? giveRange(F, *F.Loop, Last) : usersched_range();
}

template <bool HasEvenChunks, bool SomeoneIsIdle>
__attribute__((noinline)) usersched_range claim(usersched_frame *Frame,
                                                int32_t *Last) {
  const ThreadFrame &F = ThreadFrame::of(Frame);
  Activation &Loop = *F.Loop;
  if (Loop.claim<HasEvenChunks, SomeoneIsIdle>())
    return giveRange(F, Loop, Last);
  USERSCHED_TAIL return findRange(Frame, Last);
}

template <bool HasEvenChunks>
__attribute__((always_inline)) inline usersched_range
claim(usersched_frame *Frame, int32_t *Last) {
  if (ThreadFrame::of(Frame).Loop->someoneIsIdle())
    USERSCHED_TAIL return claim<HasEvenChunks, true>(Frame, Last);
  USERSCHED_TAIL return claim<HasEvenChunks, false>(Frame, Last);
}

__attribute__((noinline)) usersched_range endQuietly(usersched_frame *Frame,
                                                     int32_t *Last) {
  if (ThreadFrame::of(Frame).Loop->endQuietly())
    return {};
  USERSCHED_TAIL return findRange(Frame, Last);
}

} // namespace

extern "C" {

USERSCHED_EXPORT void __usersched_link_with_lusersched(void) {}

USERSCHED_EXPORT usersched_team *__usersched_team_begin(void) {
  return &takeTeam(openmp::mayCancel());
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
  const ThreadFrame &F = ThreadFrame::of(Frame);
  Activation &Loop = *F.Loop;
  if (Loop.takeReady())
    return giveRange(F, Loop, Last);
  if (Loop.isDrained())
    return {};
  if (Loop.isQuiet()) {
    if (Loop.isClaiming())
      USERSCHED_TAIL return claim<false>(Frame, Last);
    USERSCHED_TAIL return endQuietly(Frame, Last);
  }
  if (Loop.isDealing())
    USERSCHED_TAIL return deal(Frame, Last);
  if (!Loop.mayClaim())
    USERSCHED_TAIL return findRange(Frame, Last);
  if (Loop.hasEvenChunks())
    USERSCHED_TAIL return claim<true>(Frame, Last);
  USERSCHED_TAIL return claim<false>(Frame, Last);
}

USERSCHED_EXPORT void __usersched_loop_deinit(usersched_frame *Frame) {
  ThreadFrame &F = ThreadFrame::of(Frame);
  if (F.Loop)
    F.leave();
}

} // extern "C"
