//===- PlanCache.cpp - remembers plans, finds them without a lock ---------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Why no thread uses a freed plan. A finder reads an entry, stores what it
// found in its hazard, and reads the entry again; it uses the plan only if the
// entry still holds it. A plan is freed after it was removed from its entry and
// after no hazard was seen to hold it, in this order. All four accesses are
// sequentially consistent, so they have one order. If the second reading comes
// before the removal, then so does the store to the hazard, and the scan of the
// hazards after the removal sees it (or sees that the finder has moved on). If
// it comes after the removal, the finder sees the entry changed. If the entry
// holds the same address again, that is a new plan there, which the hazard has
// protected since before it was read. A hazard that keeps its plan for several
// executions needs no store and no fence to use it again: it never stopped
// protecting it.
//
// Freeing is ordered after the last use, since the finder's threads are done
// with the plan before their hazard changes (release), and the scan reads the
// changed hazard (acquire).
//
//===----------------------------------------------------------------------===//
#include "learn/PlanCache.h"

#include "base/Fork.h"
#include "base/Memory.h"
#include "base/Options.h"
#include "base/Statistics.h"
#include "record/Recorder.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

using namespace usersched;

static uint64_t tagOf(const PlanKey &Key) {
  uint64_t Hash = 0;
  for (uint64_t Part : {Key.TripCount, Key.Data, uint64_t(Key.Threads)})
    Hash = ((Hash ^ (Hash >> 32)) + Part) * 0x9e3779b97f4a7c15u;
  return Hash;
}

/// A product's first bits depend on all bits of its factors.
static std::size_t setOfTag(uint64_t Tag) {
  constexpr std::size_t Sets = LoopPlans::Capacity / LoopPlans::SetSize;
  static_assert((Sets & (Sets - 1)) == 0, "a power of two");
  return (Tag >> 48) % Sets;
}

std::size_t PlanCache::setOf(const PlanKey &Key) {
  return setOfTag(tagOf(Key));
}

/// Returns true if Key is among the last ones that had no plan; if not, it is
/// from now on.
bool LoopPlans::cameBefore(const PlanKey &Key) {
  const uint64_t Tag = tagOf(Key);
  const auto Half = static_cast<uint32_t>(Tag >> 16 | 1);
  std::atomic<uint32_t>(&Met)[SetSize] = Sets[setOfTag(Tag)].Met;
  for (std::size_t I = 0; I < SetSize; ++I)
    if (Met[I].load(std::memory_order_relaxed) == Half) {
      Met[I].store(0, std::memory_order_relaxed);
      return true;
    }
  for (std::size_t I = SetSize - 1; I > 0; --I)
    Met[I].store(Met[I - 1].load(std::memory_order_relaxed),
                 std::memory_order_relaxed);
  Met[0].store(Half, std::memory_order_relaxed);
  return false;
}

bool LoopPlans::plansPay(const PlanKey &Key) {
  const bool CameBefore = cameBefore(Key);
  const bool Pays = NextPlan.count() == 0 &&
                    (CameBefore || HasCredit.load(std::memory_order_relaxed));
  // Other keys would get plans, too, until the key of this one comes again.
  if (Pays && plansWereInVain())
    NextPlan.wait(NextPlan.interval());
  if (CameBefore)
    giveCredit();
  else if (Pays)
    HasCredit.store(false, std::memory_order_relaxed);
  return Pays;
}

/// Returns true if the uses of P that were right made up for what it took to
/// look at the loads. Short executions can do without a plan, if the pragma
/// leaves that open, and then nobody looks. What they take is measured, and
/// until it is, such a plan was not worth it. An execution that looks anyway
/// takes longer than one with a plan.
bool LoopPlans::wasWorthIt(const KnownPlan &P, bool IsOpen) const {
  if (!IsOpen || !P.hasShortGroups())
    return P.rightUses() >= threshold::UsesThatPay;
  const SizeKnowledge Known = BySize.of(P.Key.TripCount);
  const auto Takes = [&](Technique T) {
    return Known.makespan(T, P.Key.TripCount);
  };
  const float Without = Takes(Known.bestWithoutLook());
  const float Saved = Without - static_cast<float>(P.Exposed.longestTicks());
  return Without != SizeKnowledge::Unknown &&
         Saved * static_cast<float>(P.rightUses()) >
             Takes(Technique::Balanced) - Without;
}

static Singleton<PlanCache> GlobalCache;

PlanCache &PlanCache::global() {
  return GlobalCache.get([] {
    return need("the cache of plans", [] {
      const Options &Set = Options::get();
      auto *New = new PlanCache(Set.CacheMiB << 20, Set.Staleness);
      surviveForks(ForkOrder::Plans, New->Lock);
      return New;
    });
  });
}

PlanCache::~PlanCache() {
  for (auto &Loop : Loops)
    dropAll(*Loop.second);
  while (Retired)
    delete std::exchange(Retired, Retired->NextRetired);
}

LoopPlans &PlanCache::plansOf(usersched_loop &Loop) {
  if (void *Known = __atomic_load_n(&Loop.plans, __ATOMIC_ACQUIRE))
    return *static_cast<LoopPlans *>(Known);

  std::lock_guard<BriefMutex> Held(Lock);
  if (void *Known = __atomic_load_n(&Loop.plans, __ATOMIC_ACQUIRE))
    return *static_cast<LoopPlans *>(Known);
  std::unique_ptr<LoopPlans> &Plans = *need("what is known of a loop", [&] {
    return &Loops[{&Loop, Loop.name != nullptr}];
  });
  // A descriptor with null plans at a known address: the library with the old
  // one was unloaded. Nobody executes the old loop, so its place can be reused,
  // and loading libraries again and again takes no more memory.
  if (Plans) {
    dropAll(*Plans);
    Plans->setRecord(nullptr);
    Plans->forget();
  } else {
    Plans = need("what is known of a loop", [&] {
      return std::make_unique<LoopPlans>(static_cast<uint32_t>(Loops.size()));
    });
  }
  __atomic_store_n(&Loop.number, Plans->Number, __ATOMIC_RELAXED);
  __atomic_store_n(&Loop.plans, Plans.get(), __ATOMIC_RELEASE);
  return *Plans;
}

LoopRecord &PlanCache::recordOf(usersched_loop &Loop) {
  LoopPlans &Plans = plansOf(Loop);
  if (!Plans.record())
    Plans.setRecord(&Recorder::get().recordOf(Loop));
  return *Plans.record();
}

const KnownPlan *PlanCache::find(const LoopPlans &Plans, const PlanKey &Key,
                                 Hazard &Protect) {
  const uint64_t Tag = tagOf(Key);
  for (const LoopPlans::Entry &Entry : Plans.Sets[setOfTag(Tag)].Entries) {
    if (Entry.Tag.load(std::memory_order_acquire) != Tag)
      continue;
    const KnownPlan *Seen = Entry.Kept.load(std::memory_order_acquire);
    if (!Seen)
      continue;
    Protect.Protected.store(Seen, std::memory_order_seq_cst);
    if (Entry.Kept.load(std::memory_order_seq_cst) == Seen &&
        Seen->Key == Key) {
      touch(*Seen);
      return Seen;
    }
  }
  Protect.clear();
  return nullptr;
}

void PlanCache::drop(LoopPlans::Entry &Entry) {
  KnownPlan *Old = Entry.Kept.load(std::memory_order_relaxed);
  if (!Old)
    return;
  Entry.Kept.store(nullptr, std::memory_order_seq_cst);
  Old->IsCached.store(false, std::memory_order_release);
  Bytes -= Old->bytes();
  Old->NextRetired = std::exchange(Retired, Old);
}

void PlanCache::dropAll(LoopPlans &Plans) {
  for (LoopPlans::Set &Set : Plans.Sets)
    for (LoopPlans::Entry &Entry : Set.Entries)
      drop(Entry);
}

/// Returns the entry of the set whose plan was used least recently, or null if
/// there is no plan. Stores in OldestUse when; only entries that were used
/// before the time that stands there count.
LoopPlans::Entry *PlanCache::leastRecent(LoopPlans::Set &Set,
                                         uint64_t &OldestUse) {
  LoopPlans::Entry *Oldest = nullptr;
  for (LoopPlans::Entry &Entry : Set.Entries)
    if (const KnownPlan *Kept = Entry.Kept.load(std::memory_order_relaxed)) {
      const uint64_t Use = Kept->LastUse.load(std::memory_order_relaxed);
      if (Use < OldestUse) {
        OldestUse = Use;
        Oldest = &Entry;
      }
    }
  return Oldest;
}

/// Drops the plan of Entry to make room for others.
void PlanCache::evict(LoopPlans::Entry &Entry) {
  const KnownPlan *Evicted = Entry.Kept.load(std::memory_order_relaxed);
  if (LoopRecord *Record = Evicted->Owner->record())
    Record->count(Count::Evictions);
  drop(Entry);
  Counters::mine().add(Count::Evictions, 1);
}

/// Drops the least recently used plan of all loops, if there is one.
void PlanCache::evictLeastRecent() {
  LoopPlans::Entry *Oldest = nullptr;
  uint64_t OldestUse = std::numeric_limits<uint64_t>::max();
  for (auto &Loop : Loops)
    for (LoopPlans::Set &Set : Loop.second->Sets)
      if (LoopPlans::Entry *Older = leastRecent(Set, OldestUse))
        Oldest = Older;
  if (Oldest)
    evict(*Oldest);
}

/// Returns an entry of the set that is free, if need be after the least
/// recently used plan of the set has made room.
LoopPlans::Entry &PlanCache::makeRoom(LoopPlans &Plans, LoopPlans::Set &Set) {
  for (LoopPlans::Entry &Entry : Set.Entries)
    if (!Entry.Kept.load(std::memory_order_relaxed))
      return Entry;
  uint64_t OldestUse = std::numeric_limits<uint64_t>::max();
  LoopPlans::Entry &Oldest = *leastRecent(Set, OldestUse);
  Plans.notePast(Oldest.Kept.load(std::memory_order_relaxed)->uses() >=
                 threshold::UsesThatPay);
  evict(Oldest);
  return Oldest;
}

/// Frees the retired plans to which no hazard points; none if memory runs out.
void PlanCache::reclaim() {
  if (!Retired)
    return;
  std::vector<const KnownPlan *> InUse; // sorted: there may be many of both
  if (!attempt([&] { InUse.reserve(Hazards.size()); }))
    return;
  for (const Hazard *H : Hazards)
    InUse.push_back(H->Protected.load(std::memory_order_seq_cst));
  std::sort(InUse.begin(), InUse.end(), std::less<>());
  for (KnownPlan **Link = &Retired; KnownPlan *P = *Link;) {
    if (std::binary_search(InUse.begin(), InUse.end(), P, std::less<>())) {
      Link = &P->NextRetired;
    } else {
      *Link = P->NextRetired;
      delete P;
    }
  }
}

bool PlanCache::publish(LoopPlans &Plans, std::unique_ptr<KnownPlan> New,
                        uint64_t Generation) {
  std::lock_guard<BriefMutex> Held(Lock);
  return Generation == Resets.load() && keep(Plans, std::move(New));
}

/// As publish(). Called with the lock.
bool PlanCache::keep(LoopPlans &Plans, std::unique_ptr<KnownPlan> New) {
  const std::size_t NewBytes = New->bytes();
  const uint64_t Tag = tagOf(New->Key);
  if (NewBytes > MaxBytes) {
    Plans.notePast(false); // nor will the next one be kept
    return false;
  }

  LoopPlans::Set &Set = Plans.Sets[setOfTag(Tag)];
  for (const LoopPlans::Entry &Entry : Set.Entries)
    if (const KnownPlan *Kept = Entry.Kept.load(std::memory_order_relaxed))
      if (Kept->Key == New->Key)
        return false;
  LoopPlans::Entry &Entry = makeRoom(Plans, Set);
  while (Bytes + NewBytes > MaxBytes)
    evictLeastRecent();

  New->Owner = &Plans;
  New->IsCached.store(true, std::memory_order_relaxed);
  New->LastUse.store(Clock.fetch_add(1, std::memory_order_relaxed),
                     std::memory_order_relaxed);
  Bytes += NewBytes;
  Entry.Tag.store(Tag, std::memory_order_release);
  Entry.Kept.store(New.release(), std::memory_order_seq_cst);
  reclaim();
  return true;
}

/// Returns the entry of P, or null if P has left the cache.
LoopPlans::Entry *PlanCache::entryOf(LoopPlans &Plans, const KnownPlan &P) {
  for (LoopPlans::Entry &Entry : Plans.Sets[setOf(P.Key)].Entries)
    if (Entry.Kept.load(std::memory_order_relaxed) == &P)
      return &Entry;
  return nullptr;
}

bool PlanCache::replace(LoopPlans &Plans, const KnownPlan &Old,
                        std::unique_ptr<KnownPlan> New) {
  std::lock_guard<BriefMutex> Held(Lock);
  LoopPlans::Entry *Entry = entryOf(Plans, Old);
  if (!Entry || New->bytes() > MaxBytes)
    return false;
  drop(*Entry);
  New->goOn(Old);
  return keep(Plans, std::move(New));
}

bool PlanCache::drop(LoopPlans &Plans, const KnownPlan &Stale) {
  std::lock_guard<BriefMutex> Held(Lock);
  LoopPlans::Entry *Entry = entryOf(Plans, Stale);
  if (Entry)
    drop(*Entry);
  return Entry;
}

void PlanCache::reset() {
  std::lock_guard<BriefMutex> Held(Lock);
  for (auto &Loop : Loops) {
    dropAll(*Loop.second);
    Loop.second->forget();
  }
  // Last: who knows the new generation has learnt nothing from before.
  Resets.fetch_add(1);
  reclaim();
}

void PlanCache::enlist(const Hazard &H) {
  std::lock_guard<BriefMutex> Held(Lock);
  Hazards.insert(&H);
}

void PlanCache::delist(const Hazard &H) {
  std::lock_guard<BriefMutex> Held(Lock);
  Hazards.erase(&H);
  reclaim();
}

std::size_t PlanCache::bytesCached() {
  std::lock_guard<BriefMutex> Held(Lock);
  return Bytes;
}

std::size_t PlanCache::bytesRetired() {
  std::lock_guard<BriefMutex> Held(Lock);
  std::size_t Sum = 0;
  for (const KnownPlan *P = Retired; P; P = P->NextRetired)
    Sum += P->bytes();
  return Sum;
}
