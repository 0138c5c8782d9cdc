//===- VirtualTeam.cpp - threads that share one real thread ---------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stacks are the system's contexts (ucontext.h). Also the clock and the waiting
// of the scheduler, which is compiled with USERSCHED_VIRTUAL_CLOCK.
//
//===----------------------------------------------------------------------===//
#include "VirtualTeam.h"

#include "base/Clock.h"

#include <cassert>
#include <ucontext.h>

using namespace usersched;
using namespace usersched::simulator;

namespace {
VirtualTeam *Running = nullptr;
ucontext_t Outside;
constexpr std::size_t StackSize = 128 << 10;
} // namespace

struct VirtualTeam::Fiber {
  ucontext_t Context;
  // Not initialised: most of it is never touched.
  std::unique_ptr<char[]> Stack{new char[StackSize]};
};

VirtualTeam::VirtualTeam(const Speeds &OfThread) : OfThread(OfThread) {
  assert(OfThread.size() >= 1 && OfThread.size() <= MaxThreads);
  for (std::size_t T = 0; T < OfThread.size(); ++T)
    Fibers.push_back(std::make_unique<Fiber>());
}

VirtualTeam::~VirtualTeam() = default;

VirtualTeam *VirtualTeam::running() { return Running; }

/// The bottom of each stack.
void VirtualTeam::start() {
  Running->Body(Running->Current);
  Running->resumeEarliest();
}

void VirtualTeam::resume(uint32_t Thread) {
  ucontext_t &From = Fibers[Current]->Context;
  Current = Thread;
  swapcontext(&From, &Fibers[Thread]->Context);
}

/// By a thread that has ended.
void VirtualTeam::resumeEarliest() {
  if (Waiting.empty()) {
    setcontext(&Outside);
  } else {
    Clock = Waiting.top().first;
    Current = Waiting.top().second;
    Waiting.pop();
    setcontext(&Fibers[Current]->Context);
  }
}

void VirtualTeam::run(std::function<void(uint32_t)> NewBody) {
  assert(!Running);
  Running = this;
  Body = std::move(NewBody);
  for (uint32_t T = 0; T < threads(); ++T) {
    ucontext_t &Context = Fibers[T]->Context;
    getcontext(&Context);
    Context.uc_stack.ss_sp = Fibers[T]->Stack.get();
    Context.uc_stack.ss_size = StackSize;
    Context.uc_link = nullptr;
    makecontext(&Context, start, 0);
    Waiting.push({Clock, T});
  }
  Current = Waiting.top().second;
  Waiting.pop();
  swapcontext(&Outside, &Fibers[Current]->Context);
  Running = nullptr;
}

void VirtualTeam::spend(Time Duration) {
  assert(Duration >= 0);
  const Turn Mine = {Clock + Duration, Current};
  if (Waiting.empty() || Mine < Waiting.top()) {
    Clock = Mine.first;
    return;
  }
  if (BeforeSwitch)
    BeforeSwitch(Current);
  const Turn Next = Waiting.top();
  Waiting.pop();
  Waiting.push(Mine);
  Clock = Next.first;
  resume(Next.second);
}

/// What one pause of a waiting thread takes.
static constexpr Time PauseTime = 50;
static constexpr uint64_t TicksPerNanosecond = 4;

uint64_t clock::nanoseconds() {
  return Running ? static_cast<uint64_t>(Running->now()) : 0;
}

uint64_t clock::ticks() {
  return Running
             ? static_cast<uint64_t>(Running->now() * TicksPerNanosecond) + 1
             : 1;
}

uint64_t clock::ticksPerMicrosecond() { return 1000 * TicksPerNanosecond; }

void clock::pause() {
  if (Running)
    Running->spend(PauseTime);
}

void clock::look() {
  if (Running)
    Running->spend(Running->LookTime);
}
