//===- VirtualTeam.h - threads that share one real thread -----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each virtual thread has a clock and a stack of its own. What it does takes no
// time but what it says it spends; whoever is earliest goes on. So a run is a
// function of its inputs, on any machine, with any number of threads.
//
// Invariant: a thread runs only while no other one is earlier (of equally early
// ones, the lowest number first). It can lose control only in spend().
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_SIMULATOR_VIRTUAL_TEAM_H
#define USERSCHED_SIMULATOR_VIRTUAL_TEAM_H

#include <cstdint>
#include <functional>
#include <memory>
#include <queue>
#include <vector>

namespace usersched::simulator {

/// Nanoseconds of virtual time.
using Time = double;

/// The most threads of a team.
constexpr uint32_t MaxThreads = 4096;

/// How fast each thread's processor is: work that takes one of speed 1 a
/// nanosecond takes one of speed 0.5 two.
using Speeds = std::vector<double>;
constexpr double LeastSpeed = 0.001, MostSpeed = 1000;

class VirtualTeam {
  struct Fiber;
  using Turn = std::pair<Time, uint32_t>;

  std::vector<std::unique_ptr<Fiber>> Fibers;
  std::priority_queue<Turn, std::vector<Turn>, std::greater<Turn>> Waiting;
  std::function<void(uint32_t)> Body;
  Speeds OfThread;
  Time Clock = 0;
  uint32_t Current = 0;

  static void start();
  void resume(uint32_t Thread);
  void resumeEarliest();

public:
  /// 1 to MaxThreads threads.
  explicit VirtualTeam(const Speeds &OfThread);
  explicit VirtualTeam(uint32_t Threads) : VirtualTeam(Speeds(Threads, 1)) {}
  ~VirtualTeam();
  VirtualTeam(const VirtualTeam &) = delete;

  uint32_t threads() const { return static_cast<uint32_t>(Fibers.size()); }

  const Speeds &speeds() const { return OfThread; }
  /// New has as many threads. Outside of run().
  void setSpeeds(const Speeds &New) { OfThread = New; }

  /// What a look at another thread's work takes.
  Time LookTime = 0;

  /// Called by the thread that is about to lose control, if set.
  std::function<void(uint32_t)> BeforeSwitch;

  /// Runs NewBody(thread number) on all threads, from one moment, until all
  /// have returned. Not from within a body; a body must not throw.
  void run(std::function<void(uint32_t)> NewBody);

  /// The calling thread's time.
  Time now() const { return Clock; }
  /// The calling thread's number.
  uint32_t current() const { return Current; }

  /// The calling thread does something that takes so long; others go on.
  void spend(Time Duration);
  /// The calling thread does what takes so long at speed 1.
  void work(Time Duration) { spend(Duration / OfThread[Current]); }

  /// The team whose run() is in progress, or null.
  static VirtualTeam *running();
};

} // namespace usersched::simulator

#endif
