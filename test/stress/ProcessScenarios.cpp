//===- ProcessScenarios.cpp - long runs, forks, unloaded libraries --------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the process as a whole must survive, with memory that does not grow.
// "soak --executions 10000000" is the long run; the tests cut it off after some
// seconds, and print how far it came.
//
//===----------------------------------------------------------------------===//
#include "Compiled.h"

#include "usersched.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

/// Times executions of Loop in one region, with a barrier now and then even if
/// it is `nowait`: how far threads get apart, and so how much memory that
/// takes, must not depend on how the system runs them.
static void execute(CompiledLoop &Loop, uint64_t N, int Threads,
                    uint32_t Times) {
  constexpr uint32_t Apart = 16;
  Tally Runs(N, Times);
  usersched_team *Team = __usersched_team_begin();
#pragma omp parallel num_threads(Threads)
  {
    Function F;
    for (uint32_t E = 0; E < Times; ++E) {
      F.Consumes = Runs.consumed(E);
      if (F.run(Loop, Team, uint64_t(0), N - 1,
                [&](uint64_t First, uint64_t Last) {
                  Runs.run(First, Last);
                  return true;
                }))
        Runs.ranLast();
      if (E % Apart == Apart - 1) {
#pragma omp barrier
      }
    }
  }
  __usersched_team_end(Team);
  Runs.expect(Times, "iteration");
}

[[maybe_unused]] static uint64_t residentBytes() {
  unsigned long long Pages = 0, Resident = 0;
  std::FILE *File = std::fopen("/proc/self/statm", "r");
  if (!File || std::fscanf(File, "%llu %llu", &Pages, &Resident) != 2)
    fail("/proc/self/statm");
  std::fclose(File);
  return Resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

// Caches and pools that fill up take a MiB or two, and executions that threads
// are apart a third of a MiB each at most; a leak of two bytes per execution is
// more in 10^7. Sanitizers keep records of their own.
void expectConstantMemory() {
#if !defined(__SANITIZE_ADDRESS__) && !__has_feature(address_sanitizer) &&     \
    !__has_feature(thread_sanitizer)
  constexpr int WarmUp = 50;
  constexpr uint64_t MiB = 1 << 20, Allowed = 16 * MiB;
  static int Calls = 0;
  static uint64_t Before = 0, Most = 0;
  if (++Calls < WarmUp)
    return;
  const uint64_t Now = residentBytes();
  if (Calls == WarmUp) {
    Before = Most = Now;
    std::atexit([] {
      std::printf("resident: %.1f MiB after %d rounds, then at most %.1f MiB\n",
                  static_cast<double>(Before) / MiB, WarmUp,
                  static_cast<double>(Most) / MiB);
    });
  }
  Most = std::max(Most, Now);
  if (Now > Before + Allowed)
    fail("memory grows");
#endif
}

/// Regions of one loop and of many.
void soak(Random &R) {
  static CompiledLoop Loops[] = {CompiledLoop::any(R), CompiledLoop::any(R),
                                 CompiledLoop::any(R), CompiledLoop::any(R)};
  // A barrier after each would be most of the time.
  for (CompiledLoop &Loop : Loops)
    Loop.Descriptor.flags |= USERSCHED_NOWAIT;
  for (const uint32_t Times : {1, 1, 1, 10, 1000, 1, 1, 10, 10, 3000})
    execute(Loops[R() % 4], 1 + R() % 64, 1 + static_cast<int>(R() % 8), Times);
  expectConstantMemory();
}

void reloaded(Random &R) {
  for (int Times = 0; Times < 10; ++Times) {
    void *Library = dlopen(USERSCHED_LOADED, RTLD_NOW | RTLD_LOCAL);
    if (!Library)
      fail("dlopen");
    auto Count =
        reinterpret_cast<uint64_t (*)(uint64_t, int)>(dlsym(Library, "count"));
    const uint64_t N = 1 + R() % 1000;
    const int Threads = 1 + static_cast<int>(R() % 4);
    for (int E = 0; E < 5; ++E)
      if (Count(N, Threads) != N)
        fail("an iteration of a loaded library");
    dlclose(Library);
  }
  expectConstantMemory();
}

/// Ends the program unless Child, of a fork, ends well.
static void expectSuccess(pid_t Child) {
  int Status = 0;
  if (Child < 0 || waitpid(Child, &Status, 0) != Child || Status != 0)
    fail("the child of a fork");
}

/// From inside of a loop a child can start another program.
static void startPrograms(CompiledLoop &Loop) {
  usersched_team *Team = __usersched_team_begin();
#pragma omp parallel num_threads(3)
  {
    Function F;
    F.run(Loop, Team, uint64_t(0), uint64_t(99), [](uint64_t First, uint64_t) {
      if (First > 1)
        return true;
      const pid_t Child = fork();
      if (Child == 0) {
        execlp("true", "true", nullptr);
        _exit(1);
      }
      expectSuccess(Child);
      return true;
    });
  }
  __usersched_team_end(Team);
}

void forked(Random &R) {
  CompiledLoop Loop = CompiledLoop::any(R);
  execute(Loop, 100, 3, 3);
  // Other threads are inside our locks most of the time, or inside a loop.
  std::atomic<bool> Stop{false};
  std::thread Others[3];
  for (std::thread &T : Others)
    T = std::thread([&Stop, IsLocker = &T != Others] {
      CompiledLoop Mine(LoadKind::Noise, 0, 1);
      while (!Stop)
        if (IsLocker) {
          usersched_reset();
          usersched_statistics Ignored;
          usersched_get_statistics(&Ignored);
        } else {
          execute(Mine, 1000, 2, 5);
        }
    });
  for (int Times = 0; Times < 5; ++Times) {
    const pid_t Child = fork();
    if (Child == 0) {
      execute(Loop, 100, 3, 3);
      usersched_reset();
      execute(Loop, 200, 2, 3);
      _exit(0);
    }
    execute(Loop, 100, 3, 3);
    expectSuccess(Child);
  }
  startPrograms(Loop);
  Stop = true;
  for (std::thread &T : Others)
    T.join();
}
