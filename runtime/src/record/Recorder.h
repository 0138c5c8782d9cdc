//===- Recorder.h - reports and traces of the process ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// There is one if USERSCHED_REPORT or USERSCHED_TRACE is set. It has the
// records of all loops and the lanes of all threads; entry/AtExit writes the
// files. Without a recorder, nothing here costs anything.
//
// What allocates throws std::bad_alloc if memory runs out. Loops go on then,
// and are not recorded any more: see tryWith().
//
// Invariant: no user code runs while its lock is held.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_RECORDER_H
#define USERSCHED_RECORDER_H

#include "base/Clock.h"
#include "base/Memory.h"
#include "base/Options.h"
#include "base/OutputFile.h"
#include "base/TextSink.h"
#include "record/LoopRecord.h"
#include "record/Trace.h"

#include <mutex>
#include <utility>

namespace usersched {

class Recording;

class Recorder {
public:
  /// What is wanted.
  struct Wishes {
    const char *Report = ""; ///< as Options::Report
    const char *Trace = "";
    uint64_t TraceBytes = 0;
    explicit operator bool() const { return *Report || *Trace; }
  };

  explicit Recorder(const Wishes &Wanted);
  /// Only for a recorder that nobody uses any more.
  ~Recorder();
  Recorder(const Recorder &) = delete;
  Recorder &operator=(const Recorder &) = delete;

  /// The recorder of the process, made at the first call and never destroyed.
  /// To be called only if something is to be recorded.
  static Recorder &get();
  /// Null if there is none yet.
  static Recorder *known() { return Active.load(std::memory_order_acquire); }
  /// For tests: Next is the recorder of the process; returns the one before.
  static Recorder *replace(Recorder *Next) { return Active.exchange(Next); }

  /// The record of Loop, which is being executed. Takes the lock.
  LoopRecord &recordOf(const usersched_loop &Loop);

  /// The calling thread's. Thread-safe.
  Lane &lane();

  /// Calls Begin(the process's recorder), which begins to record something. If
  /// memory runs out in it, says so on stderr; nothing is recorded from then
  /// on. Returns whether Begin was called and had memory. Thread-safe.
  template <typename Function> static bool tryWith(Function Begin) {
    if (GaveUp.load(std::memory_order_relaxed))
      return false;
    const bool Began = attempt([&] { Begin(get()); });
    if (!Began)
      giveUp();
    return Began;
  }
  static void giveUp();

  bool traces() const { return *Wanted.Trace; }
  const Wishes &wanted() const { return Wanted; }
  /// A recording for a thread that executes a loop alone, and back.
  Recording &takeAlone();
  void giveBack(Recording &R);

  void lock() { Mutex.lock(); }
  void unlock() { Mutex.unlock(); }

  /// All records and lanes, newest first. They are never removed; of a record
  /// nothing but the names may be read without the lock.
  LoopRecord *loops() const { return Loops.load(std::memory_order_acquire); }
  Lane *lanes() const { return Lanes.load(std::memory_order_acquire); }
  const clock::Instant &start() const { return Start; }
  /// A tick, at present.
  double nanosecondsPerTick() const;
  /// How often the records were forgotten: what was begun before must not be
  /// added.
  uint32_t forgotten() const { return Forgotten; }
  /// Whether this is a child of the process that began the records.
  bool isChild() const { return Forgotten > 0; }

  /// The files, and room for the text of the trace.
  OutputFile &reportFile() { return ReportFile; }
  OutputFile &traceFile() { return TraceFile; }
  TextSink::Room &traceRoom() { return TraceRoom; }

  /// Returns whether the caller is to write the trace: true once, if one is
  /// wanted and there is something to write. A signal handler may call it.
  bool claimTrace();

  /// In the child of a fork, with the lock held.
  void forget();

private:
  /// Tells recorders from others that were at the same address.
  const uint64_t Number;
  const Wishes Wanted;
  clock::Instant Start;
  uint32_t Forgotten = 0;
  std::atomic<bool> IsTraceClaimed{false};
  std::mutex Mutex;
  std::atomic<LoopRecord *> Loops{nullptr};
  std::atomic<Lane *> Lanes{nullptr};
  Lane *FreeLanes = nullptr;
  std::atomic<int64_t> BlocksLeft;
  OutputFile ReportFile, TraceFile;
  TextSink::Room TraceRoom;

  Lane &takeLane();
  void freeLane(Lane &L);
  struct LaneOfThread;
  static thread_local LaneOfThread Mine;
  static std::atomic<Recorder *> Active;
  static std::atomic<bool> GaveUp;
};

} // namespace usersched

#endif
