//===- ProcessScenarios.cpp - long runs, forks, unloaded libraries --------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the process as a whole must survive, with memory that does not grow.
// "soak 30" is about 10^7 executions.
//
//===----------------------------------------------------------------------===//
#include "Compiled.h"

#include "usersched.h"

#include <cstdio>
#include <dlfcn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

static void execute(CompiledLoop &Loop, uint64_t N, int Threads,
                    uint32_t Times) {
  Tally Runs(N);
  usersched_team *Team = __usersched_team_begin();
#pragma omp parallel num_threads(Threads)
  {
    Function F;
    for (uint32_t E = 0; E < Times; ++E)
      if (F.run(Loop, Team, uint64_t(0), N - 1,
                [&](uint64_t First, uint64_t Last) {
                  Runs.run(First, Last);
                  return true;
                }))
        Runs.ranLast();
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

/// Ends the program if memory has grown after the first calls by more than what
/// threads that are further apart than ever before leave behind (a few MiB in
/// all): a leak of one allocation per execution is more in a few seconds.
/// Sanitizers keep records of their own.
static void expectConstantMemory() {
#if !defined(__SANITIZE_ADDRESS__) && !__has_feature(address_sanitizer) &&     \
    !__has_feature(thread_sanitizer)
  constexpr int WarmUp = 50;
  constexpr uint64_t Allowed = 16 << 20;
  static int Calls = 0;
  static uint64_t Before = 0;
  if (++Calls == WarmUp)
    Before = residentBytes();
  if (Calls > WarmUp && residentBytes() > Before + Allowed)
    fail("memory grows");
#endif
}

void soak(Random &R) {
  static CompiledLoop Loops[] = {CompiledLoop::any(R), CompiledLoop::any(R),
                                 CompiledLoop::any(R), CompiledLoop::any(R)};
  for (int Region = 0; Region < 10; ++Region)
    execute(Loops[R() % 4], 1 + R() % 64, 1 + static_cast<int>(R() % 8), 500);
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

void forked(Random &R) {
  CompiledLoop Loop = CompiledLoop::any(R);
  execute(Loop, 100, 3, 3);
  // Other threads are inside our locks most of the time.
  std::atomic<bool> Stop{false};
  std::thread Others[2];
  for (std::thread &T : Others)
    T = std::thread([&Stop] {
      while (!Stop) {
        usersched_reset();
        usersched_statistics Ignored;
        usersched_get_statistics(&Ignored);
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
    int Status = 0;
    if (Child < 0 || waitpid(Child, &Status, 0) != Child || Status != 0)
      fail("the child of a fork");
  }
  Stop = true;
  for (std::thread &T : Others)
    T.join();
}
