//===- ForkTest.cpp - the library in the child of a fork ------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "base/Fork.h"

#include <chrono>
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace usersched;

namespace {

/// Returns the exit status of a child that runs Child; -1 if it does not end.
template <typename Function> int statusOf(Function Child) {
  const pid_t Process = fork();
  if (Process == 0) {
    alarm(20);
    _exit(Child());
  }
  int Status = 0;
  return waitpid(Process, &Status, 0) == Process && WIFEXITED(Status)
             ? WEXITSTATUS(Status)
             : -1;
}

void sleep() { std::this_thread::sleep_for(std::chrono::milliseconds(20)); }

// The first test: its fork begins before this process has used anything.
std::atomic<bool> HasBegun{false}, MayGoOn{false};
TEST(Fork, ReleasesALockThatIsAddedByTheFirstUse) {
  static std::mutex First;
  pthread_atfork(
      [] {
        for (HasBegun = true; !MayGoOn;)
          ;
      },
      nullptr, nullptr);
  std::thread Other([] {
    while (!HasBegun)
      ;
    const FirstUse Mine;
    MayGoOn = true;
    sleep();
    surviveForks(ForkOrder::Plans, First);
  });
  EXPECT_EQ(statusOf([] { return First.try_lock(); }), 1);
  Other.join();
  EXPECT_TRUE(First.try_lock());
  First.unlock();
}

Singleton<int> Number;
int make(int Value, std::atomic<bool> &IsMaking) {
  return Number.get([&] {
    IsMaking = true;
    sleep();
    return new int(Value);
  });
}

TEST(Fork, WaitsForASingletonThatIsBeingMade) {
  std::atomic<bool> IsMaking{false}, Unused{false};
  std::thread Other([&] { make(7, IsMaking); });
  while (!IsMaking)
    ;
  EXPECT_EQ(statusOf([&] { return make(8, Unused); }), 7);
  Other.join();
  EXPECT_EQ(make(8, Unused), 7);
}

TEST(Fork, ASingletonMayNeedAnother) {
  static Singleton<int> Outer, Inner;
  const auto Make = [] {
    return Outer.get(
        [] { return new int(1 + Inner.get([] { return new int(1); })); });
  };
  EXPECT_EQ(statusOf(Make), 2);
  EXPECT_EQ(Make(), 2);
}

TEST(Fork, HoldsALockThatIsAddedWhileAnotherIsHeld) {
  // A thread has a lock, and adds one as it makes a Singleton: a fork that
  // waits for the first lock must not have what the Singleton needs.
  static std::mutex First, Second;
  static Singleton<int> Late;
  surviveForks(ForkOrder::Plans, First);
  std::atomic<bool> HasFirst{false};
  std::thread Other([&] {
    const std::lock_guard<std::mutex> Held(First);
    HasFirst = true;
    sleep();
    Late.get([] {
      surviveForks(ForkOrder::Recorder, Second);
      return new int;
    });
    const std::lock_guard<std::mutex> Also(Second);
    sleep();
  });
  while (!HasFirst)
    ;
  EXPECT_EQ(statusOf([] { return First.try_lock() && Second.try_lock(); }), 1);
  Other.join();
}

} // namespace
