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

/// What usersched_frame::runtime holds. The compiled code sets the first 64
/// bits to 0; the rest has a value once IsBegun, and Own once HasOwn.
struct ThreadFrame {
  uint32_t IsBegun;
  bool IsOrphaned;
  bool HasOwn;
  /// Of the last loop: Own, or in the team of its region.
  Activation *Loop;
  /// Of the last loop: the region's, or of an orphaned loop a team made for it.
  Team *Shared;
  /// The thread in the region, if there is one.
  Team::Member *Mine;
  /// The user's number of the first iteration, as an unsigned integer.
  uint64_t Lower;
  openmp::Work Work;
  Activation Own;

  static ThreadFrame &of(usersched_frame *Frame) {
    static_assert(sizeof(ThreadFrame) <= sizeof Frame->runtime,
                  "must fit the compiled code's frames");
    static_assert(std::is_trivially_copyable_v<ThreadFrame>,
                  "needs no constructor");
    return *reinterpret_cast<ThreadFrame *>(Frame->runtime);
  }

  static ThreadFrame &begun(usersched_frame *Frame) {
    ThreadFrame &F = of(Frame);
    if (!F.IsBegun)
      F.begin();
    return F;
  }

  /// An empty loop.
  void enterNothing() {
    if (!IsBegun)
      begin();
    leave();
    Loop = &own();
  }

  void begin() {
    IsBegun = 1;
    Loop = nullptr;
    Shared = nullptr;
    Work = {};
  }

  /// Region is not null.
  void comeTo(Team &Region) {
    if (Shared == &Region)
      return;
    // A frame is one thread's in one region.
    const uint32_t Threads = Region.size(openmp::teamSize);
    Mine = &Region.arrive(openmp::threadNumber(), Threads);
    Shared = &Region;
  }

  /// Enters the frame's last loop again, if it is that and if that takes few
  /// steps. False: nothing has happened.
  __attribute__((always_inline)) bool enterSame(const usersched_loop &Same,
                                                const Team *Region,
                                                uint64_t TripCount,
                                                uint64_t Data) {
    return IsBegun && Region && Shared == Region && !Work.isTold() &&
           Loop->enterAgain(&Same, TripCount, Data);
  }

  /// The same for a loop that was not the frame's last one, but the thread's
  /// last one in its place. False: the thread has come to Region, but nothing
  /// else has happened.
  bool enterKnown(const usersched_loop &Known, Team *Region, uint64_t TripCount,
                  uint64_t Data) {
    if (!Region)
      return false;
    if (!IsBegun)
      begin();
    leave();
    comeTo(*Region);
    if (openmp::Work::isWatched() || !Region->knows(*Mine, Known))
      return false;
    Activation &Last = Mine->activation(Known);
    if (!Last.enterAgain(&Known, TripCount, Data))
      return false;
    Loop = &Last;
    return true;
  }

  /// Where the thread enters Next, a loop of Region, if that is not null.
  Activation &activationFor(const usersched_loop &Next, const Team *Region) {
    if (Region) {
      Activation &Its = Mine->activation(Next);
      Its.abandon();
      return Its;
    }
    return own();
  }

  Activation &own() {
    if (!HasOwn) {
      HasOwn = true;
      Own = {};
    }
    return Own;
  }

  __attribute__((always_inline)) void leave() {
    if (IsBegun && Loop && Loop->leave() && (Work.isTold() || IsOrphaned))
      leaveUnusual();
  }

  void leaveUnusual() {
    Work.end();
    if (!IsOrphaned)
      return;
    openmp::leaveOrphanedTeam(*Shared, Loop->threads());
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

/// Enters a loop of TripCount iterations; Region is the region's team, or null.
__attribute__((noinline)) void enterLoop(void *Location, int32_t GlobalThread,
                                         usersched_frame *Frame,
                                         usersched_loop &Loop, Team *Region,
                                         uint64_t TripCount) noexcept {
  ThreadFrame &F = ThreadFrame::begun(Frame);
  F.leave();
  F.Loop = &F.activationFor(Loop, Region);
  Call &Entered = F.Loop->call();
  Entered.Thread = Region ? F.Mine->thread() : openmp::threadNumber();
  Entered.Threads = Region ? F.Mine->threads() : openmp::teamSize();
  Entered.Loop = &Loop;
  Entered.Captures = Frame->captures;
  Entered.Data = Frame->data;
  Entered.Chunk = Frame->chunk;
  Entered.Subspaces = Frame->subspaces;
  Entered.TripCount = TripCount;
  Entered.Flags = Loop.flags;
  static const Overrides Settings(Options::get());
  Entered.apply(Settings);
  // To find the others of an orphaned loop takes a barrier.
  if (!Region) {
    if (Entered.has(USERSCHED_NOWAIT))
      Entered.Flags |= EvenShares;
    if (Entered.needsTeam()) {
      F.Shared = &openmp::joinOrphanedTeam(Location, GlobalThread);
      F.IsOrphaned = true;
    }
  }
  F.Work.begin(Location, GlobalThread, TripCount);
  F.Loop->enter(Region || F.IsOrphaned ? F.Shared : nullptr);
}

/// The same in few steps, if they do. A function of its own, since it needs
/// registers that the usual way to enter does without.
__attribute__((noinline)) void enterOther(void *Location, int32_t GlobalThread,
                                          usersched_frame *Frame,
                                          usersched_loop &Loop, Team *Region,
                                          uint64_t TripCount) noexcept {
  ThreadFrame &F = ThreadFrame::of(Frame);
  if (!F.enterKnown(Loop, Region, TripCount, Frame->data))
    enterLoop(Location, GlobalThread, Frame, Loop, Region, TripCount);
}

template <typename T>
void initLoop(void *Location, int32_t GlobalThread, usersched_frame *Frame,
              usersched_loop *Loop, usersched_team *Region, T Lower,
              T Upper) noexcept {
  using Unsigned = std::make_unsigned_t<T>;
  if (__builtin_expect(Loop->abi_version != USERSCHED_ABI_VERSION, 0))
    refuse(*Loop);
  ThreadFrame &F = ThreadFrame::of(Frame);
  if (Upper < Lower)
    return F.enterNothing();
  const auto First = static_cast<Unsigned>(Lower);
  const auto Span = static_cast<Unsigned>(static_cast<Unsigned>(Upper) - First);
  const uint64_t TripCount = uint64_t(Span) + 1;
  F.Lower = First;
  auto *Shared = static_cast<Team *>(Region);
  if (!F.enterSame(*Loop, Shared, TripCount, Frame->data))
    enterOther(Location, GlobalThread, Frame, *Loop, Shared, TripCount);
}

usersched_range giveRange(const ThreadFrame &F, int32_t *Last) noexcept {
  const IterationRange &Range = F.Loop->given();
  if (Range.End == F.Loop->tripCount())
    *Last = 1;
  return {F.Lower + Range.Begin, Range.size()};
}

/// When nothing is at hand. In parts, so that what is usual saves no registers.
__attribute__((noinline)) usersched_range findRange(ThreadFrame &F,
                                                    int32_t *Last) noexcept {
  return F.Loop->next() ? giveRange(F, Last) : usersched_range();
}

__attribute__((noinline)) usersched_range takeRest(ThreadFrame &F,
                                                   int32_t *Last) noexcept {
  return F.Loop->takeRest() ? giveRange(F, Last) : findRange(F, Last);
}

__attribute__((noinline)) usersched_range endQuietly(ThreadFrame &F,
                                                     int32_t *Last) noexcept {
  return F.Loop->endQuietly() ? usersched_range() : findRange(F, Last);
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
  if (F.Loop->takeReady())
    return giveRange(F, Last);
  if (F.Loop->isDrained())
    return {};
  return F.Loop->isClaiming() ? takeRest(F, Last) : endQuietly(F, Last);
}

USERSCHED_EXPORT void __usersched_loop_deinit(usersched_frame *Frame) {
  ThreadFrame::of(Frame).leave();
}

} // extern "C"
