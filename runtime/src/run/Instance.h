//===- Instance.h - one execution of a loop by a team ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the threads share while they execute one loop: the plan (or the draft,
// if there is none) and a slot per thread. Instances form a ring (see Team.h)
// and are used again for later executions.
//
// Invariant: everything but slots, draft and idle note is set by one thread,
// before the number of the execution is stored, and then constant until all
// threads have gone on to a later execution.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_INSTANCE_H
#define USERSCHED_INSTANCE_H

#include "base/CacheLine.h"
#include "base/Statistics.h"
#include "learn/Decision.h"
#include "learn/PlanCache.h"
#include "plan/Draft.h"
#include "plan/EvenChunks.h"
#include "record/Recording.h"
#include "run/Slot.h"

namespace usersched {

class Instance;

/// How the executions after one run that was set up, as all threads find it in
/// the instance of that one: see Team.h.
struct Outlook {
  Sequel Next = Sequel::SetUp;
  /// Executions that run so, without an instance of their own.
  uint32_t Times = 0;
  /// With Sequel::Stealing: they use the slots of In, with the epochs after
  /// Epoch up to LastEpoch.
  uint16_t Epoch = 0, LastEpoch = 0;
  /// Keeps the plan, or has the counter of short ones; null for a loop without
  /// a barrier.
  Instance *In = nullptr;
  /// With Sequel::Short: which ones are short, and how they run.
  ShortVerdicts Short;
};

class Instance {
public:
  /// The number of the execution, in the order in which the team meets them.
  /// Stored last (release) when an execution is set up.
  std::atomic<uint64_t> Execution{0};
  std::atomic<Instance *> Next{nullptr};
  Outlook Ahead;

private:
  /// The plan that the execution uses, or null.
  const KnownPlan *Found = nullptr;
  Decision How;
  /// If timed: ticks when it was begun, and when the threads could come.
  uint64_t Began = 0, Start = 0;
  ShortVerdicts Short;
  std::unique_ptr<Slot[]> Slots;
  uint16_t ItsEpoch = Slot::NoEpoch;
  const uint32_t Capacity;
  PlanCache &Cache;
  Hazard Protected;
  /// PlanCache::generation() at the begin: what the execution teaches is lost
  /// if there was a reset since.
  uint64_t Generation = 0;
  std::unique_ptr<Draft> ItsDraft;
  std::unique_ptr<EvenChunks> ItsEvenChunks;
  /// The execution's recording, or null; in begin() only.
  Recording *Seen = nullptr;

  /// One more, in the loop of By, which is recorded or not.
  void count(Count What, Counters &Counts);

  PlanFound findPlan(const Call &By, Counters &Counts);
  const KnownPlan *finish(const KnownPlan &P, const Call &By, Counters &Counts);
  bool provesStale(const KnownPlan &P, const Call &By, Counters &Counts);
  void refine(const KnownPlan &P, const Call &By, Counters &Counts);
  void beginPlanned(const Call &By, Counters &Counts);
  void beginUnplanned(const Call &By);
  void prepareChunks(const Call &By);

  /// With Technique::Hybrid: {its execution:44, the next iteration to
  /// claim:20}; on a line of its own.
  alignas(NoSharing) std::atomic<uint64_t> Shared{0};

  /// The last execution in which some thread ran out of work; on a line of its
  /// own, since all threads look at it and it hardly changes.
  alignas(NoSharing) std::atomic<uint64_t> IdleIn{0};

  /// With USERSCHED_LAST_IS_LAST: the chunk with the last iteration, held back
  /// until some thread has nothing else to do. 0: not known yet.
  std::atomic<uint32_t> HeldBack{0};
  static constexpr uint32_t Claimed = ~uint32_t(0);

  /// If timed: {threads that have left:16, the time that they were in it:48};
  /// on a line of its own, since each writes it.
  alignas(NoSharing) std::atomic<uint64_t> Departed{0};
  static constexpr uint64_t OneDeparted = uint64_t(1) << 48;
  /// If timed: the time that threads have looked at loads.
  std::atomic<uint64_t> LookTicks{0};

public:
  /// For teams of up to Capacity threads.
  Instance(PlanCache &Cache, uint32_t Capacity);
  ~Instance();
  Instance(const Instance &) = delete;
  Instance &operator=(const Instance &) = delete;

  /// Sets up for the execution that By enters; nobody else may be using the
  /// instance. Runs user code for `prefix` and to check a plan. Counts are the
  /// calling thread's. IsAgain: the last one of the loop was as this one. Of is
  /// the execution's recording, or null.
  void begin(const Call &By, Counters &Counts, bool IsAgain, Recording *Of);

  /// After all that is to be done before the threads may come.
  void open(uint64_t NowExecution) {
    if (How.IsTimed)
      Start = clock::ticks();
    tsan::release(this);
    Execution.store(NowExecution, std::memory_order_release);
  }

  /// Sets up for several executions as By's, one after the other, with P if
  /// that is still in the cache: false if it is not. Nobody may be using the
  /// instance.
  bool beginRepeated(const Call &By, const KnownPlan &P);

  /// The next Times epochs are the caller's, who gets the one before them. By
  /// the thread that sets up.
  uint16_t takeEpochs(uint32_t Times);

  /// Returns the plan that the execution uses, or null.
  const KnownPlan *plan() const { return Found; }
  /// Returns how the execution runs. Without a plan there is a draft if it is
  /// Balanced, and there are even chunks if it is Chunked.
  const Decision &decision() const { return How; }
  /// Returns which executions of the loop are known to be short: none if this
  /// one has a plan and is as the last one.
  const ShortVerdicts &verdicts() const { return Short; }
  /// Returns true if depart() is to be called.
  bool isTimed() const { return How.IsTimed; }

  /// By's thread leaves an execution that isTimed(), in which it has been since
  /// Arrived. The last one to leave tells the loop; if some thread never does,
  /// nobody does.
  void depart(const Call &By, uint64_t Arrived);
  /// Before that: so long did the thread look at loads.
  void looked(uint64_t Ticks) {
    LookTicks.fetch_add(Ticks, std::memory_order_relaxed);
  }
  /// Claims some of the iterations from firstShared() on, for Technique::
  /// Hybrid, or nothing: guided self-scheduling (Polychronopoulos, Kuck 1987)
  /// with a least size. InExecution is the same for all threads of an execution
  /// and was no earlier one's.
  IterationRange claimShared(const Call &By, uint64_t InExecution) {
    const uint64_t Tag = InExecution << Call::ClaimedBits, N = By.TripCount;
    const uint64_t Least =
        N / (uint64_t(threshold::SmallestClaims) * By.Threads) + 1;
    uint64_t Word = Shared.load(std::memory_order_relaxed);
    for (;;) {
      const uint64_t Known = Word ^ Tag;
      const uint64_t Next = Known >> Call::ClaimedBits
                                ? By.firstShared(/*IsClaimed=*/true)
                                : Known;
      if (Next >= N)
        return {};
      const uint64_t Size =
          std::min(std::max((N - Next) / (2 * By.Threads), Least), N - Next);
      if (Shared.compare_exchange_weak(Word, Tag | (Next + Size),
                                       std::memory_order_relaxed))
        return {Next, Next + Size};
    }
  }

  /// Without a plan: the one that was found stale or coarse in this execution,
  /// which has left the cache, or null.
  const KnownPlan *earlierPlan() const { return Protected.get(); }
  /// What an iteration costs, in units of load, for plans by time; not positive
  /// if there are none: it has not been learnt, or without stealing, where a
  /// thread's group is what the loads alone say.
  double learntWeight(const Call &By) {
    return By.maySteal() ? Cache.plansOf(*By.Loop).weight() : 0;
  }
  Draft &draft() { return *ItsDraft; }
  uint64_t generation() const { return Generation; }
  const EvenChunks &evenChunks() const { return *ItsEvenChunks; }
  PlanCache &cache() { return Cache; }
  Slot *slots() { return Slots.get(); }
  const Slot *slots() const { return Slots.get(); }
  uint16_t epoch() const { return ItsEpoch; }

  /// What Thread has when it arrives in the execution that By enters: its group
  /// of the plan or of the even chunks; with a draft, nothing.
  ChunkRange initialGroup(uint32_t Thread, const Call &By) const {
    const KnownPlan *P = plan();
    if (!P && How.As != Technique::Chunked)
      return {};
    ChunkRange Group = P ? P->group(Thread) : ItsEvenChunks->group(Thread);
    if (By.holdsLastBack()) {
      const uint32_t Last = P ? P->lastChunk() : ItsEvenChunks->lastChunk();
      Group = {std::min(Group.Begin, Last), std::min(Group.End, Last)};
    }
    return Group;
  }

  /// Without a plan: tells which chunk the last iteration is in.
  void holdBack(uint32_t Chunk) {
    tsan::release(&HeldBack);
    HeldBack.store(Chunk + 1, std::memory_order_release);
  }

  /// Claims the chunk that is held back; an empty range if another thread has.
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
  /// hand out smaller pieces to themselves, so that more can be taken (paper
  /// 002, VI.B, "only when idle").
  bool someoneIsIdle(uint64_t InExecution) const {
    return IdleIn.load(std::memory_order_relaxed) == InExecution;
  }
  void noteIdle(uint64_t InExecution) {
    if (!someoneIsIdle(InExecution))
      IdleIn.store(InExecution, std::memory_order_relaxed);
  }
};

} // namespace usersched

#endif
