//===- Instance.h - one execution of a loop by a team ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the threads share while they execute one loop: the plan (or the draft,
// if there is none) and two slots per thread. Instances form a ring (see
// Team.h) and are used again for later executions.
//
// Invariant: everything but slots, draft and the members on lines of their own
// (idle note, chunk that is held back, what timed executions add up) is set by
// one thread, before the number of the execution is stored, and then constant
// until all threads have gone on to a later execution.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_INSTANCE_H
#define USERSCHED_INSTANCE_H

#include "base/CacheLine.h"
#include "base/Statistics.h"
#include "learn/Decision.h"
#include "learn/PlanCache.h"
#include "plan/Draft.h"
#include "record/Recording.h"
#include "run/Slot.h"

namespace usersched {

class Instance;

/// How the executions run that follow one that was set up. Stands in the
/// instance of the execution that was set up: see Team.h.
struct Outlook {
  Sequel Next = Sequel::SetUp;
  /// The number of executions that run so, without an instance of their own.
  uint32_t Times = 0;
  /// Where threads steal, they use the slots of RepeatInstance, with an epoch
  /// for each execution; the first is Epoch + 1.
  uint16_t Epoch = 0;
  /// Has the slots, and the plan if there is one. Null with Sequel::Groups, and
  /// if the slots of each execution are its own: see Call::maySlotsRepeat().
  Instance *RepeatInstance = nullptr;
  /// With Sequel::Short: which trip counts are short, and how they run.
  ShortVerdicts Short;
};

class Instance {
public:
  /// The number of the execution, in the order in which the team meets them.
  /// Stored last (release) when an execution is set up.
  std::atomic<uint64_t> Execution{0};
  std::atomic<Instance *> Next{nullptr};

private:
  /// The plan that the execution uses, or null.
  const KnownPlan *UsedPlan = nullptr;
  Decision How;
  std::unique_ptr<Draft> OwnDraft;
  std::unique_ptr<Slot[]> Slots; ///< a pair for each thread
  uint16_t CurrentEpoch = Slot::NoEpoch;

public:
  Outlook Ahead;

private:
  // What is before this is all that threads read when they enter; on a machine
  // with lines of 64 bytes, it is a pair of them.

  /// If timed: ticks when the set-up began, and when threads could enter.
  uint64_t BeganTicks = 0, OpenTicks = 0;
  ShortVerdicts Short;
  const uint32_t Capacity;
  PlanCache &Cache;
  Hazard KeepsPlan;
  /// PlanCache::generation() at the begin: what the execution teaches is lost
  /// if there was a reset since.
  uint64_t Generation = 0;
  /// The execution's recording, or null. Used in begin() and improve() only.
  Recording *Notes = nullptr;

  /// Counts What for the process, and for the loop if it is recorded.
  void count(Count What);

  PlanFound findPlan(const Call &Entered);
  const KnownPlan *finish(const KnownPlan &P, const Call &Entered);
  bool provesStale(const KnownPlan &P, const Call &Entered);
  void refine(const KnownPlan &P, const Call &Entered);
  void beginPlanned(const Call &Entered);
  void beginUnplanned(const Call &Entered);
  void prepareChunks(const Call &Entered);
  void holdEvenBack(const Call &Entered);

  /// The number of the last execution in which some thread ran out of work.
  /// On a line of its own: all threads read it, and it hardly changes.
  alignas(NoSharing) std::atomic<uint64_t> IdleExecution{0};

  /// With USERSCHED_LAST_IS_LAST: the chunk with the last iteration, held back
  /// until some thread has nothing else to do. The chunk's number + 1; 0 if not
  /// known yet; Claimed once a thread has it.
  std::atomic<uint32_t> HeldBack{0};
  static constexpr uint32_t Claimed = ~uint32_t(0);

  /// If timed: {number of threads that have left:16, sum of the ticks that they
  /// were in the execution:48}. On a line of its own: each thread writes it.
  alignas(NoSharing) std::atomic<uint64_t> Departed{0};
  static constexpr uint64_t OneDeparted = uint64_t(1) << 48;
  /// If timed: the sum of the ticks in which threads looked at loads.
  std::atomic<uint64_t> LookTicks{0};
  /// If timed, with Technique::Chunked: the sum of the ticks from when a
  /// thread's own chunks were used up until it left.
  std::atomic<uint64_t> LootTicks{0};

public:
  /// For teams of up to Capacity threads.
  Instance(PlanCache &Cache, uint32_t Capacity);
  ~Instance();
  Instance(const Instance &) = delete;
  Instance &operator=(const Instance &) = delete;

  /// Sets the instance up for the execution that is entered. Nobody else may be
  /// using the instance. Runs user code for `prefix` and to check a plan.
  /// IsAgain says that the last execution of the loop had the same trip count
  /// and data. NewNotes is the execution's recording, or null.
  void begin(const Call &Entered, bool IsAgain, Recording *NewNotes);

  /// As begin(), for an execution that is known to be short and runs with even
  /// chunks. Decides and measures nothing.
  void beginShort(const Call &Entered);

  /// Lets the threads enter the execution Number. Called after begin() or
  /// beginShort().
  void open(uint64_t Number) {
    if (How.IsTimed)
      OpenTicks = clock::ticks();
    tsan::release(this);
    Execution.store(Number, std::memory_order_release);
  }

  /// If the plan of the execution can become better now, makes a better one,
  /// for later executions. Called after open(), by the thread that has set the
  /// instance up: the others run iterations meanwhile.
  void improve(const Call &Entered);

  /// Sets the instance up for several executions with the plan P, one after the
  /// other. Returns false if P has left the cache. Nobody else may be using the
  /// instance.
  bool beginRepeated(const Call &Entered, const KnownPlan &P);

  /// Uses no plan, and keeps none from being freed. That is all it takes to set
  /// the instance up for executions with even chunks, one after the other.
  /// Nobody else may be using the instance.
  void forgetPlan() {
    UsedPlan = nullptr;
    KeepsPlan.clear();
  }

  /// Takes the next Times epochs, and returns the one before them. Called by
  /// the thread that sets the instance up.
  uint16_t takeEpochs(uint32_t Times);

  /// Returns the plan that the execution uses, or null.
  const KnownPlan *plan() const { return UsedPlan; }
  /// Returns how the execution runs. If it is Balanced without a plan, there is
  /// a draft.
  const Decision &decision() const { return How; }
  /// Returns true if a better plan is made meanwhile: the thread that makes it
  /// comes late, so thefts say nothing about the plan.
  bool isRefining() const { return How.ForBetter == RefinementStep::Refine; }
  /// Returns which executions of the loop are known to be short: none if this
  /// one has a plan and is as the last one, or if the next one is to be set up.
  const ShortVerdicts &verdicts() const { return Short; }
  /// Returns true if depart() is to be called.
  bool isTimed() const { return How.IsTimed; }

  /// Notes that the thread leaves an execution that isTimed(), which it entered
  /// at the tick Arrived. With even chunks, OwnTicks is how long its own ones
  /// lasted; 0: it left before that.
  /// The last thread that leaves tells the loop what the execution took. If
  /// some thread never leaves, the loop is told nothing.
  void depart(const Call &Entered, uint64_t Arrived, uint64_t OwnTicks);
  /// Notes that the thread looked at loads for so long. Called before depart().
  void looked(uint64_t Ticks) {
    LookTicks.fetch_add(Ticks, std::memory_order_relaxed);
  }
  /// Without a plan: the one that was found in this execution. It is stale or
  /// coarse and has left the cache, or it is not used. Null: none was found.
  const KnownPlan *earlierPlan() const { return KeepsPlan.get(); }
  Draft &draft() { return *OwnDraft; }
  uint64_t generation() const { return Generation; }
  PlanCache &cache() { return Cache; }
  /// Returns the slot of Thread in the execution with this epoch. That of the
  /// next thread is two slots further.
  Slot &slot(uint32_t Thread, uint16_t Epoch) {
    return Slots[2 * Thread + Epoch % 2];
  }
  uint16_t epoch() const { return CurrentEpoch; }

  /// Returns the group with which Thread arrives in the execution, whose chunks
  /// are Chunks: that of the plan or the even chunks; an empty range if there
  /// is a draft.
  ChunkRange initialGroup(uint32_t Thread, const Call &Entered,
                          const ChunkTable &Chunks) const {
    const KnownPlan *P = plan();
    if (!P && !Chunks.isEven())
      return {};
    ChunkRange Group = P ? P->group(Thread) : Chunks.Even.group(Thread);
    if (Entered.holdsLastBack()) {
      const uint32_t Last =
          P ? P->lastChunk() : Chunks.Even.group(Entered.Threads).Begin - 1;
      Group = {std::min(Group.Begin, Last), std::min(Group.End, Last)};
    }
    return Group;
  }

  /// Tells that Chunk has the last iteration.
  void holdBack(uint32_t Chunk) {
    tsan::release(&HeldBack);
    HeldBack.store(Chunk + 1, std::memory_order_release);
  }

  /// Claims the chunk that is held back. Returns an empty range if another
  /// thread has claimed it.
  ChunkRange takeHeldBack() {
    uint32_t Chunk = HeldBack.load(std::memory_order_acquire);
    if (Chunk == 0 || Chunk == Claimed ||
        !HeldBack.compare_exchange_strong(Chunk, Claimed,
                                          std::memory_order_acq_rel))
      return {};
    tsan::acquire(&HeldBack);
    return {Chunk - 1, Chunk};
  }

  /// Returns true if a thread has run out of work in the execution. Then others
  /// hand out smaller pieces to themselves, so that more can be taken.
  bool someoneIsIdle(uint64_t Number) const {
    return IdleExecution.load(std::memory_order_relaxed) == Number;
  }
  void noteIdle(uint64_t Number) {
    if (!someoneIsIdle(Number))
      IdleExecution.store(Number, std::memory_order_relaxed);
  }
};

} // namespace usersched

#endif
