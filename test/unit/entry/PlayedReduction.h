//===- PlayedReduction.h - a reproducible loop that one thread plays ------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each member of a team makes the calls that a compiled loop with a reduction
// makes. A seed says which member makes the next call, and how much time passes
// until then, so that every order of calls can happen. The reduction variables
// are a double, a float, or both.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLAYED_REDUCTION_H
#define USERSCHED_PLAYED_REDUCTION_H

#include "usersched_abi.h"

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

namespace usersched::test {

/// The reduction variables of a loop, or a thread's copies.
struct Sums {
  double Double = 0;
  float Float = 0;

  void add(const std::vector<double> &Terms, uint64_t First, uint64_t End) {
    // Copies that no pointer can reach stay in registers.
    double D = Double;
    float F = Float;
    for (; First < End; ++First) {
      D += Terms[First];
      F += static_cast<float>(Terms[First]);
    }
    Double = D;
    Float = F;
  }
  void add(const Sums &Other) {
    Double += Other.Double;
    Float += Other.Float;
  }
  bool hasBitsOf(const Sums &Other) const {
    return std::memcmp(&Double, &Other.Double, sizeof Double) == 0 &&
           std::memcmp(&Float, &Other.Float, sizeof Float) == 0;
  }
};

/// Where sums are cut.
enum class Cut {
  AtBlocks,  ///< as it should be
  AtRanges,  ///< the mistake: what a thread gets is added up as one
  Threadwise ///< `reproducible: off`: each thread has one sum
};

/// A loop with the reduction variables: HasDouble and HasFloat say which.
struct ReducingLoop {
  usersched_loop Descriptor = {};
  const std::vector<double> &Terms;
  uint64_t TripCount;
  Cut Where;
  bool HasDouble, HasFloat;
  uint32_t Threads = 1;

  bool waits() const { return !(Descriptor.flags & USERSCHED_NOWAIT); }
};

/// The thread whose calls are played now, and the number of its team's threads,
/// for what stands in for libomp.
inline uint32_t Played = 0, TeamSize = 1;

/// One thread in a function with the loop, which executes it several times.
class ReducingMember {
  alignas(USERSCHED_FRAME_ALIGNMENT) usersched_frame Frame = {};
  usersched_reduction Reduction = {};
  const ReducingLoop &Loop;
  Sums Copy;
  void *List[2] = {}, *Lengths[2] = {};
  uint64_t Sizes[2] = {};
  uint64_t Entries = 0;

  void addEntry(void *Variable, uint64_t Size) {
    List[Entries] = Variable;
    Sizes[Entries++] = Size;
  }

  template <typename Real>
  static void combineOne(char *Left, uint64_t Distance) {
    Real L, R;
    std::memcpy(&L, Left, sizeof L);
    std::memcpy(&R, Left + Distance, sizeof R);
    L += R;
    std::memcpy(Left, &L, sizeof L);
  }
  template <bool HasDouble, bool HasFloat>
  static void combine(const usersched_reduction *, char *Left,
                      uint64_t Distance, uint64_t Pairs) {
    for (; Pairs > 0; --Pairs, Left += 2 * Distance) {
      if (HasDouble)
        combineOne<double>(Left, Distance);
      if (HasFloat)
        combineOne<float>(Left + HasDouble * USERSCHED_VALUE_ALIGNMENT,
                          Distance);
    }
  }
  auto combineFunction() const {
    return Entries == 2     ? combine<true, true>
           : Loop.HasDouble ? combine<true, false>
                            : combine<false, true>;
  }

  /// Stores the copies as the values of the next block, and resets them.
  void store(char *&Place) {
    for (uint64_t I = 0; I < Entries; ++I)
      std::memcpy(Place + I * USERSCHED_VALUE_ALIGNMENT, List[I], Sizes[I]);
    Place += Reduction.bytes;
    Copy = {};
  }

  void run(usersched_range Range) {
    char *Place = Reduction.place;
    uint64_t Position = Reduction.position, First = Range.first, Blocks = 0;
    for (const uint64_t End = First + Range.count; First < End; ++Blocks) {
      Position += Reduction.step_in_range;
      const uint64_t Next =
          std::min((Position >> Reduction.shift) & Reduction.mask, End);
      Copy.add(Loop.Terms, First, Next);
      if (Place && Loop.Where == Cut::AtBlocks)
        store(Place);
      First = Next;
    }
    if (Place && Loop.Where == Cut::AtRanges)
      for (; Blocks > 0; --Blocks)
        store(Place);
  }

public:
  const uint32_t Thread;
  uint32_t Execution = 0;
  bool IsInside = false;

  ReducingMember(const ReducingLoop &Loop, uint32_t Thread)
      : Loop(Loop), Thread(Thread) {
    Frame.thread = Thread;
    if (Loop.HasDouble)
      addEntry(&Copy.Double, sizeof Copy.Double);
    if (Loop.HasFloat)
      addEntry(&Copy.Float, sizeof Copy.Float);
  }

  void enter(usersched_loop &Descriptor, usersched_team *Team) {
    IsInside = true;
    Copy = {};
    Frame.data = 0;
    Reduction = {};
    Reduction.trip_count = Loop.TripCount;
    Reduction.bytes = Entries * USERSCHED_VALUE_ALIGNMENT;
    Reduction.entries = Entries;
    Reduction.sizes = Sizes;
    Reduction.lengths = Lengths;
    Reduction.combine = combineFunction();
    __usersched_reduction_init(nullptr, static_cast<int32_t>(Thread), &Frame,
                               &Descriptor, Team, &Reduction);
  }

  /// Runs a range. Returns false if there is none left.
  bool runNext() {
    int32_t Last = 0;
    const usersched_range Range =
        __usersched_reduction_next(&Frame, &Last, &Reduction);
    run(Range);
    return Range.count > 0;
  }

  /// Leaves the loop, and combines the copies into Result if this thread is
  /// told to.
  void leave(Sums &Result) {
    IsInside = false;
    ++Execution;
    __usersched_loop_deinit(&Frame);
    const auto Id = static_cast<int32_t>(Thread);
    if (__usersched_reduce_nowait(nullptr, Id, static_cast<int32_t>(Entries),
                                  sizeof List, List, nullptr, nullptr,
                                  &Reduction) != 1)
      return;
    Result.add(Copy);
    __usersched_end_reduce_nowait(nullptr, Id, nullptr, &Reduction);
  }
};

/// Executes Loop so often, in one region of a team. Returns the results.
/// TimePasses is called between calls.
template <typename Random, typename Function>
std::vector<Sums> play(ReducingLoop &Loop, uint32_t Executions, Random &R,
                       Function TimePasses) {
  TeamSize = Loop.Threads;
  usersched_team *Team = __usersched_team_begin();
  std::vector<ReducingMember> Members;
  std::vector<ReducingMember *> Active;
  Members.reserve(TeamSize);
  for (uint32_t T = 0; T < TeamSize; ++T)
    Active.push_back(&Members.emplace_back(Loop, T));
  std::vector<Sums> Results(Executions);
  std::vector<uint32_t> Left(Executions); // by how many members
  while (!Active.empty()) {
    ReducingMember *&Next = Active[R() % Active.size()];
    ReducingMember &M = *Next;
    Played = M.Thread;
    // A call, or many in a row.
    for (uint64_t Calls = uint64_t(1) << R() % 8; Calls > 0; --Calls) {
      TimePasses();
      const uint32_t E = M.Execution;
      if (!M.IsInside) {
        if (Loop.waits() && E > 0 && Left[E - 1] < TeamSize)
          break;
        M.enter(Loop.Descriptor, Team);
      } else if (!M.runNext()) {
        M.leave(Results[E]);
        ++Left[E];
        if (M.Execution == Executions) {
          Next = Active.back();
          Active.pop_back();
          break;
        }
      }
    }
  }
  __usersched_team_end(Team);
  return Results;
}

} // namespace usersched::test

#endif
