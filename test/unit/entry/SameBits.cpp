//===- SameBits.cpp - one result of a sum, whatever the schedule does -----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds up terms of mixed sign and magnitude in reproducible loops: for each
// trip count and team size many times, with another order of calls, other
// times, loads and thefts in each run. Every result must have the bits that
// usersched_reduce() has. With --cut ranges or --cut off the sums are cut where
// the schedule cuts. Then the first runs with two threads must have other bits
// than those with one.
//
//===----------------------------------------------------------------------===//
#include "PlayedReduction.h"

#include "TestClock.h"
#include "base/Clock.h"
#include "usersched.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iterator>
#include <memory>
#include <string>

using namespace usersched;
using namespace usersched::test;

// What libomp would say and do. No thread waits for another one here.
extern "C" {
int omp_get_thread_num(void) { return static_cast<int>(Played); }
int omp_get_num_threads(void) { return static_cast<int>(TeamSize); }
int32_t __kmpc_reduce_nowait(void *, int32_t, int32_t, std::size_t, void *,
                             void (*)(void *, void *), void *) {
  return 1; // each thread adds its sum when it leaves
}
void __kmpc_end_reduce_nowait(void *, int32_t, void *) {}
}

namespace {

struct Options {
  uint64_t Seed = 1;
  uint64_t Runs = 200;           ///< of each trip count and team size, at most
  uint64_t Additions = 20000000; ///< the same for the terms of all runs
  Cut Where = Cut::AtBlocks;
};

std::vector<double> makeTerms(uint64_t Count) {
  std::mt19937_64 R(Count);
  std::vector<double> Terms(Count);
  for (double &Term : Terms) {
    const uint64_t Bits = R();
    Term = std::ldexp(static_cast<double>(Bits >> 12) * 0x1p-52 - 0.5,
                      static_cast<int>(Bits % 24) - 12);
  }
  return Terms;
}

Sums serial(const std::vector<double> &Terms, uint64_t TripCount) {
  Sums Result;
  usersched_reduce(
      TripCount, sizeof Result,
      [](uint64_t First, uint64_t End, void *Value, void *Terms) {
        Sums Block;
        Block.add(*static_cast<std::vector<double> *>(Terms), First, End);
        std::memcpy(Value, &Block, sizeof Block);
      },
      [](void *Left, const void *Right, void *) {
        static_cast<Sums *>(Left)->add(*static_cast<const Sums *>(Right));
      },
      &Result, const_cast<std::vector<double> *>(&Terms));
  return Result;
}

/// The same by the steps of docs/guides/reproducible.md.
Sums documented(const std::vector<double> &Terms, uint64_t TripCount) {
  std::vector<Sums> Values;
  for (uint64_t First = 0, End; First < TripCount; First = End) {
    End = usersched_reduction_begin(TripCount, sizeof(Sums), Values.size() + 1);
    Values.emplace_back().add(Terms, First, End);
  }
  for (std::vector<Sums> Next; Values.size() > 1; Values.swap(Next)) {
    Next.clear();
    for (std::size_t B = 0; B < Values.size(); B += 2) {
      Next.push_back(Values[B]);
      if (B + 1 < Values.size())
        Next.back().add(Values[B + 1]);
    }
  }
  return Values[0];
}

/// Any loads, one of them heavy now and then.
void inspect(uint64_t Start, uint64_t End, uint64_t *From, uint64_t *To,
             void *UserData) {
  auto &Inspection = *static_cast<usersched_inspection *>(UserData);
  uint64_t Load = 0;
  *From = Start;
  do
    Load += Start * Start % 97 + (Start % 61 == 60 ? 5000 : 0);
  while (++Start < End && Load < Inspection.threshold.integer);
  *To = Start;
  Inspection.load.integer = Load;
}

uint64_t countSteals() {
  usersched_statistics Done;
  usersched_get_statistics(&Done);
  return Done.steals;
}

/// All runs of one trip count and team size.
class Series {
  const Options &Wanted;
  const std::vector<double> &Terms;
  const uint64_t TripCount;
  const uint32_t Threads;
  const Sums Expected;
  std::mt19937_64 R;
  std::vector<std::unique_ptr<ReducingLoop>> Loops;

  std::unique_ptr<ReducingLoop> makeLoop() {
    std::unique_ptr<ReducingLoop> Loop(
        new ReducingLoop{{}, Terms, TripCount, Wanted.Where, true, true});
    Loop->Threads = Threads;
    usersched_loop &D = Loop->Descriptor;
    D.abi_version = USERSCHED_ABI_VERSION;
    D.flags = USERSCHED_HAS_BLOCKS | USERSCHED_SUBSPACE_IS_THREAD;
    if (Wanted.Where != Cut::Threadwise)
      D.flags |= USERSCHED_REPRODUCIBLE;
    for (uint32_t Flag :
         {USERSCHED_NO_STEAL, USERSCHED_NO_PROFILE, USERSCHED_NOWAIT})
      if (R() % 4 == 0)
        D.flags |= Flag;
    if (R() % 3)
      D.inspect = inspect;
    else
      D.each.integer = 1 + R() % 5;
    const uint64_t Variables = R() % 3;
    Loop->HasDouble = Variables != 1;
    Loop->HasFloat = Variables != 2;
    return Loop;
  }

  bool isExpected(Sums Result, const ReducingLoop &Loop) const {
    if (!Loop.HasDouble)
      Result.Double = Expected.Double;
    if (!Loop.HasFloat)
      Result.Float = Expected.Float;
    return Result.hasBitsOf(Expected);
  }

public:
  Series(const Options &Wanted, const std::vector<double> &Terms,
         uint64_t TripCount, uint32_t Threads, const Sums &Expected)
      : Wanted(Wanted), Terms(Terms), TripCount(TripCount), Threads(Threads),
        Expected(Expected),
        R(Wanted.Seed * 1000003 + TripCount * 64 + Threads) {
    std::generate_n(std::back_inserter(Loops), 16,
                    [this] { return makeLoop(); });
  }

  /// Runs loops so often in all. Ends the program at the first other result.
  void run(uint64_t Runs) {
    for (uint64_t Run = 0; Run < Runs;) {
      ReducingLoop &Loop = *Loops[R() % Loops.size()];
      if (R() % 8 == 0)
        usersched_reset(); // the next executions are as first ones
      // Nothing, little or much time passes at each look at the clock; with
      // 100 microseconds, every group is worth a theft.
      constexpr uint64_t Steps[] = {0, 1, 1000, 100 * Microsecond,
                                    100 * Microsecond};
      const StepOf Time(Steps[R() % 5]);
      const auto Executions =
          static_cast<uint32_t>(std::min<uint64_t>(1 + R() % 8, Runs - Run));
      const std::vector<Sums> Results = play(Loop, Executions, R, [this] {
        if (R() % 4 == 0)
          setTime(clock::ticks() + (uint64_t(1) << R() % 24));
      });
      for (const Sums &Result : Results) {
        ++Run;
        if (isExpected(Result, Loop))
          continue;
        std::printf("failed: other bits in run %llu with %u threads, %llu "
                    "iterations: %a and %a; expected %a and %a (seed %llu)\n",
                    static_cast<unsigned long long>(Run), Threads,
                    static_cast<unsigned long long>(TripCount), Result.Double,
                    static_cast<double>(Result.Float), Expected.Double,
                    static_cast<double>(Expected.Float),
                    static_cast<unsigned long long>(Wanted.Seed));
        std::exit(1);
      }
    }
  }
};

[[noreturn]] void explainUsage() {
  std::fputs("usage: usersched_same_bits [--seed N] [--runs N] [--additions N] "
             "[--cut blocks|ranges|off]\n",
             stderr);
  std::exit(2);
}

Options parse(int Count, char **Arguments) {
  Options Wanted;
  for (int A = 1; A < Count; A += 2) {
    const std::string Name = Arguments[A];
    if (A + 1 == Count)
      explainUsage();
    const std::string Value = Arguments[A + 1];
    const uint64_t Number = std::strtoull(Value.c_str(), nullptr, 10);
    if (Name == "--seed")
      Wanted.Seed = Number;
    else if (Name == "--runs")
      Wanted.Runs = Number;
    else if (Name == "--additions")
      Wanted.Additions = Number;
    else if (Name == "--cut" && Value == "blocks")
      Wanted.Where = Cut::AtBlocks;
    else if (Name == "--cut" && Value == "ranges")
      Wanted.Where = Cut::AtRanges;
    else if (Name == "--cut" && Value == "off")
      Wanted.Where = Cut::Threadwise;
    else
      explainUsage();
  }
  return Wanted;
}

} // namespace

int main(int Count, char **Arguments) {
  const Options Wanted = parse(Count, Arguments);
  std::puts("iterations  runs of each team size  steals  processor seconds");
  for (uint64_t TripCount = 10; TripCount <= 10000000; TripCount *= 10) {
    const std::vector<double> Terms = makeTerms(TripCount);
    Sums Expected = serial(Terms, TripCount);
    if (!Expected.hasBitsOf(documented(Terms, TripCount))) {
      std::puts("failed: usersched_reduce() does not do what is documented");
      return 1;
    }
    if (Wanted.Where != Cut::AtBlocks) { // what one thread makes of it
      Expected = {};
      Expected.add(Terms, 0, TripCount);
    }
    const uint64_t Runs = std::min(
        Wanted.Runs, std::max<uint64_t>(Wanted.Additions / TripCount, 1));
    const uint64_t Before = countSteals();
    const std::clock_t Start = std::clock();
    for (uint32_t Threads : {1, 2, 3, 4, 8, 16, 64})
      Series(Wanted, Terms, TripCount, Threads, Expected).run(Runs);
    std::printf("%10llu  %22llu  %6llu  %.1f\n",
                static_cast<unsigned long long>(TripCount),
                static_cast<unsigned long long>(Runs),
                static_cast<unsigned long long>(countSteals() - Before),
                static_cast<double>(std::clock() - Start) / CLOCKS_PER_SEC);
    std::fflush(stdout);
  }
  if (countSteals() == 0) {
    std::puts("failed: no thread has stolen");
    return 1;
  }
}
