//===- PlanCache.h - remembers plans, finds them without a lock -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans by loop, trip count, data and team size. The plans of a loop are in
// sets, as the lines of a set-associative cache: a key belongs to one set, so
// that a search looks at few plans. Bounded in plans per set and in bytes; the
// least recently used plan makes room. Publishing, evicting and resetting take
// a lock; finding takes none and writes nothing shared.
//
// Invariant (hazard pointers): a plan is freed only when it is out of the cache
// and no hazard points to it. Proof in PlanCache.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLAN_CACHE_H
#define USERSCHED_PLAN_CACHE_H

#include "base/BriefMutex.h"
#include "learn/KnownPlan.h"
#include "learn/SizeHistory.h"
#include "usersched_abi.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>

namespace usersched {

class LoopRecord;

/// The cached plans of one loop; usersched_loop::plans points to it.
///
/// Some loops never meet the same iteration space twice, such as the levels of
/// many graph searches. A plan for them is work in vain: it is dropped before
/// anybody could use it. So the loop remembers the keys of executions that had
/// no plan, and a key that comes again gets one, as some caches admit what is
/// asked for twice (ghost entries: Megiddo and Modha, "ARC: A self-tuning, low
/// overhead replacement cache", FAST 2003). A key that is new gets a plan if
/// the loop has credit: at first, and again once a key came again. So of the
/// plans for new keys, at most one more is in vain than there are keys that
/// came again. If executions are short, too, to look at the loads may cost more
/// than it saves: see SizeHistory.
class LoopPlans {
public:
  static constexpr std::size_t Capacity = 64, SetSize = 8;

  /// Of the loops of the cache, from 1.
  const uint32_t Number;
  explicit LoopPlans(uint32_t Number) : Number(Number) {}

  /// What a report knows of the loop; null until it is to be recorded.
  LoopRecord *record() const { return Seen.load(std::memory_order_acquire); }
  void setRecord(LoopRecord *NewRecord) {
    Seen.store(NewRecord, std::memory_order_release);
  }

  /// An execution with Key found no plan. Returns true if it should make one:
  /// Key came before, or the loop has credit. Any thread; what two threads note
  /// at once may be lost.
  bool plansPay(const PlanKey &Key);
  /// An execution uses P, which an earlier one has made. Any thread.
  void noteUse(const KnownPlan &P) {
    if (P.WasUsed.load(std::memory_order_relaxed))
      return;
    P.WasUsed.store(true, std::memory_order_relaxed);
    giveCredit();
  }

  /// What executions took. Any thread.
  SizeHistory &sizes() { return BySize; }

  /// Returns false while plans are in vain, as notePast() has said.
  bool mayPlan() const { return NextPlan.isDue(); }
  /// A plan makes room for others of its set, or was never right. Any thread.
  void notePast(bool WasWorthIt) {
    if (WasWorthIt)
      NextPlan.forget();
    else
      NextPlan.waitLonger(1, threshold::PlanRetry);
  }

  /// Counts an execution that could begin a sequel with a plan. Returns true if
  /// one of the last threshold::LastRetry of these had other data or other
  /// loads than those before it. A hint, by any thread.
  bool isErratic() { return NextSequel.count() > 0; }
  void noteErratic() { NextSequel.wait(threshold::LastRetry); }

  /// A check found the loads as P has them. IsOpen is Call::leavesSharesOpen().
  /// Any thread.
  void noteFresh(const KnownPlan &P, bool IsOpen) {
    P.confirmUses();
    if (plansWereInVain() && wasWorthIt(P, IsOpen))
      notePast(/*WasWorthIt=*/true);
  }
  /// P has left the cache because the loads had changed. Any thread.
  void noteStale(const KnownPlan &P, bool IsOpen) {
    notePast(wasWorthIt(P, IsOpen));
    noteErratic();
  }

  /// Returns what an iteration costs besides its load, in units of load, on
  /// average over the plans whose times have told it; 0: nothing, or not known.
  /// Any thread.
  double iterationWeight() const {
    return IterationWeight.load(std::memory_order_relaxed);
  }
  /// The times of a plan tell that it is Weight. Any thread.
  void noteIterationWeight(double Weight) {
    IterationWeight.store(average(iterationWeight(), Weight),
                          std::memory_order_relaxed);
  }

  /// Forgets what executions have taught, but for plans and the record. Any
  /// thread.
  void forget() {
    NextPlan.forget();
    giveCredit();
    for (Set &S : Sets)
      for (std::atomic<uint32_t> &Met : S.Met)
        Met.store(0, std::memory_order_relaxed);
    NextSequel.forget();
    IterationWeight.store(0, std::memory_order_relaxed);
    BySize.forget();
  }

private:
  /// When a plan may be made: at once, or ever more rarely if plans were not
  /// worth it: see wasWorthIt(), notePast(). Then the wait begins when a plan
  /// is made, not when it turns out to be in vain.
  Retry NextPlan;
  Retry NextSequel;                  ///< see isErratic()
  std::atomic<bool> HasCredit{true}; ///< a new key gets a plan
  std::atomic<double> IterationWeight{0};
  bool plansWereInVain() const { return NextPlan.interval() > 1; }
  bool wasWorthIt(const KnownPlan &P, bool IsOpen) const;
  bool cameBefore(const PlanKey &Key);
  void giveCredit() { HasCredit.store(true, std::memory_order_relaxed); }

  SizeHistory BySize;

  std::atomic<LoopRecord *> Seen{nullptr};

  friend class PlanCache;
  struct Entry {
    /// A hash of the plan's key, so that a search needs to touch no other plan.
    std::atomic<uint64_t> Tag{0};
    std::atomic<KnownPlan *> Kept{nullptr};
  };
  struct Set {
    Entry Entries[SetSize];
    /// Halves of the tags of the last keys that had no plan, the latest first;
    /// 0: none. In one cache line.
    alignas(SetSize * sizeof(uint32_t)) std::atomic<uint32_t> Met[SetSize] = {};
  };
  Set Sets[Capacity / SetSize];
};

/// Keeps the plan that it points to from being freed. A plan that it keeps for
/// several executions needs no store and no fence to be used again. Part of
/// each instance; must be enlisted with the cache while in use.
class Hazard {
  friend class PlanCache;
  std::atomic<const KnownPlan *> Protected{nullptr};

public:
  const KnownPlan *get() const {
    return Protected.load(std::memory_order_acquire);
  }
  void clear() { Protected.store(nullptr, std::memory_order_release); }
};

class PlanCache {
  const std::size_t MaxBytes;
  const uint64_t StaleAt;
  /// Counts publications: how recent a use is need not be finer.
  std::atomic<uint64_t> Clock{1};
  std::atomic<uint64_t> Resets{0};

  BriefMutex Lock; // guards all below, and changes of entries
  /// By descriptor, and by whether the loop has a name: executions with a name
  /// are recorded, so nothing that a thread knows of them may be taken for a
  /// loop without one that was loaded in their place, nor the other way round.
  std::map<std::pair<const void *, bool>, std::unique_ptr<LoopPlans>> Loops;
  std::set<const Hazard *> Hazards;
  /// Has left the cache, but may still be in use; linked by NextRetired, so
  /// that nothing is allocated to drop a plan.
  KnownPlan *Retired = nullptr;
  std::size_t Bytes = 0;

  void touch(const KnownPlan &Found) const {
    const uint64_t Now = Clock.load(std::memory_order_relaxed);
    if (Found.LastUse.load(std::memory_order_relaxed) != Now)
      Found.LastUse.store(Now, std::memory_order_relaxed);
    Found.countUses(1);
  }
  void drop(LoopPlans::Entry &Entry);
  void dropAll(LoopPlans &Plans);
  static LoopPlans::Entry *leastRecent(LoopPlans::Set &Set,
                                       uint64_t &OldestUse);
  static LoopPlans::Entry *entryOf(LoopPlans &Plans, const KnownPlan &P);
  void evict(LoopPlans::Entry &Entry);
  void evictLeastRecent();
  bool keep(LoopPlans &Plans, std::unique_ptr<KnownPlan> New);
  LoopPlans::Entry &makeRoom(LoopPlans &Plans, LoopPlans::Set &Set);
  void reclaim();

public:
  /// Plans are stale when StaleAt per cent of their load has changed, with 0
  /// never.
  explicit PlanCache(std::size_t MaxBytes, uint64_t StaleAt = 10)
      : MaxBytes(MaxBytes), StaleAt(StaleAt) {}
  ~PlanCache();

  /// The cache of the process, never destroyed.
  static PlanCache &global();

  /// The plans of Loop, which is being executed; makes them at first, and
  /// numbers the loop. The result is never freed while the cache lives.
  LoopPlans &plansOf(usersched_loop &Loop);

  /// What a report knows of Loop, which is being executed. Throws
  /// std::bad_alloc.
  LoopRecord &recordOf(usersched_loop &Loop);

  /// The plan for Key, or null. The result is also what Protect then protects,
  /// and may be used for as long. Nobody else may change Protect meanwhile.
  const KnownPlan *find(const LoopPlans &Plans, const PlanKey &Key,
                        Hazard &Protect);

  /// Returns the plan for Key if Protect protects it already and it is still in
  /// the cache; null does not mean that there is none. Writes nothing shared.
  const KnownPlan *findAgain(const usersched_loop &Loop, const PlanKey &Key,
                             const Hazard &Protect) const {
    const KnownPlan *Held = Protect.Protected.load(std::memory_order_relaxed);
    if (!Held ||
        Held->Owner != __atomic_load_n(&Loop.plans, __ATOMIC_RELAXED) ||
        !(Held->Key == Key) || !Held->IsCached.load(std::memory_order_acquire))
      return nullptr;
    touch(*Held);
    return Held;
  }

  /// Keeps New for Plans, unless there is one for its key already, it is larger
  /// than the whole cache, or there was a reset since Generation. Returns
  /// whether it was kept.
  bool publish(LoopPlans &Plans, std::unique_ptr<KnownPlan> New,
               uint64_t Generation);

  /// Puts New, which has the same key, where Old is, if Old still is there.
  /// Returns whether it was. Executions that use Old go on using it.
  bool replace(LoopPlans &Plans, const KnownPlan &Old,
               std::unique_ptr<KnownPlan> New);

  /// Drops Stale, which the caller protects. False if it was dropped already.
  bool drop(LoopPlans &Plans, const KnownPlan &Stale);

  /// Returns the number of the set to which Key belongs, in the plans of any
  /// loop.
  static std::size_t setOf(const PlanKey &Key);

  uint64_t staleAt() const { return StaleAt; }

  /// To be read before the inspection that publish() ends.
  uint64_t generation() const { return Resets.load(std::memory_order_acquire); }

  /// Drops all plans, and forgets what executions of loops have taught.
  void reset();

  void enlist(const Hazard &H);
  void delist(const Hazard &H);

  /// The memory of the plans in the cache, and of those that left it but could
  /// not be freed yet.
  std::size_t bytesCached();
  std::size_t bytesRetired();
};

} // namespace usersched

#endif
