//===- TestLoop.h - loops and teams made by hand --------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stands in for compiled code: descriptors whose inspect, subspace and prefix
// functions follow the protocol of usersched_abi.h on loads that the test
// chooses, and teams of std::threads.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_TEST_LOOP_H
#define USERSCHED_TEST_LOOP_H

#include "team/PlayedThread.h"

#include <functional>
#include <numeric>
#include <thread>
#include <vector>

namespace usersched {
namespace test {

/// A loop descriptor with integer loads given by a function. Its address is
/// also its captures. The descriptor's file says which test it is.
struct TestLoop {
  std::function<uint64_t(uint64_t)> Load;
  std::function<int32_t(int32_t)> Subspace = [](int32_t) { return 0; };
  std::atomic<uint64_t> InspectCalls{0};
  usersched_loop Descriptor = {};

  explicit TestLoop(std::function<uint64_t(uint64_t)> Load,
                    uint32_t Flags = USERSCHED_SUBSPACE_IS_THREAD)
      : Load(std::move(Load)) {
    Descriptor.abi_version = USERSCHED_ABI_VERSION;
    Descriptor.flags = Flags;
    Descriptor.inspect = inspect;
    Descriptor.subspace = subspace;
  }

  static void inspect(uint64_t Left, uint64_t Right, uint64_t *Start,
                      uint64_t *End, void *Data) {
    auto *Inspection = static_cast<usersched_inspection *>(Data);
    auto *Self = static_cast<TestLoop *>(Inspection->captures);
    Self->InspectCalls.fetch_add(1, std::memory_order_relaxed);
    bool IsReal = Self->Descriptor.flags & USERSCHED_LOAD_IS_FLOAT;
    usersched_load Sum = {};
    uint64_t I = Left;
    for (bool Enough = false; I < Right && !Enough; ++I) {
      if (IsReal) {
        Sum.real += static_cast<double>(Self->Load(I));
        Enough = Sum.real >= Inspection->threshold.real;
      } else {
        Sum.integer += Self->Load(I);
        Enough = Sum.integer >= Inspection->threshold.integer;
      }
    }
    *Start = Left;
    *End = I;
    Inspection->load = Sum;
  }

  static int32_t subspace(int32_t Subspaces, void *Data) {
    return static_cast<TestLoop *>(Data)->Subspace(Subspaces);
  }

  /// With `prefix`: Load(i) is the load of all iterations before i.
  void makePrefix() {
    Descriptor.inspect = nullptr;
    Descriptor.prefix = [](uint64_t I, void *Data) {
      return static_cast<TestLoop *>(Data)->Load(I);
    };
  }

  /// All iterations have the load Each, without any function that says so.
  void makeFlat(uint64_t Each) {
    Descriptor.inspect = nullptr;
    Descriptor.each.integer = Each;
  }

  Inspector inspector() { return Inspector(Descriptor, this); }

  Call call(uint64_t TripCount, uint32_t Thread, uint32_t Threads) {
    return {&Descriptor,     this, 0, 0, 0, TripCount, Thread, Threads,
            Descriptor.flags};
  }
};

/// An Activation as compiled code provides it: zeroed.
inline Activation outside() { return Activation(); }

/// Runs Body(thread number) on Threads threads.
template <typename Function> void runTeam(uint32_t Threads, Function Body) {
  std::vector<std::thread> Members;
  for (uint32_t T = 0; T < Threads; ++T)
    Members.emplace_back([&Body, T] { Body(T); });
  for (std::thread &Member : Members)
    Member.join();
}

/// Counts how often each iteration ran.
class Tally {
  std::vector<std::atomic<uint32_t>> Runs;

public:
  explicit Tally(uint64_t N) : Runs(N) {}
  void run(IterationRange R) {
    for (uint64_t I = R.Begin; I < R.End; ++I)
      Runs[I].fetch_add(1, std::memory_order_relaxed);
  }
  /// Whether each ran Times times.
  bool isExactly(uint32_t Times) const {
    for (const auto &Count : Runs)
      if (Count.load(std::memory_order_relaxed) != Times)
        return false;
    return true;
  }
};

/// Whether A gets iterations, which are A.given(): asks as compiled loops do.
inline bool nextInFewSteps(Activation &A) {
  if (A.takeReady())
    return true;
  if (A.isDrained())
    return false;
  if (A.isQuiet() && !A.isClaiming())
    return !A.endQuietly() && A.next();
  if (A.isDealing())
    return A.takeBlock();
  if (!A.isQuiet() && !A.mayClaim())
    return A.next();
  const bool HasClaimed =
      A.hasEvenChunks()
          ? (A.someoneIsIdle() ? A.claim<true, true>() : A.claim<true, false>())
          : (A.someoneIsIdle() ? A.claim<false, true>()
                               : A.claim<false, false>());
  return HasClaimed || A.next();
}

/// Members, who have entered the same execution, run it and leave. In turns, so
/// that neither runs out before the other has arrived.
template <typename Function>
void runInTurns(const std::vector<Activation *> &Members, Tally &Runs,
                Function Next) {
  for (bool More = true; More;) {
    More = false;
    for (Activation *A : Members)
      if (Next(*A)) {
        Runs.run(A->given());
        More = true;
      }
  }
  for (Activation *A : Members)
    A->leave();
}

} // namespace test
} // namespace usersched

#endif
