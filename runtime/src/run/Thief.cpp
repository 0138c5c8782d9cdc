//===- Thief.cpp - a thread that has nothing left to do -------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Thief.h.
//
//===----------------------------------------------------------------------===//
#include "run/Thief.h"

using namespace usersched;

/// Returns an estimate of how long it takes to run the chunks Left, if to run
/// Measured took Ticks; by load or by iterations, whichever is longer, in case
/// the loads are wrong.
static double estimate(const ChunkTable &Chunks, ChunkRange Left,
                       ChunkRange Measured, uint64_t Ticks) {
  double Share = static_cast<double>(Chunks.iterations(Left).size()) /
                 static_cast<double>(Chunks.iterations(Measured).size());
  const double MeasuredLoad = Chunks.load(Measured);
  if (MeasuredLoad > 0)
    Share = std::max(Share, Chunks.load(Left) / MeasuredLoad);
  return Share * static_cast<double>(Ticks);
}

/// Returns true if the thread gains by stealing half of a victim's Left,
/// judging by how long the own group took and by how long that of Left took
/// lately. (Whether the victim has arrived does not matter: if it is awaited at
/// a barrier, that takes as long, and if not, a short group holds nobody up.)
bool Thief::isWorthStealing(ChunkRange Left) const {
  if (!Plan)
    return true; // nothing is known yet
  // The victim may itself have stolen it.
  const uint32_t Origin = Plan->groupWith(Left.Begin);
  const ChunkRange Own = Me.Initial.range(), Theirs = Plan->group(Origin);
  const GroupPast Past = Plan->Exposed.of(Origin);
  if (Past.Ticks == 0 || Own.empty() || Theirs.empty())
    return true;
  const auto Least =
      static_cast<double>(threshold::ticks(threshold::ShortestTheft));
  return estimate(Me.Chunks, Left, Own, Me.OwnTicks) >= Least ||
         estimate(Me.Chunks, Left, Theirs, Past.Ticks) >= Least;
}

/// Returns the thread at Place, 1 to Threads - 1, in the order of victims. The
/// order begins with the nearest: 1, -1, 2, -2, ... threads away.
inline uint32_t Thief::victimAt(uint32_t Place) const {
  const uint32_t Threads = Me.Entered.Threads, Distance = (Place + 1) / 2;
  const uint32_t Shift = Place % 2 ? Distance : Threads - Distance;
  const uint32_t Victim = Me.Entered.Thread + Shift;
  return Victim < Threads ? Victim : Victim - Threads;
}

/// Takes half of what Victim has left, or all of it if Victim has not arrived,
/// if that is worth it.
ChunkRange Thief::stealFrom(uint32_t Victim) {
  Slot &Theirs = Current.slot(Victim, Me.Initial.epoch());
  const SlotWord Initially(Me.Initial.epoch(),
                           Current.initialGroup(Victim, Me.Entered, Me.Chunks));
  const ChunkRange Left = Theirs.peek(Initially);
  if (Left.empty() || !isWorthStealing(Left))
    return {};
  return Theirs.takeBack(Initially, Me.Chunks);
}

/// Returns the first place from Place on whose thread may have something, or
/// the number of threads.
inline uint32_t Thief::findVictim(uint32_t Place) const {
  const uint16_t Epoch = Me.Initial.epoch();
  for (; Place < Me.Entered.Threads; ++Place) {
    if constexpr (clock::IsVirtual)
      clock::look();
    if (!Current.slot(victimAt(Place), Epoch).isEmpty(Epoch))
      break;
  }
  return Place;
}

/// Counts the groups from Place on that nobody has begun, because their owners
/// have not arrived. Stores in Best the place of the group to take first, if
/// there is one: the nearest, unless another one is far heavier (LPT).
inline uint32_t Thief::countUnbegun(uint32_t Place, uint32_t &Best) const {
  const uint16_t Epoch = Me.Initial.epoch();
  uint32_t Count = 0;
  double Least = 0;
  for (; Place < Me.Entered.Threads; ++Place) {
    if constexpr (clock::IsVirtual)
      clock::look();
    const uint32_t Victim = victimAt(Place);
    if (!Current.slot(Victim, Epoch).isUnbegun(Epoch))
      continue;
    const ChunkRange Group =
        Current.initialGroup(Victim, Me.Entered, Me.Chunks);
    if (Group.empty())
      continue;
    const double Load = Me.Chunks.load(Group);
    if (Count++ == 0 || Load > Least) {
      Best = Place;
      Least = threshold::Much * Load;
    }
  }
  return Count;
}

ChunkRange Thief::steal(Activation::State WithLoot, Activation::State Without) {
  Me.Present = Without;
  if (Plan) {
    if (Me.OwnTicks == 0) // what the own group usually takes
      Me.OwnTicks = Plan->Exposed.of(Me.Entered.Thread).Ticks;
    if (!Plan->Exposed.isWorthLooking(Me.OwnTicks))
      return {};
  }
  const uint32_t Place = findVictim(1);
  if (Place < Me.Entered.Threads)
    return stealFromAny(Place, WithLoot);
  Current.noteIdle(Me.Execution);
  return {};
}

/// Steals from the first of these victims that has something: a thread whose
/// group nobody has begun, because one theft takes the whole group, from
/// nobody's cache; the threads from Place on, which is the nearest that may
/// have something. While two groups are not begun, the thread does not count as
/// idle.
ChunkRange Thief::stealFromAny(uint32_t Place, Activation::State WithLoot) {
  uint32_t Victim = 0, Unbegun = 0;
  if (!Current.someoneIsIdle(Me.Execution)) {
    if (Plan)
      Unbegun = countUnbegun(Place, Victim);
    if (Unbegun <= 1)
      Current.noteIdle(Me.Execution);
  }
  ChunkRange Stolen;
  if (Unbegun > 0)
    Stolen = stealFrom(victimAt(Victim));
  while (Stolen.empty() && Place < Me.Entered.Threads) {
    Stolen = stealFrom(victimAt(Victim = Place));
    if (Stolen.empty())
      Place = findVictim(Place + 1);
  }
  if (Stolen.empty())
    return {};

  const uint64_t Iterations = Me.Chunks.iterations(Stolen).size();
  Counters &Counts = Counters::mine();
  Counts.add(Count::Steals, 1);
  Counts.add(Count::StolenIterations, Iterations);
  if (Me.Notes)
    Me.Notes->stole(Me.Entered.Thread, victimAt(Victim), Iterations,
                    Me.stolenLoad(Stolen));
  Me.Pieces = unknownPieces(Stolen.size(), Me.Entered.Threads);
  if (Plan) {
    if (!Current.isRefining())
      Plan->Fresh.suspect();
    const uint32_t Origin = Plan->groupWith(Stolen.Begin);
    const PieceSizes Theirs =
        Plan->Exposed.pieces(Origin, Plan->group(Origin).size());
    Me.Pieces =
        stolenPieces(Stolen.size(), Theirs, Unbegun, Me.Entered.Threads);
  }
  const uint32_t Cut = Stolen.Begin + Me.pieceOf(Stolen);
  if (Cut < Stolen.End) {
    Me.OwnSlot->publish(SlotWord(Me.Initial.epoch(), {Cut, Stolen.End}));
    Me.Present = WithLoot;
  }
  return {Stolen.Begin, Cut};
}
