//===- Exposure.h - how much of its group a thread lets others see --------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What was stolen from a thread lately says how finely it should cut its group
// (paper 002, VI.B.4 and VII.C): each piece costs a claim, and what is in no
// piece yet can be stolen. And how long groups took lately says whether a theft
// could save more time than it costs, before anybody has looked for one.
//
// Invariant: these are hints. Whatever they say, each chunk is claimed once.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_EXPOSURE_H
#define USERSCHED_EXPOSURE_H

#include "base/CacheLine.h"
#include "base/Clock.h"
#include "plan/ChunkTable.h"

#include <algorithm>
#include <atomic>
#include <memory>

namespace usersched {

/// What the last executions with a plan were like for one of its groups.
struct GroupPast {
  uint64_t Ticks;  ///< the whole group took on average; 0: not known yet
  uint32_t Stolen; ///< in 255ths; falls slowly, rises at once; 1 at least if
                   ///< the group takes longer than others
};

/// A group that is shorter is not worth a look at, by anybody.
inline uint64_t leastGroupTicks() { return 10 * clock::ticksPerMicrosecond(); }

/// Whether a group that takes Ticks goes out in more than two pieces although
/// nothing was stolen from it: claims cost it little.
inline bool isLasting(uint64_t Ticks) {
  return Ticks >= 10 * leastGroupTicks();
}

/// What is left of a group must last so long for a theft of half of it: stolen
/// chunks are in the victim's cache, and a theft disturbs the victim.
inline uint64_t leastTicks() { return 4 * clock::ticksPerMicrosecond(); }

/// Of 255: more than chance and disturbances take from a group.
constexpr uint32_t MuchStolen = 8;

/// The sizes of the pieces that a thread hands itself, in chunks; one word.
class PieceSizes {
  uint64_t Bits = 0; // {most:24, least:24, brief:16}
  static constexpr uint32_t MaxBrief = (1 << 16) - 1;

public:
  PieceSizes() = default;
  explicit PieceSizes(uint64_t Bits) : Bits(Bits) {}
  PieceSizes(uint32_t Least, uint32_t Most, uint32_t Brief)
      : Bits(uint64_t(Most) << 40 | uint64_t(Least) << 16 |
             std::min(Brief, MaxBrief)) {}

  uint64_t bits() const { return Bits; }
  uint32_t most() const { return static_cast<uint32_t>(Bits >> 40); }
  uint32_t least() const {
    return static_cast<uint32_t>(Bits >> 16) & MaxChunkNumber;
  }
  /// How many of Left chunks a thread hands itself at once: half within bounds.
  uint32_t of(uint32_t Left) const {
    return std::min(std::max(std::min(Left / 2, most()), least()), Left);
  }
  /// Instead of least() while someone is idle: a thief would not want less.
  uint32_t brief() const { return Bits & MaxBrief; }
};

/// How a group of Size chunks is cut while nobody is idle. What is handed out
/// is lost to thieves, so a thread hands itself half of what is left, until
/// pieces are not worth a theft: a thread that is disturbed near the end of its
/// group is helped. If chunks were stolen lately, the first piece is no more
/// than half of what the thread can expect to keep. If more than a few per cent
/// were stolen, its loads do not tell the time, so any piece may be the slow
/// one: a thread that finds itself in it must not have much of it, the less,
/// the more others could help. Where claims would cost more than a disturbance,
/// two pieces bound the damage: the second half can be stolen until the first
/// is done; and a short group is one piece.
inline PieceSizes pieceSizes(uint32_t Size, GroupPast Past,
                             uint32_t Threads = 1) {
  if (Past.Ticks == 0)
    return {std::max(Size / 32, 1u), Size / 4, 1};
  const uint64_t Half = std::min(leastTicks() / 2, Past.Ticks);
  const uint32_t Brief =
      std::max(static_cast<uint32_t>(Size * Half / Past.Ticks), 1u);
  if (Past.Stolen == 0 && !isLasting(Past.Ticks)) {
    if (Past.Ticks < leastGroupTicks())
      return {Size, Size, Brief};
    return {Size - Size / 2, Size, Brief};
  }
  const uint32_t Kept = static_cast<uint32_t>(
      uint64_t(Size) * (255 - std::min(Past.Stolen, 255u)) / 255);
  const bool IsKnown = Past.Stolen < MuchStolen;
  return {Brief,
          IsKnown ? Kept / 2
                  : std::min(Kept / 4, Size / std::min(4 * Threads, 64u)),
          Brief};
}

class Exposure {
  /// Written by its thread once per execution.
  struct alignas(NoSharing) Note {
    std::atomic<uint64_t> Past{0};   ///< Ticks * 256 + Stolen
    std::atomic<uint64_t> Pieces{0}; ///< as PieceSizes; 0: not known
  };
  std::unique_ptr<Note[]> Notes;
  const uint32_t Threads;
  /// About the longest average of any group, and the shortest at the last
  /// recount; hardly ever written.
  alignas(NoSharing) std::atomic<uint64_t> Longest{0};
  std::atomic<uint64_t> Shortest{0};

public:
  explicit Exposure(uint32_t Threads)
      : Notes(new Note[Threads]), Threads(Threads) {}

  GroupPast of(uint32_t Thread) const {
    const uint64_t Past = Notes[Thread].Past.load(std::memory_order_relaxed);
    return {Past >> 8, static_cast<uint32_t>(Past & 255)};
  }

  /// For Thread's group, which has Size chunks.
  PieceSizes pieces(uint32_t Thread, uint32_t Size) const {
    const uint64_t Known = Notes[Thread].Pieces.load(std::memory_order_relaxed);
    return Known ? PieceSizes(Known) : pieceSizes(Size, {});
  }

  /// 0: no group has ended yet.
  uint64_t longestTicks() const {
    return Longest.load(std::memory_order_relaxed);
  }

  /// Whether some group may last so long that a part of it is worth stealing;
  /// OwnTicks is how long one has just taken. A loop whose groups have been
  /// short needs no thieves: threads end apart by little more than they started
  /// apart. If that changes, the group that has become long is known to be so
  /// in a later execution. And in a loop that is short for a team so large, to
  /// look at all others costs what it could save, unless some group usually
  /// takes longer.
  bool isWorthLooking(uint64_t OwnTicks) const {
    const uint64_t Known = longestTicks();
    if (Known == 0)
      return true;
    const uint64_t Longest = std::max(Known, OwnTicks);
    return Longest >= leastGroupTicks() &&
           (Longest >= ticksWorthLooks() || Known >= OwnTicks + leastTicks());
  }

  /// Thread's group had Size chunks; after Ticks, Thread had run Done of them
  /// and there were none left.
  void note(uint32_t Thread, uint64_t Ticks, uint32_t Done, uint32_t Size) {
    const GroupPast Past = of(Thread);
    // The usual case: nothing new but the time.
    if (Done == Size && Past.Ticks > 0 && Past.Stolen == 0) {
      const uint64_t Average = (3 * Past.Ticks + Ticks) / 4;
      if (Average > 0 && isShort(Average) == isShort(Past.Ticks) &&
          isLasting(Average) == isLasting(Past.Ticks) && !isLate(Average) &&
          Average <= longestTicks() / 4 * 5) {
        Notes[Thread].Past.store(Average << 8, std::memory_order_relaxed);
        return;
      }
    }
    noteChange(Thread, Past, std::min(Ticks, MaxTicks), Done, Size);
  }

private:
  /// Averages of times below this fit.
  static constexpr uint64_t MaxTicks = uint64_t(1) << 50;

  /// A look at one thread takes about 15 ns, which is 3 % of this.
  uint64_t ticksWorthLooks() const {
    return Threads * clock::ticksPerMicrosecond() / 2;
  }
  static bool isShort(uint64_t Ticks) { return Ticks < leastGroupTicks(); }
  /// Whether a theft from a group that takes Ticks would be worth it: those
  /// whose groups are shorter have the time.
  bool isLate(uint64_t Ticks) const {
    const uint64_t Known = Shortest.load(std::memory_order_relaxed);
    return Known > 0 && !isShort(Ticks) && Ticks >= Known + leastTicks();
  }

  void noteChange(uint32_t Thread, GroupPast Past, uint64_t Ticks,
                  uint32_t Done, uint32_t Size) {
    uint32_t Stolen = Past.Stolen - (Past.Stolen + 3) / 4;
    if (Done < Size) {
      const uint64_t Lost = Size - Done;
      Stolen = std::max(Stolen, static_cast<uint32_t>(255 * Lost / Size));
      Stolen = std::max(Stolen, 1u);
      // Who came too late to run any of it knows nothing about its time.
      Ticks = Done ? Ticks / Done * Size : Past.Ticks;
    }
    Ticks = std::min(Ticks, MaxTicks);
    const uint64_t Sum = Past.Ticks ? 3 * Past.Ticks + Ticks : 4 * Ticks;
    const uint64_t Average = Done ? std::max<uint64_t>(Sum / 4, 1) : Sum / 4;
    // What is handed out in large pieces cannot be stolen, and so would not be
    // noted as stolen either.
    if (isLate(Average))
      Stolen = std::max(Stolen, 1u);
    const uint64_t Usual = Average > 0 ? Average : longestTicks();
    const PieceSizes Next = pieceSizes(Size, {Usual, Stolen}, Threads);
    Note &Its = Notes[Thread];
    Its.Past.store(Average << 8 | Stolen, std::memory_order_relaxed);
    Its.Pieces.store(Next.bits(), std::memory_order_relaxed);
    // Not for noise: all threads read this.
    if (Average > longestTicks() / 4 * 5)
      Longest.store(Average, std::memory_order_relaxed);
  }

public:
  /// Forgets what was long or short once; by any thread, now and then.
  void recount() {
    uint64_t Most = 0;
    for (uint32_t T = 0; T < Threads; ++T)
      Most = std::max(Most, of(T).Ticks);
    if (Most == 0)
      return;
    Longest.store(Most, std::memory_order_relaxed);
    Shortest.store(shortestTicks(), std::memory_order_relaxed);
  }

  /// The least of the groups' averages, 0 if one is not known: what an
  /// execution takes at least, however much single threads were disturbed.
  uint64_t shortestTicks() const {
    uint64_t Least = MaxTicks;
    for (uint32_t T = 0; T < Threads; ++T)
      Least = std::min(Least, of(T).Ticks);
    return Least;
  }

  /// Whether more than chance takes is stolen of some group, or one takes
  /// longer than another by more than chance.
  bool isUneven() const {
    uint64_t Most = 0, Least = MaxTicks;
    for (uint32_t T = 0; T < Threads; ++T) {
      const GroupPast Past = of(T);
      if (Past.Stolen >= MuchStolen)
        return true;
      if (Past.Ticks == 0)
        continue; // an empty group
      Most = std::max(Most, Past.Ticks);
      Least = std::min(Least, Past.Ticks);
    }
    return Most / 10 * 9 > Least;
  }

  /// Whether all groups are known to be so short that nothing is stolen.
  bool isShort() const {
    const uint64_t Known = longestTicks();
    return Known > 0 && isShort(Known);
  }

  std::size_t bytes() const { return Threads * sizeof(Note); }
};

} // namespace usersched

#endif
