//===- MemoryTest.cpp - memory runs out -----------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each allocation of the library fails in turn: each iteration runs exactly
// once, or the process ends and says for what it had no memory.
//
//===----------------------------------------------------------------------===//
#include "TestClock.h"
#include "TestLoop.h"
#include "record/Recorder.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace usersched;
using namespace usersched::test;

namespace {

/// Which of the library's allocations fail: those from First to Last, counted
/// from 1. Only one thread runs.
struct Failures {
  uint64_t First = 0, Last = 0;
  uint64_t Seen = 0;
  bool IsInLibrary = false;

  bool isNext() {
    if (!IsInLibrary)
      return false;
    ++Seen;
    return First <= Seen && Seen <= Last;
  }
} Failing;

/// While it lives, what is allocated is the library's.
struct InLibrary {
  InLibrary() { Failing.IsInLibrary = true; }
  ~InLibrary() { Failing.IsInLibrary = false; }
};

} // namespace

void *operator new(std::size_t Size) {
  void *Memory = Failing.isNext() ? nullptr : std::malloc(Size ? Size : 1);
  if (!Memory)
    throw std::bad_alloc();
  return Memory;
}
void *operator new(std::size_t Size, std::align_val_t Alignment) {
  const auto Align = static_cast<std::size_t>(Alignment);
  void *Memory =
      Failing.isNext()
          ? nullptr
          : std::aligned_alloc(Align, (Size + Align - 1) / Align * Align);
  if (!Memory)
    throw std::bad_alloc();
  return Memory;
}
void *operator new(std::size_t Size, const std::nothrow_t &) noexcept {
  return Failing.isNext() ? nullptr : std::malloc(Size ? Size : 1);
}
void operator delete(void *Memory) noexcept { std::free(Memory); }
void operator delete(void *Memory, std::size_t) noexcept { std::free(Memory); }
void operator delete(void *Memory, std::align_val_t) noexcept {
  std::free(Memory);
}
void operator delete(void *Memory, std::size_t, std::align_val_t) noexcept {
  std::free(Memory);
}

namespace {

constexpr uint32_t Threads = 4;
constexpr uint64_t N = 500;

/// How a loop is executed, and what fails.
struct Scenario {
  const char *Name;
  uint32_t Flags;
  bool HasPrefix;
  uint64_t Chunk;
  /// Nanoseconds that pass at each look at the clock.
  uint64_t Step;
  /// Whether each execution has data of its own, so that it finds no plan.
  bool HasNewData;
  bool IsRecorded = false, IsOff = false;
  /// A recorded execution has many more allocations.
  uint32_t Executions = 9;
};

void PrintTo(const Scenario &S, std::ostream *Out) { *Out << S.Name; }

/// Executes the loop Times times with all members, of which one thread plays
/// all. Returns whether each iteration ran as often.
bool execute(const Scenario &S, Team &Region, TestLoop &Loop, uint32_t Times) {
  Tally Runs(N);
  std::vector<Activation> Members(Threads);
  for (uint32_t Execution = 0; Execution < Times; ++Execution) {
    for (uint32_t T = 0; T < Threads; ++T) {
      Call Entered = Loop.call(N, T, Threads);
      Entered.Data = S.HasNewData ? Execution : 0;
      Entered.Chunk = S.Chunk;
      Entered.IsRecorded = S.IsRecorded;
      Entered.IsOff = S.IsOff;
      const InLibrary Inside;
      enter(Members[T], Entered, &Region);
    }
    for (bool More = true; More;) {
      More = false;
      for (Activation &A : Members) {
        IterationRange R;
        const InLibrary Inside;
        const bool HasOne = A.next(R);
        Failing.IsInLibrary = false;
        if (HasOne)
          Runs.run(R);
        More |= HasOne;
      }
    }
    for (Activation &A : Members) {
      const InLibrary Inside;
      A.leave();
    }
  }
  return Runs.isExactly(Times);
}

struct ScenarioLoop : TestLoop {
  explicit ScenarioLoop(const Scenario &S)
      : TestLoop(
            [HasPrefix = S.HasPrefix](uint64_t I) {
              return HasPrefix ? I * I : 1 + (I < 50 ? 1000 : I % 7);
            },
            S.Flags) {
    if (S.HasPrefix)
      makePrefix();
  }
};

/// What became of a process.
struct Ending {
  int Status;
  std::string Words;
  bool isBy(int Signal) const {
    return WIFSIGNALED(Status) && WTERMSIG(Status) == Signal;
  }
  bool isExit(int Code) const {
    return WIFEXITED(Status) && WEXITSTATUS(Status) == Code;
  }
};

/// Runs Body, which returns an exit status, in a process of its own.
template <typename Function> Ending inProcess(Function Body) {
  int Pipe[2];
  EXPECT_EQ(pipe(Pipe), 0);
  const pid_t Child = fork();
  if (Child == 0) {
    dup2(Pipe[1], STDERR_FILENO);
    _exit(Body());
  }
  close(Pipe[1]);
  Ending Result = {};
  char Buffer[512];
  for (ssize_t Read; (Read = read(Pipe[0], Buffer, sizeof Buffer)) > 0;)
    Result.Words.append(Buffer, static_cast<std::size_t>(Read));
  close(Pipe[0]);
  waitpid(Child, &Result.Status, 0);
  return Result;
}

enum { Right, Wrong, NothingFailed };

/// Records what follows; the trace has the room of a block.
void record() {
  static Recorder R({"report.json", "trace.json", 1 << 14});
  Recorder::replace(&R);
}

/// Executes a loop several times, of which the Nth allocation fails.
int failAt(const Scenario &S, uint64_t Nth) {
  const StepOf Time(S.Step);
  ScenarioLoop Loop(S);
  if (S.IsRecorded)
    record();
  Failing = {Nth, Nth};
  PlanCache Cache(1 << 24);
  Team Region(Cache);
  Region.begin();
  if (!execute(S, Region, Loop, S.Executions))
    return Wrong;
  return Failing.Seen < Nth ? NothingFailed : Right;
}

class MemoryTest : public testing::TestWithParam<Scenario> {};

/// Not fewer allocations than the library makes once in a process.
constexpr uint64_t OnceInAProcess = 20;

/// Whether a loop would run otherwise in another process.
bool isSpent(const Scenario &S, uint64_t Nth) {
  const bool GaveUp = S.IsRecorded && !Recorder::tryWith([](Recorder &) {});
  return Nth <= OnceInAProcess || GaveUp;
}

TEST_P(MemoryTest, EachAllocationFailsInTurn) {
  const Scenario &S = GetParam();
  // To start a process takes longer than to execute the loop. So a process goes
  // on with the next allocation, until one ends it.
  auto *Nth = static_cast<uint64_t *>(mmap(nullptr, sizeof(uint64_t),
                                           PROT_READ | PROT_WRITE,
                                           MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(Nth, MAP_FAILED);
  for (*Nth = 1;; ++*Nth) {
    const Ending End = inProcess([&] {
      int What;
      while ((What = failAt(S, *Nth)) == Right && !isSpent(S, *Nth))
        ++*Nth;
      return What;
    });
    if (End.isExit(NothingFailed))
      break;
    if (End.isBy(SIGABRT))
      EXPECT_EQ(End.Words.find("usersched: memory ran out for "), 0u)
          << "allocation " << *Nth << ": " << End.Words;
    else
      ASSERT_TRUE(End.isExit(Right))
          << "allocation " << *Nth << ": " << End.Words;
  }
  EXPECT_GT(*Nth, 20u);
  munmap(Nth, sizeof(uint64_t));
}

/// Once a loop has run, what later executions allocate only makes them better.
TEST_P(MemoryTest, ALoopThatHasRunGoesOnWithoutAnyMemory) {
  const Scenario &S = GetParam();
  const Ending End = inProcess([&] {
    const StepOf Time(S.Step);
    ScenarioLoop Loop(S);
    if (S.IsRecorded)
      record();
    PlanCache Cache(1 << 24);
    Team Region(Cache);
    Region.begin();
    if (!execute(S, Region, Loop, 1))
      return Wrong;
    Failing.First = Failing.Seen + 1;
    Failing.Last = ~uint64_t(0);
    if (!execute(S, Region, Loop, 24))
      return Wrong;
    return Failing.Seen < Failing.First ? NothingFailed : Right;
  });
  EXPECT_TRUE(End.isExit(Right)) << End.Status << " " << End.Words;
}

/// Executes a loop twice, the second time with more iterations, whose chunks
/// need more memory. Then the Nth allocation fails. Returns whether the report
/// says that there was no memory for the chunks.
bool saysNoMemory(uint64_t Nth) {
  TestLoop Loop([](uint64_t I) { return 1 + I % 7; });
  Recorder R({"report.json", "", 0});
  Recorder *const Before = Recorder::replace(&R);
  PlanCache Cache(1 << 24);
  Team Region(Cache);
  Region.begin();
  std::vector<Activation> Members(Threads);
  for (const uint64_t TripCount : {8, 4000}) {
    Failing = {Nth, TripCount == 8 ? 0 : Nth};
    for (uint32_t T = 0; T < Threads; ++T) {
      Call Entered = Loop.call(TripCount, T, Threads);
      Entered.IsRecorded = true;
      const InLibrary Inside;
      enter(Members[T], Entered, &Region);
    }
    for (Activation &A : Members) {
      const InLibrary Inside;
      for (IterationRange Range; A.next(Range);)
        ;
      A.leave();
    }
  }
  Recorder::replace(Before);
  const auto Even = static_cast<int>(Technique::Even);
  const auto NoMemory = static_cast<int>(Reason::NoMemory);
  return R.loops().front().Sums.Ran[Even][NoMemory] == 1;
}

TEST(Memory, AReportSaysThatThereWasNoneForChunks) {
  const Ending End = inProcess([] {
    for (uint64_t Nth = 1; Nth < 20; ++Nth)
      if (saysNoMemory(Nth))
        return Right;
    return Wrong;
  });
  EXPECT_TRUE(End.isExit(Right)) << End.Status << " " << End.Words;
}

constexpr uint32_t ByThread = USERSCHED_SUBSPACE_IS_THREAD;

INSTANTIATE_TEST_SUITE_P(
    Techniques, MemoryTest,
    testing::Values(
        Scenario{"plans", ByThread, false, 0, 20 * Microsecond, false},
        Scenario{"new plans", ByThread, false, 0, 20 * Microsecond, true},
        Scenario{"short executions", ByThread, false, 0, 10, true},
        Scenario{"chunk", ByThread, false, 10, 20 * Microsecond, true},
        Scenario{"prefix", 0, true, 0, 20 * Microsecond, true},
        Scenario{"no stealing", ByThread | USERSCHED_NO_STEAL, false, 0,
                 20 * Microsecond, true},
        Scenario{"last is last", ByThread | USERSCHED_LAST_IS_LAST, false, 0,
                 20 * Microsecond, true},
        Scenario{"recorded", ByThread, false, 0, 20 * Microsecond, true, true,
                 false, 3},
        Scenario{"recorded even shares", ByThread, false, 0, 20 * Microsecond,
                 true, true, true}),
    [](const auto &Info) {
      std::string Name = Info.param.Name;
      std::replace(Name.begin(), Name.end(), ' ', '_');
      return Name;
    });

} // namespace
