//===- Stealing.cpp - a thread that has nothing left to do ----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bulk stealing (ICPP 2019, 4.3.2): from whom, how much, and whether it is
// worth the victim's disturbance. The thieves' part of Activation.
//
//===----------------------------------------------------------------------===//
#include "run/Activation.h"

using namespace usersched;

/// For chunks of P, all of which have about the same load. Unbegun groups can
/// be taken as a whole, these chunks among them: of all that, a thread of
/// Threads hands itself no more than its part (guided self-scheduling).
static PieceSizes stolenPieces(const KnownPlan &P, ChunkRange Stolen,
                               uint32_t Unbegun, uint32_t Threads) {
  const uint32_t Origin = P.groupWith(Stolen.Begin);
  const uint32_t Size = P.group(Origin).size();
  const uint32_t Brief = P.Exposed.pieces(Origin, Size).brief();
  if (Unbegun <= 1)
    return {Brief, Stolen.size(), Brief};
  const uint64_t Part = uint64_t(Stolen.size()) * Unbegun / Threads;
  return {Brief, static_cast<uint32_t>(Part), Brief};
}

/// How long it takes to run the chunks Left, if to run Known took Ticks; by
/// load or by iterations, whichever is longer, in case the loads are wrong.
static double estimate(const ChunkTable &Chunks, ChunkRange Left,
                       ChunkRange Known, uint64_t Ticks) {
  double Share = static_cast<double>(Chunks.iterations(Left).size()) /
                 static_cast<double>(Chunks.iterations(Known).size());
  const double KnownLoad = Chunks.load(Known);
  if (KnownLoad > 0)
    Share = std::max(Share, Chunks.load(Left) / KnownLoad);
  return Share * static_cast<double>(Ticks);
}

/// Whether the thread gains by stealing half of a victim's Left, judging by how
/// long the own group took and by how long that of Left took lately. (Whether
/// the victim has arrived does not matter: if it is awaited at a barrier, that
/// takes as long, and if not, a short group holds nobody up.)
bool Activation::isWorthStealing(ChunkRange Left) const {
  const KnownPlan *P = At->plan();
  if (!P)
    return true; // nothing is known yet
  // The victim may itself have stolen it.
  const uint32_t Origin = P->groupWith(Left.Begin);
  const ChunkRange Own = Initial.range(), Theirs = P->group(Origin);
  const GroupPast Past = P->Exposed.of(Origin);
  if (Past.Ticks == 0 || Own.empty() || Theirs.empty())
    return true;
  const auto Least = static_cast<double>(leastTicks());
  return estimate(Chunks, Left, Own, Ticks) >= Least ||
         estimate(Chunks, Left, Theirs, Past.Ticks) >= Least;
}

/// Victims are near first: 1, -1, 2, -2, ... threads away. Place is 1 to
/// Threads - 1.
inline uint32_t Activation::victimAt(uint32_t Place) const {
  const uint32_t Distance = (Place + 1) / 2;
  const uint32_t Shift = Place % 2 ? Distance : By.Threads - Distance;
  uint32_t Victim = By.Thread + Shift;
  if (Victim >= By.Threads)
    Victim -= By.Threads;
  return Victim;
}

/// Takes half of what Victim has left, if that is worth it.
ChunkRange Activation::stealFrom(uint32_t Victim) {
  Slot &Theirs = At->slots()[Victim];
  const SlotWord Initially(Initial.epoch(), At->initialGroup(Victim, By));
  const ChunkRange Left = Theirs.peek(Initially);
  if (Left.empty() || !isWorthStealing(Left))
    return {};
  return Theirs.takeBack(Initially, Chunks);
}

/// The first place from Place on whose thread may have something, or Threads.
inline uint32_t Activation::findVictim(uint32_t Place) const {
  const Slot *Slots = At->slots();
  const uint16_t Epoch = Initial.epoch();
  for (; Place < By.Threads; ++Place) {
    if constexpr (clock::IsVirtual)
      clock::look();
    if (!Slots[victimAt(Place)].isEmpty(Epoch))
      break;
  }
  return Place;
}

/// How many groups nobody has begun, since their owners have not arrived, from
/// Place on. Best becomes the place of the one to take first, if there is one:
/// near first, but what is far heavier must not come last (LPT).
inline uint32_t Activation::countUnbegun(uint32_t Place, uint32_t &Best) const {
  constexpr double MuchHeavier = 1.25;
  uint32_t Count = 0;
  double Least = 0;
  for (; Place < By.Threads; ++Place) {
    if constexpr (clock::IsVirtual)
      clock::look();
    const uint32_t Victim = victimAt(Place);
    if (!At->slots()[Victim].isUnbegun(Initial.epoch()))
      continue;
    const ChunkRange Group = At->initialGroup(Victim, By);
    if (Group.empty())
      continue;
    const double Load = Chunks.load(Group);
    if (Count++ == 0 || Load > Least) {
      Best = Place;
      Least = MuchHeavier * Load;
    }
  }
  return Count;
}

/// Steals half of what some thread has left. The first piece is the result; the
/// rest goes to the own slot, which is empty, and can be stolen again. Returns
/// an empty range after a scan in which nobody had anything. (A thief in the
/// middle of this has chunks that are in no slot: a scan can miss them, which
/// costs help, not iterations.)
ChunkRange Activation::steal() {
  if (const KnownPlan *P = At->plan()) {
    const uint64_t OwnTicks = Ticks ? Ticks : P->Exposed.of(By.Thread).Ticks;
    if (!P->Exposed.isWorthLooking(OwnTicks))
      return {};
  }
  const uint32_t Place = findVictim(1);
  if (Place == By.Threads) {
    At->noteIdle(Execution);
    return {};
  }
  return stealFromAny(Place);
}

/// Place is the nearest one that may have something. A group that nobody has
/// begun is preferred: it is taken as a whole, for one theft, from nobody's
/// cache. Then who had something the last time (0: nobody; it may have been in
/// a larger team). While there are such groups, nobody is idle.
ChunkRange Activation::stealFromAny(uint32_t Place) {
  const KnownPlan *P = At->plan();
  if (P && Ticks == 0)
    Ticks = P->Exposed.of(By.Thread).Ticks; // what the own group usually takes
  uint32_t First = LastVictim, Unbegun = 0;
  if (!At->someoneIsIdle(Execution)) {
    if (P)
      Unbegun = countUnbegun(Place, First);
    if (Unbegun <= 1)
      At->noteIdle(Execution);
  }
  ChunkRange Stolen;
  if (Place < First && First < By.Threads)
    Stolen = stealFrom(victimAt(LastVictim = First));
  while (Stolen.empty() && Place < By.Threads) {
    Stolen = stealFrom(victimAt(Place));
    if (!Stolen.empty())
      LastVictim = Place;
    else
      Place = findVictim(Place + 1);
  }
  if (Stolen.empty())
    return {};
  const IterationRange Range = Chunks.iterations(Stolen);
  counts().add(Count::Steals, 1);
  counts().add(Count::StolenIterations, Range.size());
  if (Seen)
    Seen->stole(By.Thread, victimAt(LastVictim), Range, loadOf(Range));
  if (P)
    P->Fresh.suspect();
  Pieces = P ? stolenPieces(*P, Stolen, Unbegun, By.Threads)
             : unknownPieces(Stolen.size(), By.Threads);
  const uint32_t Cut = Stolen.Begin + pieceOf(Stolen.size());
  if (Cut < Stolen.End) {
    OwnSlot->publish(SlotWord(Initial.epoch(), {Cut, Stolen.End}));
    Now = Mode::Claiming;
  }
  return {Stolen.Begin, Cut};
}
