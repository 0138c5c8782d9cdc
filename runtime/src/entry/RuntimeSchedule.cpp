//===- RuntimeSchedule.cpp - loops scheduled by a program's functions -----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The setting must belong to the task's environment and be inherited by the
// teams that it forks. libomp keeps such a variable: the schedule that
// omp_set_schedule sets. So a setting is a number, and the number is the chunk
// size of that schedule, larger than any that a program asks for.
//
// Settings are never freed: a task may remember the number for as long as it
// lives. Equal ones share a number.
//
//===----------------------------------------------------------------------===//
#include "base/Fork.h"
#include "base/Memory.h"
#include "learn/PlanCache.h"

#include "usersched_ompx.h"
#include "usersched_runtime_abi.h"

#include <algorithm>
#include <climits>
#include <deque>
#include <mutex>
#include <omp.h>

using namespace usersched;

#define USERSCHED_EXPORT __attribute__((visibility("default")))

namespace {

using Inspect = void (*)(int, int, int *, int *, void *);
using Inspect64 = void (*)(int64_t, int64_t, int64_t *, int64_t *, void *);
using Subspace = int (*)(int, void *);

struct Setting {
  Inspect Narrow;
  Inspect64 Wide;
  Subspace Select;
  void *UserData;
  unsigned Switches; // USERSCHED_RUNTIME_STEAL, USERSCHED_RUNTIME_PROFILE
  uint64_t Subspaces;
  // The schedule that a reset restores.
  omp_sched_t Kind;
  int Chunk;

  bool operator==(const Setting &O) const {
    return Narrow == O.Narrow && Wide == O.Wide && Select == O.Select &&
           UserData == O.UserData && Switches == O.Switches &&
           Subspaces == O.Subspaces && Kind == O.Kind && Chunk == O.Chunk;
  }
};

class Settings {
public:
  static Settings &global() {
    return Only.get([] {
      return need("the table of schedules", [] {
        auto *New = new Settings;
        surviveForks(ForkOrder::Schedules, New->Mutex);
        return New;
      });
    });
  }

  int numberOf(const Setting &S) {
    std::lock_guard<std::mutex> Lock(Mutex);
    auto It = std::find(Table.begin(), Table.end(), S);
    if (It == Table.end())
      It = need("a schedule", [&] { return Table.insert(Table.end(), S); });
    return FirstNumber + static_cast<int>(It - Table.begin());
  }

  /// Returns the setting that is in force for the calling task; null if there
  /// is none. Stores the task's schedule in Kind and Chunk.
  Setting *current(omp_sched_t &Kind, int &Chunk) {
    omp_get_schedule(&Kind, &Chunk);
    if (Chunk < FirstNumber)
      return nullptr;
    std::lock_guard<std::mutex> Lock(Mutex);
    const auto Index = static_cast<size_t>(Chunk - FirstNumber);
    return Index < Table.size() ? &Table[Index] : nullptr;
  }

private:
  static Singleton<Settings> Only;
  static constexpr int FirstNumber = 0x71000000;
  std::mutex Mutex;
  std::deque<Setting> Table; // whose elements stay where they are
};

Singleton<Settings> Settings::Only;

void set(Setting New) {
  omp_sched_t Kind;
  int Chunk;
  // A reset restores the schedule before the first of several settings.
  const Setting *Old = Settings::global().current(Kind, Chunk);
  New.Kind = Old ? Old->Kind : Kind;
  New.Chunk = Old ? Old->Chunk : Chunk;
  omp_set_schedule(omp_sched_dynamic, Settings::global().numberOf(New));
}

unsigned switches(int Steal, int Profile) {
  return (Steal ? USERSCHED_RUNTIME_STEAL : 0u) |
         (Profile ? USERSCHED_RUNTIME_PROFILE : 0u);
}

uint64_t positive(int Subspaces) {
  return Subspaces > 0 ? static_cast<uint64_t>(Subspaces) : 0;
}

/// Returns the end of the chunk that begins at Start, as the user's function
/// says.
uint64_t chunkEnd(const Setting &S, uint64_t Start, uint64_t End) {
  uint64_t Result = Start + 1;
  if (S.Wide) {
    auto From = static_cast<int64_t>(Start), To = From + 1;
    S.Wide(static_cast<int64_t>(Start), static_cast<int64_t>(End), &From, &To,
           S.UserData);
    Result = static_cast<uint64_t>(To);
  } else if (S.Narrow) {
    auto From = static_cast<int>(Start), To = From + 1;
    S.Narrow(static_cast<int>(Start), static_cast<int>(End), &From, &To,
             S.UserData);
    Result = static_cast<uint64_t>(To);
  }
  return std::clamp(Result, Start + 1, End);
}

/// Returns true if the integers of the setting's functions can hold Span.
bool reaches(const Setting &S, uint64_t Span) {
  return S.Narrow ? Span < INT_MAX : Span < INT64_MAX;
}

uint64_t identity(const Setting &S) {
  uint64_t Result = 0;
  for (uint64_t Value : {reinterpret_cast<uint64_t>(S.UserData),
                         reinterpret_cast<uint64_t>(S.Narrow),
                         reinterpret_cast<uint64_t>(S.Wide),
                         reinterpret_cast<uint64_t>(S.Select), S.Subspaces}) {
    Result = (Result ^ Value) * 0x9e3779b97f4a7c15u;
    Result ^= Result >> 29;
  }
  return Result;
}

/// Returns the setting for a loop of Span + 1 iterations; null if there is
/// none.
Setting *settingFor(uint64_t Span) {
  omp_sched_t Kind;
  int Chunk;
  Setting *S = Settings::global().current(Kind, Chunk);
  return S && reaches(*S, Span) ? S : nullptr;
}

void enter(usersched_frame *Frame, const Setting *S) {
  Frame->captures = const_cast<Setting *>(S);
  Frame->data = identity(*S);
  Frame->chunk = 1;
  Frame->subspaces = S->Subspaces;
}

} // namespace

extern "C" {

USERSCHED_EXPORT void ompx_set_usersched_for_loops(Inspect Function,
                                                   Subspace Select,
                                                   void *UserData, int Steal,
                                                   int Profile, int Subspaces) {
  set({Function, nullptr, Select, UserData, switches(Steal, Profile),
       positive(Subspaces), omp_sched_static, 0});
}

USERSCHED_EXPORT void ompx_set_usersched_for_loops_64(Inspect64 Function,
                                                      Subspace Select,
                                                      void *UserData, int Steal,
                                                      int Profile,
                                                      int Subspaces) {
  set({nullptr, Function, Select, UserData, switches(Steal, Profile),
       positive(Subspaces), omp_sched_static, 0});
}

USERSCHED_EXPORT void ompx_reset_usersched_for_loops(void) {
  omp_sched_t Kind;
  int Chunk;
  if (const Setting *S = Settings::global().current(Kind, Chunk))
    omp_set_schedule(S->Kind, S->Chunk);
  PlanCache::global().reset();
}

USERSCHED_EXPORT void ompx_reset_usersched_for_loops_64(void) {
  ompx_reset_usersched_for_loops();
}

// The load of a range is the number of the user's chunks in it: cut at a load
// of 1, it gives them one by one, and groups balanced by load are groups of
// equally many chunks, as in the paper.
USERSCHED_EXPORT void __usersched_runtime_inspect(uint64_t Begin, uint64_t End,
                                                  uint64_t *AssignedStart,
                                                  uint64_t *AssignedEnd,
                                                  void *UserData) {
  auto *Inspection = static_cast<usersched_inspection *>(UserData);
  const auto &S = *static_cast<const Setting *>(Inspection->captures);
  const uint64_t Threshold = Inspection->threshold.integer;
  uint64_t Chunks = 0, At = Begin;
  if (!S.Narrow && !S.Wide) {
    Chunks = std::min(End - Begin, Threshold);
    At = Begin + Chunks;
  } else {
    for (; At < End && Chunks < Threshold; ++Chunks)
      At = chunkEnd(S, At, End);
  }
  *AssignedStart = Begin;
  *AssignedEnd = At;
  Inspection->load.integer = Chunks;
}

USERSCHED_EXPORT int32_t __usersched_runtime_subspace(int32_t Subspaces,
                                                      void *UserData) {
  const auto &S = *static_cast<const Setting *>(UserData);
  return S.Select ? S.Select(Subspaces, S.UserData) : omp_get_thread_num();
}

// Functions of libomp that no public header declares.
void __kmpc_dispatch_deinit(void *, int32_t);

#define USERSCHED_RUNTIME_SHELLS(SUFFIX, TYPE, STRIDE, UNSIGNED)               \
  void __kmpc_dispatch_init_##SUFFIX(void *, int32_t, int32_t, TYPE, TYPE,     \
                                     STRIDE, STRIDE);                          \
  int32_t __kmpc_dispatch_next_##SUFFIX(void *, int32_t, int32_t *, TYPE *,    \
                                        TYPE *, STRIDE *);                     \
  USERSCHED_EXPORT void __usersched_runtime_init_##SUFFIX(                     \
      void *Location, int32_t Thread, usersched_frame *Frame,                  \
      usersched_loop *Loops, int32_t Schedule, TYPE Lower, TYPE Upper,         \
      STRIDE Stride, STRIDE Chunk) {                                           \
    const Setting *S = settingFor(static_cast<UNSIGNED>(                       \
        static_cast<UNSIGNED>(Upper) - static_cast<UNSIGNED>(Lower)));         \
    if (!S) {                                                                  \
      Frame->captures = nullptr;                                               \
      __kmpc_dispatch_init_##SUFFIX(Location, Thread, Schedule, Lower, Upper,  \
                                    Stride, Chunk);                            \
      return;                                                                  \
    }                                                                          \
    enter(Frame, S);                                                           \
    __usersched_loop_init_##SUFFIX(                                            \
        Location, Thread, Frame, &Loops[S->Switches], nullptr, Lower, Upper);  \
  }                                                                            \
  USERSCHED_EXPORT int32_t __usersched_runtime_next_##SUFFIX(                  \
      void *Location, int32_t Thread, usersched_frame *Frame, int32_t *Last,   \
      TYPE *Lower, TYPE *Upper, STRIDE *Stride) {                              \
    if (Frame->captures) {                                                     \
      const usersched_range Range = __usersched_loop_next(Frame, Last);        \
      *Lower = static_cast<TYPE>(Range.first);                                 \
      *Upper = static_cast<TYPE>(Range.first + Range.count - 1);               \
      *Stride = 1;                                                             \
      return Range.count > 0;                                                  \
    }                                                                          \
    return __kmpc_dispatch_next_##SUFFIX(Location, Thread, Last, Lower, Upper, \
                                         Stride);                              \
  }

USERSCHED_RUNTIME_SHELLS(4, int32_t, int32_t, uint32_t)
USERSCHED_RUNTIME_SHELLS(4u, uint32_t, int32_t, uint32_t)
USERSCHED_RUNTIME_SHELLS(8, int64_t, int64_t, uint64_t)
USERSCHED_RUNTIME_SHELLS(8u, uint64_t, int64_t, uint64_t)

USERSCHED_EXPORT void __usersched_runtime_deinit(void *Location, int32_t Thread,
                                                 usersched_frame *Frame) {
  if (Frame->captures)
    __usersched_loop_deinit(Frame);
  else
    __kmpc_dispatch_deinit(Location, Thread);
}

} // extern "C"
