//===- choices.cpp - which technique is chosen, and what that costs -------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executions of a loop that makes no plans, as SizeHistory and decide() see
// them. How much there is to do differs by chance from one execution to the
// next. Each technique has a stretch (makespan over what threads are busy) and
// an inflation (how much longer iterations keep threads busy with it). The best
// one has the least product. Nothing is executed: the program computes what an
// execution takes with the technique that was chosen.
//
// usage: choices [--bound CASE=FACTOR]...
//
// A row has how many times as long executions take as with the best technique,
// for executions 1 to 16, 17 to 64, 65 to 256, 257 to 1024 and 1025 to 2048;
// then how often each technique ran in the last of these. Means of 200 loops.
// The output is the same in each run. It is an error if the last factor of a
// case exceeds its bound.
//
//===----------------------------------------------------------------------===//
#include "base/Clock.h"
#include "learn/Decision.h"
#include "learn/SizeHistory.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <random>
#include <string>

using namespace usersched;

namespace {

struct Case {
  const char *Name;
  uint32_t Threads;
  double Busy; ///< microseconds in which a thread is busy, on average
  /// Standard deviation of the logarithm of what there is to do.
  double Chance;
  double Stretch[Techniques], Inflation[Techniques]; ///< as Technique has them
};

/// What one thread alone takes is no stretch: it is never worth it here.
constexpr double Alone = 8;

const Case Cases[] = {
    {"uneven", 8, 20, 0.2, {1.17, 1.05, 1.03, 1.6, Alone}, {1, 1.06, 1, 1, 1}},
    {"very-uneven",
     16,
     20,
     0.2,
     {1.17, 1.07, 1.03, 2, Alone},
     {1, 1.1, 1, 1, 1}},
    {"even", 8, 30, 0.3, {1.06, 1.03, 1.02, 1.05, Alone}, {1, 1, 1, 1, 1}},
    // Each thread has in its cache what it wrote in the last loop.
    {"own-data",
     8,
     15,
     0.35,
     {1.5, 1.06, 1.04, 1.3, Alone},
     {1.3, 1.35, 1.5, 1, 1}},
    {"neighbours-data",
     8,
     25,
     0.5,
     {1.1, 1.06, 1.03, 1.5, Alone},
     {1.05, 1.08, 1.22, 1, 1}},
    {"little-memory",
     8,
     20,
     0.2,
     {1.15, 1.05, 1.02, 1.6, Alone},
     {1, 1, 1.07, 1, 1}},
    {"chance", 8, 30, 0.7, {1.4, 1.06, 1.1, 1.4, Alone}, {1, 1, 1, 1, 1}},
};

constexpr int Ends[] = {16, 64, 256, 1024, 2048};
constexpr int Phases = std::size(Ends), Loops = 200;

struct Outcome {
  std::array<double, Phases> Factor = {};
  std::array<double, Techniques> Share = {}; ///< in the last phase
};

/// Executes one loop and adds what it takes to Sum.
void execute(const Case &C, std::mt19937_64 &Random, Outcome &Sum) {
  constexpr uint64_t TripCount = 1000;
  double Best = Alone;
  for (int T = 0; T < Techniques; ++T)
    Best = std::min(Best, C.Stretch[T] * C.Inflation[T]);
  // Not std::normal_distribution, which differs from library to library.
  const auto Uniform = [&Random] {
    return (static_cast<double>(Random() >> 11) + 0.5) * 0x1p-53;
  };
  SizeHistory Sizes;
  int Execution = 0;
  for (int Phase = 0; Phase < Phases; ++Phase) {
    const int Executions = Ends[Phase] - Execution;
    for (; Execution < Ends[Phase]; ++Execution) {
      Situation S;
      S.TripCount = TripCount;
      S.Threads = S.AtOnce = C.Threads;
      S.PlansPay = false;
      S.Size = Sizes.of(TripCount);
      const Decision How = decide(S);
      const bool IsTimed = !Sizes.began(TripCount, How);
      const int T = static_cast<int>(How.As);
      const double Radius = std::sqrt(-2 * std::log(Uniform()));
      const double Normal = Radius * std::cos(2 * 3.14159265358979 * Uniform());
      const double Work =
          C.Busy * std::exp(C.Chance * Normal - C.Chance * C.Chance / 2);
      const double Busy = Work * C.Inflation[T];
      const double EvenExcess =
          C.Stretch[static_cast<int>(Technique::Even)] - 1;
      if (IsTimed)
        Sizes.note({TripCount, C.Threads, How.As,
                    threshold::ticks(Busy * C.Stretch[T]),
                    threshold::ticks(Busy * C.Threads),
                    How.As == Technique::Chunked
                        ? threshold::ticks(EvenExcess * Work * (C.Threads - 1))
                        : 0});
      Sum.Factor[Phase] +=
          C.Stretch[T] * C.Inflation[T] / Best / Executions / Loops;
      if (Phase == Phases - 1)
        Sum.Share[T] += 1.0 / Executions / Loops;
    }
  }
}

} // namespace

int main(int ArgumentCount, char **Arguments) {
  double Bounds[std::size(Cases)] = {};
  for (int A = 1; A < ArgumentCount; A += 2) {
    const std::string Bound =
        A + 1 < ArgumentCount ? Arguments[A + 1] : std::string();
    const std::size_t Sign = Bound.find('=');
    std::size_t Found = std::size(Cases);
    for (std::size_t I = 0; I < std::size(Cases); ++I)
      if (Bound.substr(0, Sign) == Cases[I].Name)
        Found = I;
    if (Arguments[A] != std::string("--bound") || Sign == std::string::npos ||
        Found == std::size(Cases)) {
      std::fprintf(stderr, "choices: %s %s: expected --bound CASE=FACTOR\n",
                   Arguments[A], Bound.c_str());
      return 2;
    }
    Bounds[Found] = std::atof(Bound.c_str() + Sign + 1);
  }
  std::printf("%-16s %-35s ", "case", "times as long as with the best");
  for (int T = 0; T < Techniques; ++T)
    std::printf(" %8s", nameOf(static_cast<Technique>(T)));
  std::puts("");
  bool IsWithin = true;
  for (std::size_t I = 0; I < std::size(Cases); ++I) {
    std::mt19937_64 Random(I + 1);
    Outcome Mean;
    for (int L = 0; L < Loops; ++L)
      execute(Cases[I], Random, Mean);
    std::printf("%-16s", Cases[I].Name);
    for (double Factor : Mean.Factor)
      std::printf("  %.3f", Factor);
    std::printf("  ");
    for (double Share : Mean.Share)
      std::printf("  %6.2f ", Share);
    const bool IsTooMuch = Bounds[I] > 0 && Mean.Factor.back() > Bounds[I];
    std::printf("%s\n", IsTooMuch ? " <" : "");
    IsWithin = IsWithin && !IsTooMuch;
  }
  return IsWithin ? 0 : 1;
}
