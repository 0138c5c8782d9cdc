//===- Recorder.cpp - reports and traces of the process -------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Recorder.h.
//
//===----------------------------------------------------------------------===//
#include "record/Recorder.h"

#include "base/Fork.h"
#include "base/ThreadEnd.h"

#include <cstdio>

using namespace usersched;

std::atomic<Recorder *> Recorder::Active{nullptr};
std::atomic<bool> Recorder::GaveUp{false};

static Singleton<Recorder> OnlyRecorder;

Recorder &Recorder::get() {
  if (Recorder *Made = known())
    return *Made;
  return OnlyRecorder.get([] {
    const Options &Set = Options::get();
    auto *New = new Recorder({Set.Report, Set.Trace, Set.TraceMiB << 20});
    Active.store(New, std::memory_order_release);
    surviveForks(ForkOrder::Recorder, New->Mutex, [] { known()->forget(); });
    return New;
  });
}

static std::atomic<uint64_t> Recorders{0};

Recorder::Recorder(const Wishes &Wanted)
    : Number(++Recorders), Wanted(Wanted),
      BlocksLeft(static_cast<int64_t>(Wanted.TraceBytes / sizeof(TraceBlock))),
      ReportFile(Wanted.Report), TraceFile(Wanted.Trace) {
#ifndef USERSCHED_VIRTUAL_CLOCK
  Start = clock::loaded();
#endif
}

void Recorder::giveUp() {
  if (!GaveUp.exchange(true))
    std::fprintf(stderr,
                 "usersched: memory ran out for the report or the trace; what "
                 "loops do from here on is not recorded\n");
}

Recorder::~Recorder() {
  for (Lane *L = lanes(); L;)
    delete std::exchange(L, L->NextLane);
}

LoopRecord &Recorder::recordOf(const usersched_loop &Loop) {
  std::lock_guard<std::mutex> Held(Mutex);
  for (LoopRecord &Record : Loops)
    if (Record.isOf(Loop))
      return Record;
  return Loops.emplace_front(Loop);
}

struct Recorder::LaneOfThread {
  Lane *Taken = nullptr;
  uint64_t TakenFrom = 0; ///< the number of the recorder, which may be gone

  void take(Recorder &From) {
    static ThreadEnd FreesLane(
        [](void *Own) { static_cast<LaneOfThread *>(Own)->free(); });
    Taken = &From.takeLane();
    TakenFrom = From.Number;
    FreesLane.arm(this); // else no later thread gets the lane
  }
  void free() {
    Recorder *R = known();
    if (R && TakenFrom == R->Number)
      R->freeLane(*Taken);
    Taken = nullptr;
  }
};
thread_local Recorder::LaneOfThread Recorder::OfThisThread;

Lane &Recorder::lane() {
  LaneOfThread &Own = OfThisThread;
  if (!Own.Taken || Own.TakenFrom != Number)
    Own.take(*this);
  return *Own.Taken;
}

Lane &Recorder::takeLane() {
  std::lock_guard<std::mutex> Held(Mutex);
  Lane *Newest = lanes();
  for (Lane *L = Newest; L; L = L->NextLane)
    if (std::exchange(L->IsFree, false))
      return *L;
  auto *New = new Lane(Newest ? Newest->Number + 1 : 0, BlocksLeft);
  New->NextLane = Newest;
  Lanes.store(New, std::memory_order_release);
  return *New;
}

void Recorder::freeLane(Lane &L) {
  L.endWait(clock::ticks());
  std::lock_guard<std::mutex> Held(Mutex);
  L.IsFree = true;
}

double Recorder::nanosecondsPerTick() const {
  if constexpr (clock::IsVirtual)
    return 1e3 / static_cast<double>(clock::ticksPerMicrosecond());
  const clock::Instant End;
  if (End.Ticks <= Start.Ticks)
    return 1;
  return static_cast<double>(End.Nanoseconds - Start.Nanoseconds) /
         static_cast<double>(End.Ticks - Start.Ticks);
}

bool Recorder::claimTrace() {
  if (!traces() || IsTraceClaimed.exchange(true))
    return false;
  for (const Lane *L = lanes(); L; L = L->NextLane)
    if (!L->isEmpty() || L->dropped() > 0)
      return true;
  return false;
}

/// What the parent did is the parent's to tell.
void Recorder::forget() {
  ++Forgotten;
  Start = clock::Instant();
  for (LoopRecord &Record : Loops)
    Record.clear();
  for (Lane *L = lanes(); L; L = L->NextLane)
    L->clear();
  if (!attempt([this] {
        ReportFile = OutputFile(Wanted.Report, true);
        TraceFile = OutputFile(Wanted.Trace, true);
      }))
    giveUp();
}
