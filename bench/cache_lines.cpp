//===- cache_lines.cpp - short loops where cache lines take time ----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On a machine with many cores, short loops lose most of their time to cache
// lines that one thread has written and another one reads. This program runs
// the scheduler with virtual threads that wait for such lines (coherence.h), so
// that it shows on two processors, or on one, what 16 would. The loops are
// those of `engine hard`: 300 iterations, of which those around some place are
// heavy.
//
// usage: cache_lines [--transfer NS] [--seeds N] [--places] [--bound
//                    CASE=FIRST,STEADY]... [CASE]...
// CASE is WORK/LOAD/US/THREADS: WORK is same, another (24 loops in turn, each
// with another trip count) or moving (the trip count and the data stay, and the
// heavy iterations are elsewhere after every 16 executions), LOAD right or
// constant, US the microseconds of an execution on so many THREADS, up to 64.
// Without one, all cases of 20 and 200 us on 2, 4, 8 and 16 threads. Prints for
// each case the time of static,1, if
// that cost nothing, over that of usersched: of executions 1 to 16, and of 49
// to 200; then the microseconds by which the first eight executions take
// longer; then the lines that threads get from others in a steady execution.
// With --places, also where most lines came in all executions: the addresses of
// 20 calls, for llvm-symbolizer --obj=libusersched_coherent.so. The exit status
// is 1 if a ratio is below its bound.
//
//===----------------------------------------------------------------------===//
#include "coherence.h"
#include "load_sums.h"

#include "team/PlayedThread.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <string>

using namespace usersched;
using namespace usersched::simulator;
using bench::AccessCosts;
using bench::Coherence;

namespace {

constexpr uint32_t Executions = 200, Warm = 48, MaxCores = 64;

/// Iterations of one loop: sums of all before each.
struct Iterations {
  std::vector<double> Load{0};
  std::vector<Time> Took{0};
  uint64_t count() const { return Load.size() - 1; }
  Time time(IterationRange R) const { return Took[R.End] - Took[R.Begin]; }
};

struct Case {
  std::string Name;
  bool IsAnother = false, IsMoving = false, IsConstant = false;
  double Microseconds = 20;
  uint32_t Threads = 2;
};

[[noreturn]] void refuse(const std::string &What, const char *Expected) {
  std::fprintf(stderr, "cache_lines: %s: expected %s\n", What.c_str(),
               Expected);
  std::exit(2);
}

Case parseCase(const std::string &Name) {
  char Work[16], Load[16], End;
  Case Result;
  Result.Name = Name;
  if (std::sscanf(Name.c_str(), "%15[a-z]/%15[a-z]/%lf/%u%c", Work, Load,
                  &Result.Microseconds, &Result.Threads, &End) != 4)
    refuse(Name, "a case, such as same/right/20/4");
  Result.IsAnother = std::strcmp(Work, "another") == 0;
  Result.IsMoving = std::strcmp(Work, "moving") == 0;
  Result.IsConstant = std::strcmp(Load, "constant") == 0;
  if (!Result.IsAnother && !Result.IsMoving && std::strcmp(Work, "same") != 0)
    refuse(Name, "same, another or moving");
  if (!Result.IsConstant && std::strcmp(Load, "right") != 0)
    refuse(Name, "right or constant");
  if (!(Result.Microseconds >= 1 && Result.Microseconds <= 1e6))
    refuse(Name, "1 to 1000000 microseconds");
  if (Result.Threads < 2 || Result.Threads > MaxCores)
    refuse(Name, "2 to 64 threads");
  return Result;
}

/// A number from 0 to 1 that looks random, the same for the same I everywhere
/// (splitmix64).
double random(uint64_t I) {
  I += UINT64_C(0x9e3779b97f4a7c15);
  I = (I ^ I >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  I = (I ^ I >> 27) * UINT64_C(0x94d049bb133111eb);
  return static_cast<double>((I ^ I >> 31) >> 11) * 0x1p-53;
}

/// Loop Number of those with this Seed.
Iterations makeIterations(const Case &Of, uint64_t Number, uint64_t Seed) {
  const uint64_t Id = 2 * (Number + 1000 * Seed);
  const double N = std::floor(Of.IsAnother ? 150 + 300 * random(Id) : 300);
  const double Centre = N * random(Id + 1);
  Iterations Result;
  double Sum = 0;
  for (double I = 0; I < N; ++I) {
    const double Work = 60 * N / (std::abs(I - Centre) + N / 20);
    Sum += Work;
    Result.Took.push_back(Sum);
    Result.Load.push_back(Result.Load.back() +
                          (Of.IsConstant ? 1 : std::floor(Work)));
  }
  for (Time &T : Result.Took)
    T *= Of.Microseconds * 1000 * Of.Threads / Sum;
  return Result;
}

/// What an execution takes under static,1 if nothing costs any time.
Time dealtOut(const Iterations &Of, uint32_t Threads) {
  std::vector<Time> Busy(Threads);
  for (uint64_t I = 0; I < Of.count(); ++I)
    Busy[I % Threads] += Of.time({I, I + 1});
  return *std::max_element(Busy.begin(), Busy.end());
}

/// Sums over seeds.
struct Figures {
  double First[2] = {}, Steady[2] = {}; ///< static,1 and usersched
  double Longer[8] = {}; ///< of each of the first executions, microseconds
  double Transfers = 0;  ///< of each steady execution
  std::map<uint64_t, uint64_t> ByPlace;
};

class Run {
  const Case &Of;
  VirtualTeam Threads;
  PlanCache Cache{std::size_t(1) << 30};
  Team Region{Cache};
  usersched_loop Loop = {};
  /// Apart, as on stacks of their own.
  struct alignas(NoSharing) Member {
    Activation A = {};
  };
  std::vector<Member> Members;
  std::vector<Iterations> Loops;
  const Iterations *Present = nullptr;

  static void inspect(uint64_t Begin, uint64_t End, uint64_t *Start,
                      uint64_t *Stop, void *Data) {
    auto &In = *static_cast<usersched_inspection *>(Data);
    const auto &Before = static_cast<Run *>(In.captures)->Present->Load;
    *Start = Begin;
    *Stop = bench::inspectSums(Before, Begin, End, In);
    VirtualTeam::running()->spend(0.5 * static_cast<double>(*Stop - Begin));
  }

  /// Returns the makespan.
  Time execute(uint32_t Number, const AccessCosts &Costs) {
    const uint64_t Turn = Of.IsMoving ? Number / 16 : Number;
    const uint64_t Which = Turn % Loops.size();
    Present = &Loops[Which];
    const uint64_t Data = Of.IsMoving ? 0 : Which;
    const Time Start = Threads.now();
    Time End = Start;
    uint64_t Done = 0;
    Threads.run([&](uint32_t T) {
      // The other threads learn of the region from the first one.
      Threads.spend(T > 0 ? 2 * Costs.Transfer : 0);
      Activation &Me = Members[T].A;
      enter(Me,
            {&Loop, this, Data, 0, 0, Present->count(), T, Of.Threads,
             Loop.flags},
            &Region);
      for (IterationRange R; Me.next(R);) {
        Done += R.size();
        Threads.spend(Present->time(R));
      }
      Me.leave();
      End = std::max(End, Threads.now());
    });
    if (Done != Present->count()) {
      std::fprintf(stderr, "cache_lines: %s: an iteration is lost\n",
                   Of.Name.c_str());
      std::exit(1);
    }
    return End - Start;
  }

  uint64_t transfers() const {
    uint64_t Sum = 0;
    for (uint32_t T = 0; T < Of.Threads; ++T)
      Sum += Coherence::transfers(T);
    return Sum;
  }

public:
  Run(const Case &Of, uint64_t Seed)
      : Of(Of), Threads(Of.Threads), Members(Of.Threads) {
    for (uint64_t L = 0; L < (Of.IsAnother || Of.IsMoving ? 24 : 1); ++L)
      Loops.push_back(makeIterations(Of, L, Seed));
    Loop.abi_version = USERSCHED_ABI_VERSION;
    Loop.flags = USERSCHED_SUBSPACE_IS_THREAD;
    Loop.file = Loop.function = Loop.load = "simulated";
    Loop.inspect = inspect;
    Loop.subspace = [](int32_t, void *) { return 0; };
    Region.begin();
  }

  void addTo(Figures &Sums, const AccessCosts &Costs) {
    // All virtual threads count in one place, real ones do not.
    const Coherence Model(Costs, &Counters::mine(), sizeof(Counters));
    uint64_t Before = 0;
    for (uint32_t E = 0; E < Executions; ++E) {
      if (E == Warm)
        Before = transfers();
      const Time Took = execute(E, Costs);
      const Time Static = dealtOut(*Present, Of.Threads);
      if (E < 8)
        Sums.Longer[E] += (Took - Static) / 1000;
      if (E < 16 || E >= Warm) {
        double *Sum = E < 16 ? Sums.First : Sums.Steady;
        Sum[0] += Static;
        Sum[1] += Took;
      }
    }
    Sums.Transfers +=
        static_cast<double>(transfers() - Before) / (Executions - Warm);
    for (const auto &[Place, Count] : Coherence::transfersByPlace())
      Sums.ByPlace[Place] += Count;
  }
};

void printPlaces(const Figures &Of) {
  std::vector<std::pair<uint64_t, uint64_t>> Most;
  for (const auto &[Place, Count] : Of.ByPlace)
    Most.push_back({Count, Place});
  std::sort(Most.rbegin(), Most.rend());
  Most.resize(std::min<std::size_t>(Most.size(), 20));
  for (const auto &[Count, Place] : Most) {
    // The library may be anywhere in memory.
    Dl_info Library = {};
    dladdr(reinterpret_cast<void *>(Place), &Library);
    std::printf("%10llu  0x%llx\n", static_cast<unsigned long long>(Count),
                static_cast<unsigned long long>(
                    Place - reinterpret_cast<uint64_t>(Library.dli_fbase)));
  }
}

struct Bound {
  std::string Case;
  double First, Steady;
};

Bound parseBound(const std::string &Text) {
  const std::size_t Equals = Text.find('=');
  Bound Result{Text.substr(0, Equals), 0, 0};
  char End;
  if (Equals == std::string::npos ||
      std::sscanf(Text.c_str() + Equals, "=%lf,%lf%c", &Result.First,
                  &Result.Steady, &End) != 2)
    refuse(Text, "CASE=FIRST,STEADY");
  return Result;
}

double number(const char *Option, const char *Text, double Least, double Most) {
  char *End;
  const double Result = std::strtod(Text, &End);
  if (*Text == 0 || *End || !(Result >= Least && Result <= Most))
    refuse(std::string(Option) + ' ' + Text, "another number");
  return Result;
}

} // namespace

int main(int argc, char **argv) {
  AccessCosts Costs;
  uint64_t Seeds = 6;
  bool HasPlaces = false, IsTooSlow = false;
  std::vector<std::string> Names;
  std::vector<Bound> Bounds;
  for (int A = 1; A < argc; ++A) {
    const std::string Option = argv[A];
    if (Option == "--places") {
      HasPlaces = true;
    } else if (Option.rfind("--", 0) != 0) {
      Names.push_back(Option);
    } else if (A + 1 == argc) {
      refuse(Option, "a value after it");
    } else if (Option == "--transfer") {
      Costs.Transfer = number("--transfer", argv[++A], 0, 1e6);
      Costs.Overlapping = Costs.Transfer / 5;
    } else if (Option == "--seeds") {
      Seeds = static_cast<uint64_t>(number("--seeds", argv[++A], 1, 1000));
    } else if (Option == "--bound") {
      Bounds.push_back(parseBound(argv[++A]));
      Names.push_back(Bounds.back().Case);
    } else {
      refuse(Option, "--transfer, --seeds, --places or --bound");
    }
  }
  if (Names.empty())
    for (const char *Threads : {"2", "4", "8", "16"})
      for (const char *Microseconds : {"20", "200"})
        for (const char *Work : {"same", "another", "moving"})
          for (const char *Load : {"right", "constant"})
            Names.push_back(std::string(Work) + '/' + Load + '/' +
                            Microseconds + '/' + Threads);

  std::printf("%-24s %8s %8s  %-56s %s\n", "case", "1 to 16", "steady",
              "executions 1 to 8 take so many us longer", "lines");
  for (const std::string &Name : Names) {
    const Case Of = parseCase(Name);
    Figures Sums;
    for (uint64_t Seed = 0; Seed < Seeds; ++Seed)
      Run(Of, Seed).addTo(Sums, Costs);
    const double First = Sums.First[0] / Sums.First[1];
    const double Steady = Sums.Steady[0] / Sums.Steady[1];
    std::printf("%-24s %8.3f %8.3f ", Name.c_str(), First, Steady);
    for (const double Longer : Sums.Longer)
      std::printf(" %6.1f", Longer / static_cast<double>(Seeds));
    std::printf(" %5.0f\n", Sums.Transfers / static_cast<double>(Seeds));
    if (HasPlaces)
      printPlaces(Sums);
    for (const Bound &B : Bounds)
      if (B.Case == Name && (First < B.First || Steady < B.Steady)) {
        std::printf("%s: expected at least %.3f and %.3f\n", Name.c_str(),
                    B.First, B.Steady);
        IsTooSlow = true;
      }
  }
  return IsTooSlow;
}
