//===- Exposure.h - how much of its group a thread lets others see --------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What was stolen from a thread lately says how finely it should cut its group
// (*Handling Transient and Persistent Imbalance Together in Distributed and
// Shared Memory*, VI.B.4 and VII.C): each piece costs a claim, and what is in
// no piece yet can be stolen. And how long groups took lately says whether a
// theft could save more time than it costs, before anybody has looked for one.
//
// Invariant: these are hints. Whatever they say, each chunk is claimed once.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_EXPOSURE_H
#define USERSCHED_EXPOSURE_H

#include "base/CacheLine.h"
#include "learn/Average.h"
#include "learn/Pieces.h"

#include <atomic>
#include <memory>

namespace usersched {

class Exposure {
  /// Written by its thread once per execution.
  struct alignas(NoSharing) Note {
    std::atomic<uint64_t> Past{0}; ///< Ticks * 256 + Stolen
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
    GroupPast Past = of(Thread);
    if (Past.Ticks == 0 && Past.Stolen > 0)
      Past.Ticks = longestTicks();
    return groupPieces(Size, Past, Threads);
  }

  /// 0: not known. Known once a long group has ended, or each group once.
  uint64_t longestTicks() const {
    return Longest.load(std::memory_order_relaxed);
  }

  /// Returns true if some group may last so long that a part of it is worth
  /// stealing; OwnTicks is how long one has just taken, 0 if that is not known.
  /// While no other group is known, those may last much longer. A loop whose
  /// groups have been short needs no thieves: threads end apart by little more
  /// than they started apart. If that changes, the group that has become long
  /// is known to be so in a later execution. And in a loop that is short for a
  /// team so large, to look at all others costs what it could save, unless some
  /// group usually takes longer.
  bool isWorthLooking(uint64_t OwnTicks) const {
    const uint64_t Known = longestTicks();
    if (Known == 0)
      return true;
    const uint64_t Longest = std::max(Known, OwnTicks);
    return isWorthALook(Longest) ||
           (!isShort(Longest) && Known >= OwnTicks + leastTicks());
  }

  /// Thread's group had Size chunks; after Ticks, Thread had run Done of them
  /// and there were none left.
  void note(uint32_t Thread, uint64_t Ticks, uint32_t Done, uint32_t Size) {
    const GroupPast Past = of(Thread);
    Ticks = std::min(Ticks, MaxTicks);
    uint32_t Stolen = Past.Stolen - (Past.Stolen + 3) / 4;
    if (Done < Size) {
      const uint64_t Lost = Size - Done;
      Stolen = std::max(Stolen, static_cast<uint32_t>(255 * Lost / Size));
      Stolen = std::max(Stolen, 1u);
      // Who came too late to run any of it knows nothing about its time.
      Ticks = Done ? std::min(Ticks / Done * Size, MaxTicks) : Past.Ticks;
    }
    const uint64_t After = average(Past.Ticks, Ticks);
    const uint64_t Average = Done ? std::max<uint64_t>(After, 1) : After;
    // What is handed out in large pieces cannot be stolen, and so would not be
    // noted as stolen either.
    if (isLate(Average))
      Stolen = std::max(Stolen, 1u);
    Notes[Thread].Past.store(Average << 8 | Stolen, std::memory_order_relaxed);
    // Not for noise: all threads read this. Nor for a group that is not worth a
    // look before all are compared: those that have not ended may be.
    const uint64_t Known = longestTicks();
    if (Average > Known / 4 * 5 && (Known > 0 || isWorthALook(Average)))
      Longest.store(Average, std::memory_order_relaxed);
  }

private:
  /// Averages of times below this fit.
  static constexpr uint64_t MaxTicks = uint64_t(1) << 50;

  /// A look at one thread takes about 15 ns, which is 3 % of this.
  uint64_t ticksWorthLooks() const {
    return threshold::ticks(Threads) / threshold::LooksPerMicrosecond;
  }
  /// What takes less is not worth a theft.
  static uint64_t leastTicks() {
    return threshold::ticks(threshold::ShortestTheft);
  }
  /// What is known of all groups, in ticks.
  struct All {
    uint64_t Most = 0, Least = 0, Sum = 0; ///< 0: no group is known
    uint32_t Known = 0;                    ///< groups with an average
    bool IsAnyStolen = false;
  };
  All look() const {
    All Result;
    for (uint32_t T = 0; T < Threads; ++T) {
      const GroupPast Past = of(T);
      Result.IsAnyStolen |= Past.Stolen > 0;
      if (Past.Ticks == 0)
        continue;
      Result.Most = std::max(Result.Most, Past.Ticks);
      Result.Least =
          Result.Known ? std::min(Result.Least, Past.Ticks) : Past.Ticks;
      Result.Sum += Past.Ticks;
      ++Result.Known;
    }
    return Result;
  }
  /// Returns true if nothing is known of the group, as always of an empty one.
  static bool mayBeEmpty(const GroupPast &Past) {
    return Past.Ticks == 0 && Past.Stolen == 0;
  }
  bool isWorthALook(uint64_t Ticks) const {
    return !isShort(Ticks) && Ticks >= ticksWorthLooks();
  }
  static bool isShort(uint64_t Ticks) {
    return Ticks < threshold::ticks(threshold::ShortestGroup);
  }
  /// Returns true if a theft from a group that takes Ticks would be worth it:
  /// those whose groups are shorter have the time.
  bool isLate(uint64_t Ticks) const {
    const uint64_t Known = Shortest.load(std::memory_order_relaxed);
    return Known > 0 && !isShort(Ticks) && Ticks >= Known + leastTicks();
  }

public:
  /// Finds the longest group, once each has ended of which IsEmpty(thread) is
  /// false; by any thread.
  template <typename Function> void compareAll(Function IsEmpty) {
    uint64_t Most = 0;
    for (uint32_t T = 0; T < Threads; ++T) {
      const GroupPast Past = of(T);
      if (mayBeEmpty(Past) && !IsEmpty(T))
        return;
      Most = std::max(Most, Past.Ticks);
    }
    uint64_t Unknown = 0;
    Longest.compare_exchange_strong(Unknown, Most, std::memory_order_relaxed);
  }

  /// Forgets what was long or short once; by any thread, now and then. Returns
  /// the least of the groups' averages that are known; 0: none is. So long does
  /// an execution take at least, however much single threads were disturbed.
  uint64_t recount() {
    const All Groups = look();
    if (Groups.Most > 0) {
      Longest.store(Groups.Most, std::memory_order_relaxed);
      Shortest.store(Groups.Least, std::memory_order_relaxed);
    }
    return Groups.Least;
  }

  /// Returns true if some of a group is stolen, or one takes longer than
  /// another by more than chance.
  bool isUneven() const {
    const All Groups = look();
    return Groups.IsAnyStolen || Groups.Most / 10 * 9 > Groups.Least;
  }

  /// Returns how many times as long the longest group takes as groups take on
  /// average; 0 if some group is not known.
  double stretch() const {
    const All Groups = look();
    return Groups.Known < Threads ? 0
                                  : static_cast<double>(Groups.Most) * Threads /
                                        static_cast<double>(Groups.Sum);
  }

  /// Returns true if all groups are known to be so short that nothing is
  /// stolen.
  bool isShort() const {
    const uint64_t Known = longestTicks();
    return Known > 0 && isShort(Known);
  }

  std::size_t bytes() const { return Threads * sizeof(Note); }
};

} // namespace usersched

#endif
