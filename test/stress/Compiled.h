//===- Compiled.h - loops as the compiler would emit them -----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the plugin generates for a loop, written by hand: descriptor, inspect,
// subspace and prefix functions, and the sequence of calls. The loads are
// adversarial on purpose.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_STRESS_COMPILED_H
#define USERSCHED_STRESS_COMPILED_H

#include "usersched_abi.h"

#include <atomic>
#include <cstdint>
#include <limits>
#include <omp.h>
#include <random>
#include <type_traits>
#include <vector>

/// What libomp expects as a construct's location.
struct Ident {
  int32_t Reserved1 = 0;
  int32_t Flags = 2;
  int32_t Reserved2 = 0;
  int32_t Reserved3 = 0;
  const char *Source = ";stress;stress;1;1;;";
};
extern Ident Location;
extern "C" int32_t __kmpc_global_thread_num(Ident *);

/// Ends the program, saying why.
[[noreturn]] void fail(const char *What);

using Random = std::mt19937_64;

enum class LoadKind {
  Zero,      ///< all without load
  Flat,      ///< 1 each
  Noise,     ///< any number below 1000
  Giant,     ///< one with nearly all load
  Overflow,  ///< 2^63 - 1 each
  Lying,     ///< another answer at each look, and ends outside the range
  Real,      ///< doubles; negative ones and NaN, which count as 0, among them
  Prefix,    ///< sums of Noise
  BadPrefix, ///< "sums" that fall
  Last
};

/// One annotated loop in the program.
struct CompiledLoop {
  usersched_loop Descriptor = {};
  LoadKind Kind;
  uint64_t Salt;

  CompiledLoop(LoadKind Kind, uint32_t Flags, uint64_t Salt);
  static CompiledLoop any(Random &R);
};

/// What the loads of one execution read and its iterations consume: a byte for
/// each iteration, 0 until the iteration has begun. The bytes are not atomic,
/// so that ThreadSanitizer sees a load that does not happen before its
/// iteration.
struct Consumed {
  uint8_t *Bytes = nullptr; ///< null: nothing is consumed
  uint64_t Size = 0;

  /// By a load, or the value of `prefix` that bounds iteration I: ends the
  /// program if the iteration has begun.
  void look(uint64_t I) const {
    if (I < Size && Bytes[I])
      fail("a load was evaluated after its iteration had begun");
  }
  void consume(uint64_t First, uint64_t Final) const {
    for (uint64_t I = First; Bytes && I <= Final; ++I)
      Bytes[I] = 1;
  }
};

/// The captures of an outlined function.
struct Captures {
  const CompiledLoop *Loop;
  int32_t Thread;
  Consumed Data;
};

inline void init(int32_t T, usersched_frame *F, usersched_loop *L,
                 usersched_team *Team, int32_t Lower, int32_t Upper) {
  __usersched_loop_init_4(&Location, T, F, L, Team, Lower, Upper);
}
inline void init(int32_t T, usersched_frame *F, usersched_loop *L,
                 usersched_team *Team, uint32_t Lower, uint32_t Upper) {
  __usersched_loop_init_4u(&Location, T, F, L, Team, Lower, Upper);
}
inline void init(int32_t T, usersched_frame *F, usersched_loop *L,
                 usersched_team *Team, int64_t Lower, int64_t Upper) {
  __usersched_loop_init_8(&Location, T, F, L, Team, Lower, Upper);
}
inline void init(int32_t T, usersched_frame *F, usersched_loop *L,
                 usersched_team *Team, uint64_t Lower, uint64_t Upper) {
  __usersched_loop_init_8u(&Location, T, F, L, Team, Lower, Upper);
}
template <typename T>
bool next(usersched_frame *F, int32_t *Last, T *First, T *Final) {
  const usersched_range Range = __usersched_loop_next(F, Last);
  *First = static_cast<T>(Range.first);
  *Final = static_cast<T>(Range.first + Range.count - 1);
  return Range.count > 0;
}

/// One activation of a function with annotated loops.
class Function {
  alignas(USERSCHED_FRAME_ALIGNMENT) usersched_frame Frame = {};
  int32_t Thread = __kmpc_global_thread_num(&Location);

public:
  Function() { Frame.thread = static_cast<uint64_t>(omp_get_thread_num()); }

  /// For loops of a function that is called from a region: the region's team,
  /// if the thread has told it.
  usersched_team *callersTeam() {
    Frame.thread = std::numeric_limits<uint64_t>::max();
    usersched_team *Team = __usersched_current_team(&Frame);
    if (Team && Frame.thread != static_cast<uint64_t>(omp_get_thread_num()))
      fail("the number of another thread");
    return Team;
  }

  /// Set for the loops that follow, as by the pragma's keys.
  uint64_t Data = 0;
  uint64_t Chunk = 0;
  uint64_t Subspaces = 0;
  /// Of the execution that follows.
  Consumed Consumes;

  /// The loop over [Lower, Upper]: Body(first, last) per range, which returns
  /// false to leave by `cancel`; then the barrier, unless it is `nowait`.
  /// Returns whether the thread ran the last iteration.
  template <typename T, typename BodyFunction>
  bool run(CompiledLoop &Loop, usersched_team *Team, T Lower, T Upper,
           BodyFunction Body) {
    const bool RanLast = share(Loop, Team, Lower, Upper, Body);
    if (!(Loop.Descriptor.flags & USERSCHED_NOWAIT)) {
#pragma omp barrier
    }
    return RanLast;
  }

private:
  template <typename T, typename BodyFunction>
  bool share(CompiledLoop &Loop, usersched_team *Team, T Lower, T Upper,
             BodyFunction Body) {
    Captures Mine = {&Loop, Thread, Consumes};
    Frame.captures = &Mine;
    Frame.data = Data;
    Frame.chunk = Chunk;
    Frame.subspaces = Subspaces;
    init(Thread, &Frame, &Loop.Descriptor, Team, Lower, Upper);
    int32_t Last = 0;
    T First, Final;
    const bool EndsWithLast = Loop.Descriptor.flags & USERSCHED_LAST_IS_LAST;
    while (next(&Frame, &Last, &First, &Final)) {
      if (Last && EndsWithLast && Final != Upper)
        fail("iterations after the last one");
      using Unsigned = std::make_unsigned_t<T>;
      const auto Start = static_cast<Unsigned>(Lower);
      Consumes.consume(
          static_cast<Unsigned>(static_cast<Unsigned>(First) - Start),
          static_cast<Unsigned>(static_cast<Unsigned>(Final) - Start));
      if (!Body(First, Final))
        return false; // deinit is called when the function returns
    }
    __usersched_loop_deinit(&Frame);
    return Last != 0;
  }

public:
  ~Function() { __usersched_loop_deinit(&Frame); }
};

/// One thread in a region that tells its team to the functions that it calls,
/// or in one of another compiler, which does not.
class InRegion {
  usersched_scope Scope;
  const bool IsTold;

public:
  InRegion(usersched_team *Team, bool IsTold) : IsTold(IsTold) {
    if (IsTold)
      __usersched_region_enter(&Scope, Team, omp_get_thread_num());
    if (Function().callersTeam() != (IsTold ? Team : nullptr))
      fail("the team of another region");
  }
  ~InRegion() {
    if (IsTold)
      __usersched_region_leave(&Scope);
  }
};

/// Counts how often each iteration ran, and how often one was the last, over so
/// many executions.
class Tally {
  std::vector<std::atomic<uint32_t>> Runs;
  std::vector<uint8_t> Bytes;
  std::atomic<uint32_t> Lasts{0};

public:
  explicit Tally(uint64_t N, uint32_t Executions = 1)
      : Runs(N), Bytes(N * Executions) {}
  /// What the execution with this number consumes.
  Consumed consumed(uint32_t Execution) {
    return {Bytes.data() + Runs.size() * Execution, Runs.size()};
  }
  void run(uint64_t First, uint64_t Final) {
    for (uint64_t I = First; I <= Final; ++I)
      Runs.at(I).fetch_add(1, std::memory_order_relaxed);
  }
  void ranLast() { Lasts.fetch_add(1, std::memory_order_relaxed); }
  /// Ends the program, saying so, unless each ran exactly Times times.
  void expect(uint32_t Times, const char *What) const;
  /// Ends the program unless none ran more than Times times.
  void expectAtMost(uint32_t Times, const char *What) const;
};

/// How many executions of loops there have been so far.
uint64_t executionsDone();
/// Ends the program if its memory has grown since earlier calls.
void expectConstantMemory();

/// A scenario runs once per call, with another seed each time.
using Scenario = void (*)(Random &);
void loads(Random &);
void large(Random &);
void types(Random &);
void huge(Random &);
void teams(Random &);
void nested(Random &);
void initialThreads(Random &);
void tasks(Random &);
void dynamicTeams(Random &);
void nowait(Random &);
void repeated(Random &);
void orphaned(Random &);
void cancelled(Random &);
void levels(Random &);
void resets(Random &);
void manyLoops(Random &);
void forked(Random &);
void soak(Random &);
void reloaded(Random &);
void reproducible(Random &);
void reproducibleTasks(Random &);

#endif
