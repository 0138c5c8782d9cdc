//===- Recorder.h - reports and traces of the process ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// There is a recorder if USERSCHED_REPORT or USERSCHED_TRACE is set, or once a
// loop with a name has run. It has the records of all loops and the lanes of
// all threads; entry/AtExit writes the files.
//
// What allocates throws std::bad_alloc if memory runs out. Loops go on then,
// and are no longer recorded: see tryWith().
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
#include "record/Recordings.h"

#include <forward_list>
#include <mutex>
#include <utility>

namespace usersched {

class Recorder {
public:
  struct Wishes {
    const char *Report = ""; ///< as Options::Report
    const char *Trace = "";
    uint64_t TraceBytes = 0;
  };

  explicit Recorder(const Wishes &Wanted);
  /// Nobody may use the recorder any more.
  ~Recorder();
  Recorder(const Recorder &) = delete;
  Recorder &operator=(const Recorder &) = delete;

  /// Returns the recorder of the process, which the first call makes and nobody
  /// destroys. Called only if something is to be recorded.
  static Recorder &get();
  /// Returns the same; null if there is none yet.
  static Recorder *known() { return Active.load(std::memory_order_acquire); }
  /// Makes Next the recorder of the process and returns the one before. For
  /// tests.
  static Recorder *replace(Recorder *Next) { return Active.exchange(Next); }

  /// Returns the record of Loop, which is being executed. Takes the lock.
  LoopRecord &recordOf(const usersched_loop &Loop);

  /// Returns the calling thread's lane. Thread-safe.
  Lane &lane();

  /// Calls Begin(the process's recorder), which begins to record something. If
  /// memory runs out in it, calls giveUp(). Returns whether Begin was called
  /// and had memory. Thread-safe.
  template <typename Function> static bool tryWith(Function Begin) {
    if (GaveUp.load(std::memory_order_relaxed))
      return false;
    const bool Began = attempt([&] { Begin(get()); });
    if (!Began)
      giveUp();
    return Began;
  }
  /// Says on stderr that memory ran out, once. Nothing more is recorded.
  static void giveUp();

  bool traces() const { return *TraceFile.path(); }

  void lock() { Mutex.lock(); }
  void unlock() { Mutex.unlock(); }

  /// Returns the records of loops, guarded by the lock; the newest come first.
  /// None is ever removed, and the names in a record may be read at any time.
  const std::forward_list<LoopRecord> &loops() const { return Loops; }
  std::forward_list<LoopRecord> &loops() { return Loops; }
  /// Returns the first lane. The newest come first; none is ever removed.
  Lane *lanes() const { return Lanes.load(std::memory_order_acquire); }
  const clock::Instant &start() const { return Start; }
  /// Returns how long a tick has been on average since start().
  double nanosecondsPerTick() const;
  double secondsPerTick() const { return nanosecondsPerTick() * 1e-9; }
  /// Returns the time since start().
  double seconds() const {
    return static_cast<double>(clock::nanoseconds() - Start.Nanoseconds) * 1e-9;
  }
  /// Returns how often the records were forgotten. A recording that began
  /// before must not be added to them.
  uint32_t forgotten() const { return Forgotten; }

  /// The files; their paths are as Options::Report and Options::Trace.
  OutputFile &reportFile() { return ReportFile; }
  OutputFile &traceFile() { return TraceFile; }

  /// Returns whether the caller is to write the trace: true once, if one is
  /// wanted and there is something to write. A signal handler may call it.
  bool claimTrace();

  /// Forgets all that was recorded. Called in the child of a fork, with the
  /// lock held.
  void forget();

private:
  /// Tells the recorder from another one that was at the same address.
  const uint64_t Number;
  const Wishes Wanted;
  clock::Instant Start;
  uint32_t Forgotten = 0;
  std::atomic<bool> IsTraceClaimed{false};
  std::mutex Mutex;
  std::forward_list<LoopRecord> Loops;
  std::atomic<Lane *> Lanes{nullptr};
  std::atomic<int64_t> BlocksLeft;
  OutputFile ReportFile, TraceFile;

  Lane &takeLane();
  void freeLane(Lane &L);
  struct LaneOfThread;
  static thread_local LaneOfThread OfThisThread;
  static std::atomic<Recorder *> Active;
  static std::atomic<bool> GaveUp;
};

} // namespace usersched

#endif
