//===- long_runs.cpp - long runs of disturbed loops on virtual threads ----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the scheduler learns shows after many executions, and when something
// changes. Each scenario is a loop that a team of 2, 16 or 112 virtual threads
// executes 60 to 200 times: with cores that are slow, threads that come late,
// times that the loads do not tell, loads that change behind the plan, or trip
// counts that never come again. Prints for each scenario the mean of makespan
// over even share, in executions 1 to 16, 17 to 64, and later. The output is
// the same in each run.
//
//===----------------------------------------------------------------------===//
#include "VirtualTeam.h"
#include "load_sums.h"
#include "team/PlayedThread.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <string>

using namespace usersched;
using namespace usersched::simulator;

namespace {

/// A number that looks random, the same for the same I everywhere (splitmix64).
uint64_t mixed(uint64_t I) {
  I += UINT64_C(0x9e3779b97f4a7c15);
  I = (I ^ I >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  I = (I ^ I >> 27) * UINT64_C(0x94d049bb133111eb);
  return I ^ I >> 31;
}
/// 0 to 1.
double random(uint64_t I) {
  return static_cast<double>(mixed(I) >> 11) * 0x1p-53;
}

/// The iterations of one execution: sums of all before each.
struct Iterations {
  std::vector<double> Load{0}, Time{0};
  uint64_t count() const { return Load.size() - 1; }
};

/// Nanoseconds.
struct Cost {
  double PerLoad, PerIteration;
  double Noise = 0; ///< share by which times differ from that
  uint64_t Seed = 0;
};

template <typename Function>
Iterations makeIterations(uint64_t N, Function LoadOf, const Cost &C) {
  Iterations Result;
  for (uint64_t I = 0; I < N; ++I) {
    const double Load = std::floor(LoadOf(I));
    const double Noise = 2 * random(I + C.Seed * 1000003) - 1;
    const Time Took =
        (Load * C.PerLoad + C.PerIteration) * (1 + C.Noise * Noise);
    Result.Load.push_back(Result.Load.back() + Load);
    Result.Time.push_back(Result.Time.back() + Took);
  }
  return Result;
}

using Loads = double (*)(uint64_t I, uint64_t N);
struct Pattern {
  const char *Name;
  Loads Of;
};
const Pattern Patterns[] = {
    {"zipf",
     [](uint64_t I, uint64_t N) {
       return 2.0 * static_cast<double>(N) /
              static_cast<double>(1 + mixed(I) % N);
     }},
    {"saw", [](uint64_t I,
               uint64_t) { return static_cast<double>(I % 1000) / 5 + 1; }},
    {"sorted",
     [](uint64_t I, uint64_t N) {
       return 4.0 * static_cast<double>(N) / static_cast<double>(1 + I) + 3;
     }},
    {"cluster", // heavy iterations side by side
     [](uint64_t I, uint64_t N) {
       return I >= N / 3 && I < N / 3 + 100 ? static_cast<double>(N) / 8 : 5.0;
     }},
    {"deep",
     [](uint64_t I, uint64_t) {
       return 1 + 2000 * std::exp(-0.002 * static_cast<double>(I % 4096));
     }},
};

/// Functions of the number of an execution, and of the thread.
struct Scenario {
  std::string Name;
  uint32_t Threads, Executions;
  std::function<const Iterations &(uint32_t)> At;
  std::function<double(uint32_t, uint32_t)> Slowness = [](uint32_t, uint32_t) {
    return 1.0;
  };
  std::function<Time(uint32_t, uint32_t)> Late = [](uint32_t, uint32_t) {
    return 0.0;
  };
  std::function<uint64_t(uint32_t)> Data = [](uint32_t) { return 1; };
};

class Run {
  const Scenario &S;
  VirtualTeam Threads;
  PlanCache Cache{std::size_t(1) << 30};
  Team Region{Cache};
  usersched_loop Loop = {};
  std::vector<Activation> Activations;
  std::vector<uint64_t> StealsOf;
  uint64_t StealsSeen = count(Count::Steals);
  uint64_t PlansSeen = count(Count::PlansMade);
  const Iterations *Present = nullptr;

  static uint64_t count(Count What) {
    return Counters::mine().get(static_cast<std::size_t>(What));
  }

  static void inspect(uint64_t Begin, uint64_t End, uint64_t *Start,
                      uint64_t *Stop, void *Data) {
    auto &In = *static_cast<usersched_inspection *>(Data);
    const auto &Before = static_cast<Run *>(In.captures)->Present->Load;
    *Start = Begin;
    *Stop = bench::inspectSums(Before, Begin, End, In);
    VirtualTeam::running()->spend(0.3 * static_cast<double>(*Stop - Begin));
  }

  /// All virtual threads count in one place.
  void attribute(uint32_t Thread) {
    const uint64_t Steals = count(Count::Steals);
    StealsOf[Thread] += Steals - StealsSeen;
    StealsSeen = Steals;
  }

  /// The next iterations of Thread, and what it costs to get them.
  bool next(uint32_t Thread, IterationRange &Result) {
    attribute(Thread);
    const uint64_t Before = StealsOf[Thread];
    const bool IsFound = Activations[Thread].next(Result);
    attribute(Thread);
    if (const uint64_t Plans = count(Count::PlansMade); Plans > PlansSeen) {
      PlansSeen = Plans;
      const uint64_t Chunks = std::min<uint64_t>(
          Present->count(), uint64_t(threshold::ChunksPerThread) * S.Threads);
      Threads.spend(10 * static_cast<double>(Chunks));
    }
    if (IsFound)
      Threads.spend(StealsOf[Thread] > Before ? 150 : 20);
    return IsFound;
  }

  /// Returns the makespan over an even share.
  double execute(uint32_t Number) {
    Present = &S.At(Number);
    const Time Start = Threads.now();
    Time End = Start;
    uint64_t Done = 0;
    Threads.run([&](uint32_t T) {
      Threads.spend(S.Late(Number, T));
      const Call Entered = {&Loop, this,      S.Data(Number),
                            0,     0,         Present->count(),
                            T,     S.Threads, Loop.flags};
      enter(Activations[T], Entered, &Region);
      for (IterationRange R; next(T, R);) {
        Done += R.size();
        Threads.spend(S.Slowness(Number, T) *
                      (Present->Time[R.End] - Present->Time[R.Begin]));
      }
      Activations[T].leave();
      End = std::max(End, Threads.now());
    });
    if (Done != Present->count()) {
      std::fprintf(stderr, "%s: an iteration is lost\n", S.Name.c_str());
      std::exit(1);
    }
    return (End - Start) * S.Threads / Present->Time.back();
  }

public:
  explicit Run(const Scenario &S)
      : S(S), Threads(S.Threads), Activations(S.Threads, Activation()),
        StealsOf(S.Threads) {
    Loop.abi_version = USERSCHED_ABI_VERSION;
    Loop.flags = USERSCHED_SUBSPACE_IS_THREAD;
    Loop.file = Loop.function = Loop.load = "simulated";
    Loop.inspect = inspect;
    Loop.subspace = [](int32_t, void *) { return 0; };
    Threads.LookTime = 15;
    Threads.BeforeSwitch = [this](uint32_t T) { attribute(T); };
    Region.begin();
  }

  void print() {
    double Sum[3] = {};
    uint32_t Number[3] = {};
    for (uint32_t E = 0; E < S.Executions; ++E) {
      const int Phase = E < 16 ? 0 : E < 64 ? 1 : 2;
      Sum[Phase] += execute(E);
      ++Number[Phase];
    }
    std::printf("%s %u", S.Name.c_str(), S.Threads);
    for (int P = 0; P < 3; ++P)
      if (Number[P] > 0)
        std::printf(" %.6f", Sum[P] / Number[P]);
    std::printf("\n");
  }
};

/// Nanoseconds per unit of load, so that executions take 0.1 to 1 ms.
double usualCost(uint32_t Threads) {
  return Threads == 2 ? 2 : Threads == 16 ? 10 : 30;
}
uint64_t usualCount(uint32_t Threads) {
  return Threads == 2 ? 4000 : Threads == 16 ? 8000 : 20000;
}

/// One trip count, executed again and again.
void runSteady(const Pattern &Of, uint32_t T) {
  const uint64_t N = usualCount(T);
  const double Ns = usualCost(T);
  const auto Usual = [&](uint64_t I) { return Of.Of(I, N); };
  const auto Start = [&](const char *Name, const Iterations &Always) {
    return Scenario{std::string(Of.Name) + "/" + Name, T, 160,
                    [&](uint32_t) -> const Iterations & { return Always; }};
  };
  const auto Alternate = [&](const char *Name, uint32_t Each,
                             const std::deque<Iterations> &Of) {
    Scenario S = Start(Name, Of[0]);
    S.At = [&Of, Each](uint32_t E) -> const Iterations & {
      return Of[E / Each % Of.size()];
    };
    Run(S).print();
  };
  const Iterations Plain = makeIterations(N, Usual, {Ns, 0});
  const Iterations Long = makeIterations(N, Usual, {10 * Ns, 0, 0.3});
  const Iterations Short = makeIterations(N, Usual, {Ns / 20, 1, 0.1});
  const Iterations Costly = makeIterations(N, Usual, {Ns, 200, 0.1});
  Run(Start("plain", Plain)).print();
  Run(Start("long", Long)).print();
  Run(Start("short", Short)).print();
  Run(Start("costly-iterations", Costly)).print();

  Scenario S = Start("slow-cores", Costly);
  S.Slowness = [T](uint32_t E, uint32_t Thread) {
    return (Thread == T / 2 && E >= 40 && E < 120 ? 2 : 1) *
           (Thread % 4 == 1 ? 1.3 : 1);
  };
  Run(S).print();
  S = Start("bursts", Plain);
  S.Slowness = [T](uint32_t E, uint32_t Thread) {
    return mixed(E) % 3 == 0 && mixed(E * 7 + 1) % T == Thread
               ? 3
               : 1 + 0.05 * random(E * 1000 + Thread);
  };
  Run(S).print();
  S = Start("late-thread", Plain);
  S.Late = [T](uint32_t E, uint32_t Thread) {
    return mixed(E * 131 + 5) % T == Thread ? 60000
                                            : 500 * random(E * 999 + Thread);
  };
  Run(S).print();
  S = Start("late-half", Plain);
  S.Executions = 60;
  S.Late = [](uint32_t E, uint32_t Thread) {
    return mixed(E * 131 + Thread / 2) % 2 ? 200000 * random(Thread + E * 77)
                                           : 500 * random(E * 999 + Thread);
  };
  Run(S).print();

  std::deque<Iterations> Noisy, Moved, Phases;
  for (uint64_t K = 0; K < 8; ++K)
    Noisy.push_back(makeIterations(N, Usual, {Ns, 20, 0.6, K + 1}));
  for (uint64_t K = 0; K < 4; ++K) {
    Moved.push_back(makeIterations(
        N, [&](uint64_t I) { return Usual((I + N / 4 * K) % N); }, {Ns, 5}));
    Iterations Slow = Plain; // in another place for each K
    for (uint64_t I = 0; I < N; ++I)
      Slow.Time[I + 1] = Slow.Time[I] + (Plain.Time[I + 1] - Plain.Time[I]) *
                                            (I / (N / 8) % 4 == K ? 1.6 : 1);
    Phases.push_back(std::move(Slow));
  }
  Alternate("noisy", 1, Noisy);
  Alternate("moved", 50, Moved);
  Alternate("rotates", 1, Moved);
  Alternate("slow-places", 50, Phases);
}

/// Many trip counts. Executions take Factor times as long as usual.
void runVaried(const Pattern &Of, uint32_t T, double Factor) {
  std::deque<Iterations> Many;
  for (uint64_t K = 0; K < 200; ++K) {
    const uint64_t N = 200 + mixed(K + 17) % usualCount(T) / 2;
    Many.push_back(makeIterations(N, [&](uint64_t I) { return Of.Of(I, N); },
                                  {usualCost(T) * Factor, 2, 0.1, K}));
  }
  const auto Start = [&](const char *Name,
                         const std::function<uint32_t(uint32_t)> &Which) {
    char Times[32];
    std::snprintf(Times, sizeof Times, "/x%g/", Factor);
    return Scenario{Of.Name + std::string(Times) + Name, T, 200,
                    [&Many, Which](uint32_t E) -> const Iterations & {
                      return Many[Which(E)];
                    }};
  };
  Run(Start("never-again", [](uint32_t E) { return E; })).print();
  Run(Start("24-in-turn", [](uint32_t E) { return E % 24; })).print();
  Run(Start("6-in-turn", [](uint32_t E) { return E % 6; })).print();
  Run(Start("2-and-others", [](uint32_t E) {
    return E % 3 ? E % 2 : E;
  })).print();
  Run(Start("5-times-each", [](uint32_t E) { return E / 5; })).print();
  Scenario S = Start("other-data", [](uint32_t) { return 0; });
  S.Data = [](uint32_t E) { return E / 2; };
  Run(S).print();
}

} // namespace

int main() {
  for (const uint32_t T : {2u, 16u, 112u}) {
    for (const Pattern &Of : Patterns)
      runSteady(Of, T);
    for (const Pattern *Of : {&Patterns[0], &Patterns[1]})
      for (const double Factor : {0.2, 1.0, 10.0})
        runVaried(*Of, T, Factor);
  }
}
