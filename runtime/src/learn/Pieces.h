//===- Pieces.h - how much a thread hands itself at once ------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread hands its chunks to itself piece by piece. Each piece costs a claim,
// and what is in no piece yet can be stolen (see Exposure.h). This file decides
// how large pieces are, as functions of values and of the clock's rate. Let Few
// be four for each thread of the team, at most 32, More the same, at most 64,
// Brief the chunks that take 2 us, and Kept those that the thread can expect to
// run itself. Of two values in a cell, the smaller one counts.
//
//   chunks that a thread has               least       most        while idle
//   ------------------------------------   ---------   ---------   ----------
//   without a plan, by load or stolen      1           Size/Few    1
//   without a plan, even chunks            1           Size/8      1
//   a group that was never timed           Size/32     Size/4      1
//   the same, if it is measured            Size/32 or  Size/4 or   1
//                                          Size/More   Size/More
//   a group under 10 us                    Size        Size        Brief
//   a group under 100 us, nothing stolen   Size/2      Size        Brief
//   a longer group, nothing stolen         Brief       Size/2      Brief
//   a group of which some is stolen, or    Brief       Kept/4 or   Brief
//   that is measured                                   Size/More
//   stolen from a group                    Brief       Size        Brief
//   the same, some groups unbegun          Brief       see         Brief
//                                                      stolenPieces()
//
// While nobody is idle, a piece is half of what is left, but not less than
// least and not more than most: guided self-scheduling. So a thread that is
// disturbed near the end of its group is helped. While a thread is idle, a
// piece is a share of what is left that leaves the others enough.
//
// Loads may not tell the time: nobody knows without a plan, by load; in a group
// that is measured; and in a group of which some is stolen. There, its
// owner's pieces are paced as well: none has more chunks than would take 25 us,
// or a 64th of the group's time if that is more, if they took as long as those
// of the last piece. So a thread does not find itself in a piece that takes
// longer than all that is left for the others. Without a plan, the loads of
// chunks may differ, too: see ChunkTable::light().
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PIECES_H
#define USERSCHED_PIECES_H

#include "base/Thresholds.h"
#include "plan/ChunkTable.h"

#include <algorithm>

namespace usersched {

/// What the last executions with a plan were like for one of its groups.
struct GroupPast {
  uint64_t Ticks;  ///< that the whole group took on average; 0: not known yet
  uint32_t Stolen; ///< of the group, in 255ths; falls slowly, rises at once; at
                   ///< least 1 if the group takes longer than others
};

/// The sizes of the pieces that a thread hands itself, in chunks.
struct PieceSizes {
  uint32_t Least, Most;
  /// Instead of Least while a thread is idle: a thief would not want less.
  uint32_t Brief;

  /// Returns how many of Left chunks are the next piece while nobody is idle.
  uint32_t of(uint32_t Left) const {
    return Left <= Least ? Left : std::max(std::min(Left / 2, Most), Least);
  }
};

/// Returns into how many pieces chunks are divided while a thread is idle, or
/// while nothing is known of them.
inline uint32_t fewPieces(uint32_t Threads) {
  return std::min(threshold::PiecesPerThread * Threads, threshold::MostPieces);
}

/// Without a plan, for Size chunks that may have the load of the whole loop.
inline PieceSizes unknownPieces(uint32_t Size, uint32_t Threads) {
  return {1, std::max(Size / fewPieces(Threads), 1u), 1};
}

/// Where the loads may not tell the time: how many ticks a piece of a group
/// should take.
inline uint64_t paceOf(GroupPast Past) {
  return std::max<uint64_t>(threshold::ticks(threshold::Long) / 4,
                            Past.Ticks / (2 * threshold::MostPieces));
}

/// Returns the logarithm of how many of the Size chunks of a group are its
/// first piece at most, where the loads may not tell the time.
inline uint8_t logFirstPiece(uint32_t Size, GroupPast Past) {
  const uint64_t First = Past.Ticks == 0 ? Size / threshold::MostPieces
                                         : Size * paceOf(Past) / Past.Ticks;
  return static_cast<uint8_t>(
      63 - __builtin_clzll(std::clamp<uint64_t>(First, 1, Size)));
}

/// Returns the logarithm of how many chunks the next piece has at most, when
/// the last one had 2^Log chunks and took Ticks, and should have taken Pace.
inline uint8_t logPieceAfter(uint8_t Log, uint64_t Ticks, uint64_t Pace) {
  if (Ticks < Pace / 2)
    return std::min<uint8_t>(Log + 1, 23);
  for (; Ticks > Pace && Log > 0; Ticks /= 2)
    --Log;
  return Log;
}

/// Without a plan, for the Size even chunks of a thread's share.
inline PieceSizes evenPieces(uint32_t Size) {
  return {1, std::max(Size / 8, 1u), 1};
}

/// Returns how many of the Size chunks of its group a thread can expect to run.
inline uint32_t keptChunks(uint32_t Size, GroupPast Past) {
  return static_cast<uint32_t>(uint64_t(Size) *
                               (255 - std::min(Past.Stolen, 255u)) / 255);
}

/// For a group of Size chunks of a plan.
inline PieceSizes groupPieces(uint32_t Size, GroupPast Past, uint32_t Threads) {
  // Where the loads do not tell the time, any piece may be the slow one: a
  // thread that finds itself in it must not have much of it, the less, the more
  // others could help.
  const uint32_t ForOthers =
      Past.Stolen == 0 ? Size
                       : Size / std::min(threshold::PiecesPerThread * Threads,
                                         2 * threshold::MostPieces);
  if (Past.Ticks == 0)
    return {std::max(std::min(Size / 32, ForOthers), 1u),
            std::min(Size / 4, ForOthers), 1};
  const uint64_t Half =
      std::min(threshold::ticks(threshold::ShortestTheft) / 2, Past.Ticks);
  const uint32_t Brief =
      std::max(static_cast<uint32_t>(Size * Half / Past.Ticks), 1u);
  if (Past.Stolen == 0) {
    if (Past.Ticks < threshold::ticks(threshold::ShortestGroup))
      return {Size, Size, Brief};
    if (Past.Ticks < threshold::ticks(threshold::Long))
      return {Size - Size / 2, Size, Brief};
    return {Brief, Size / 2, Brief};
  }
  // The first piece is no more than a quarter of what the thread can expect to
  // keep.
  return {Brief, std::min(keptChunks(Size, Past) / 4, ForOthers), Brief};
}

/// For a group of Size chunks that is measured, as if some of it had been
/// stolen before: its loads may not tell the time.
inline PieceSizes measuredPieces(uint32_t Size, GroupPast Past,
                                 uint32_t Threads) {
  return groupPieces(Size, {Past.Ticks, std::max(Past.Stolen, 1u)}, Threads);
}

/// For Size chunks stolen from a group whose pieces are Theirs. Unbegun is how
/// many groups nobody has begun: those can be taken as a whole, so of all that
/// a thread of Threads hands itself no more than its part.
inline PieceSizes stolenPieces(uint32_t Size, PieceSizes Theirs,
                               uint32_t Unbegun, uint32_t Threads) {
  const uint32_t Brief = Theirs.Brief;
  if (Unbegun <= 1)
    return {Brief, Size, Brief};
  return {Brief, static_cast<uint32_t>(uint64_t(Size) * Unbegun / Threads),
          Brief};
}

/// Returns how many of Left chunks are the next piece while a thread is idle.
inline uint32_t pieceWhileIdle(uint32_t Left, PieceSizes Sizes,
                               uint32_t Threads) {
  const uint32_t Part = Left / fewPieces(Threads);
  return std::min(std::max(std::min(Part, Sizes.Most), Sizes.Brief), Left);
}

} // namespace usersched

#endif
