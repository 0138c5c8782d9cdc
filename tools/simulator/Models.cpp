//===- Models.cpp - the standard schedules as libomp cuts them ------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules are those of LLVM 19's OpenMP runtime, of loops whose schedule is
// known when they are compiled: static loops ask nobody for their chunks.
//
//===----------------------------------------------------------------------===//
#include "Schedule.h"

#include <algorithm>
#include <cassert>

using namespace usersched;
using namespace usersched::simulator;

namespace {

/// Thread T's share if Threads divide Count things evenly, those of the first
/// threads one longer.
IterationRange evenShare(uint64_t Count, uint32_t T, uint32_t Threads) {
  const uint64_t Length = Count / Threads, Longer = Count % Threads;
  const uint64_t Begin = Length * T + std::min<uint64_t>(T, Longer);
  return {Begin, Begin + Length + (T < Longer)};
}

class Model : public Schedule {
protected:
  const uint64_t N;
  const uint64_t Chunk; ///< at most N
  VirtualTeam &Team;
  const Overheads Cost;

  Model(uint64_t N, uint64_t Chunk, VirtualTeam &Team, const Overheads &Cost)
      : N(N), Chunk(std::min(std::max<uint64_t>(Chunk, 1), N)), Team(Team),
        Cost(Cost) {}

  uint64_t chunks() const { return N / Chunk + (N % Chunk != 0); }
  IterationRange chunk(uint64_t Number) const {
    return {Number * Chunk, std::min((Number + 1) * Chunk, N)};
  }
};

class StaticModel : public Model {
  std::vector<bool> Done;

public:
  StaticModel(uint64_t N, VirtualTeam &Team, const Overheads &Cost)
      : Model(N, N, Team, Cost) {}
  void begin() override { Done.assign(Team.threads(), false); }
  bool next(uint32_t Thread, IterationRange &Result) override {
    Result = evenShare(N, Thread, Team.threads());
    const bool First = !Done[Thread];
    Done[Thread] = true;
    return First && Result.Begin < Result.End;
  }
};

class StaticChunkModel : public Model {
  std::vector<uint64_t> NextChunk;

public:
  using Model::Model;
  StaticChunkModel(uint64_t N, uint64_t Chunk, VirtualTeam &Team,
                   const Overheads &Cost)
      : Model(N, Chunk, Team, Cost) {}
  void begin() override {
    NextChunk.resize(Team.threads());
    for (uint32_t T = 0; T < Team.threads(); ++T)
      NextChunk[T] = T;
  }
  bool next(uint32_t Thread, IterationRange &Result) override {
    if (NextChunk[Thread] >= chunks())
      return false;
    Result = chunk(NextChunk[Thread]);
    NextChunk[Thread] += Team.threads();
    return true;
  }
};

/// From the front of the loop, which all threads share.
class QueueModel : public Model {
  Time LineIsFree = 0;

protected:
  uint64_t Taken = 0; ///< iterations

  /// The length of the next piece; Left is more than 0.
  virtual uint64_t length(uint64_t Left) const = 0;

public:
  using Model::Model;
  void begin() override { Taken = 0; }
  bool next(uint32_t, IterationRange &Result) override {
    // Who comes first has the line first.
    const Time Now = Team.now();
    LineIsFree = std::max(LineIsFree, Now) + Cost.Shared;
    Team.spend(LineIsFree - Now);
    if (Taken >= N)
      return false;
    Result = {Taken, Taken + std::min(length(N - Taken), N - Taken)};
    Taken = Result.End;
    return true;
  }
};

class DynamicModel : public QueueModel {
  uint64_t length(uint64_t) const override { return Chunk; }

public:
  DynamicModel(uint64_t N, uint64_t Chunk, VirtualTeam &Team,
               const Overheads &Cost)
      : QueueModel(N, Chunk, Team, Cost) {}
};

/// Half of an even share of what is left; near the end, and in short loops,
/// chunks.
class GuidedModel : public QueueModel {
  uint64_t length(uint64_t Left) const override {
    const uint64_t Threads = Team.threads();
    if (Threads == 1)
      return N;
    if ((2 * Chunk + 1) * Threads >= N || Left < 2 * Threads * (Chunk + 1))
      return Chunk;
    return static_cast<uint64_t>(static_cast<double>(Left) *
                                 (0.5 / static_cast<double>(Threads)));
  }

public:
  GuidedModel(uint64_t N, uint64_t Chunk, VirtualTeam &Team,
              const Overheads &Cost)
      : QueueModel(N, Chunk, Team, Cost) {}
};

/// Even shares of the chunks; a thread without work takes a quarter of what
/// another one has left, or one chunk where that is few. A thread gives up
/// after as many attempts as there are others. What it has looked at once is
/// in its cache: later rounds are quick.
class StealModel : public Model {
  enum class State { Unused, Ready, Finished };
  struct Buffer {
    IterationRange Left; ///< chunks
    State Now = State::Unused;
    uint32_t Victim = 0;
  };
  std::vector<Buffer> Buffers;
  uint64_t Steals = 0;

  IterationRange share(uint32_t Thread) const {
    return evenShare(chunks(), Thread, Team.threads());
  }

  /// The chunk to run is the first one of From; the rest is put up.
  bool take(Buffer &Mine, IterationRange From, IterationRange &Result) {
    ++Steals;
    Result = chunk(From.Begin);
    Mine.Left = {From.Begin + 1, From.End};
    if (Mine.Left.Begin < Mine.Left.End)
      Mine.Now = State::Ready;
    Team.spend(Cost.Steal);
    return true;
  }

  bool steal(uint32_t Thread, IterationRange &Result) {
    const uint32_t Threads = Team.threads();
    Buffer &Mine = Buffers[Thread];
    Mine.Now = State::Finished;
    for (uint32_t Attempt = 1; Attempt < Threads; ++Attempt) {
      uint32_t Victim = Mine.Victim;
      const uint32_t Last = Victim ? Victim - 1 : Threads - 1;
      const Time Look = Attempt == 1 ? Cost.Look : Cost.Look / 10;
      Team.spend(Look);
      while ((Victim == Thread || Buffers[Victim].Now == State::Finished) &&
             Victim != Last) {
        Victim = (Victim + 1) % Threads;
        Team.spend(Look);
      }
      Buffer &Theirs = Buffers[Victim];
      if (Victim == Thread || Theirs.Now == State::Finished)
        continue;
      if (Theirs.Now == State::Unused) { // it has not arrived: all it has
        Theirs.Now = State::Finished;
        Mine.Victim = (Victim + 1) % Threads;
        return take(Mine, share(Victim), Result);
      }
      const uint64_t Left = Theirs.Left.size();
      if (Left == 0) {
        Mine.Victim = (Victim + 1) % Threads;
        continue;
      }
      const uint64_t Size = Left > 7 ? Left / 4 : 1;
      Theirs.Left.End -= Size;
      Mine.Victim = Victim;
      return take(Mine, {Theirs.Left.End, Theirs.Left.End + Size}, Result);
    }
    return false;
  }

public:
  StealModel(uint64_t N, uint64_t Chunk, VirtualTeam &Team,
             const Overheads &Cost)
      : Model(N, Chunk, Team, Cost) {}

  void begin() override { Buffers.assign(Team.threads(), {}); }

  void enter(uint32_t Thread) override {
    Buffer &Mine = Buffers[Thread];
    Mine.Victim = (Thread + 1) % Team.threads();
    if (Mine.Now == State::Finished)
      return; // all has been taken
    Mine.Left = share(Thread);
    Mine.Now = State::Ready;
  }

  bool next(uint32_t Thread, IterationRange &Result) override {
    Buffer &Mine = Buffers[Thread];
    if (Mine.Left.size() == 0)
      return steal(Thread, Result);
    Result = chunk(Mine.Left.Begin++);
    Team.spend(Cost.Own);
    return true;
  }

  uint64_t steals() const override { return Steals; }
};

} // namespace

std::unique_ptr<Schedule> simulator::makeModel(const Choice &What, uint64_t N,
                                               VirtualTeam &Team,
                                               const Overheads &Cost) {
  assert(N > 0 && !What.isUsersched());
  switch (What.Which) {
  case Kind::StaticChunk:
    return std::make_unique<StaticChunkModel>(N, What.Chunk, Team, Cost);
  case Kind::Guided:
    return std::make_unique<GuidedModel>(N, What.Chunk, Team, Cost);
  case Kind::StaticSteal: {
    // Too few chunks to divide.
    const uint64_t Chunk = std::max<uint64_t>(What.Chunk, 1);
    if (Team.threads() > 1 && N / Chunk + (N % Chunk != 0) >= Team.threads())
      return std::make_unique<StealModel>(N, Chunk, Team, Cost);
    [[fallthrough]];
  }
  case Kind::Dynamic:
    return std::make_unique<DynamicModel>(N, What.Chunk, Team, Cost);
  default:
    return std::make_unique<StaticModel>(N, Team, Cost);
  }
}
