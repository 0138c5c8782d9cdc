//===- Team.cpp - what the threads of a parallel region share -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread stores the number of the execution that it has arrived at after
// it has found the instance: from then on it touches no earlier one. An
// instance is free if all threads have arrived beyond its execution. That takes
// a look at P numbers, but the smallest frees several instances at once, so
// with a ring of four it is needed at every third execution at most.
//
// The lock is held while one instance is set up, once per execution. Who does
// not get it would have nothing to do before that is done; it waits for the
// instance, not for the lock.
//
//===----------------------------------------------------------------------===//
#include "team/Team.h"

#include "base/Backoff.h"
#include "base/Memory.h"

#include <limits>

using namespace usersched;

namespace {
constexpr std::size_t RingSize = 4;
/// What a region leaves to the next one, after threads were far apart.
constexpr std::size_t MostKept = 16;
} // namespace

class Team::Guard {
  std::atomic<bool> &Locked;
  bool Holds = false;

public:
  explicit Guard(std::atomic<bool> &Locked) : Locked(Locked) {}
  ~Guard() {
    if (Holds)
      Locked.store(false, std::memory_order_release);
  }
  bool tryLock() {
    Holds = !Locked.load(std::memory_order_relaxed) &&
            !Locked.exchange(true, std::memory_order_acquire);
    return Holds;
  }
};

Team::~Team() { removeInstances(); }

void Team::removeInstances() {
  for (; InstanceCount > 0; --InstanceCount) {
    Instance *I = Newest;
    Newest = I->Next.load(std::memory_order_relaxed);
    delete I;
  }
  Newest = nullptr;
}

/// Puts a new instance, for Threads threads and of no execution, after I.
Instance *Team::insertAfter(Instance &I, uint32_t Threads) {
  auto *New =
      need("a loop of a team", [&] { return new Instance(Cache, Threads); });
  New->Next.store(I.Next.load(std::memory_order_relaxed),
                  std::memory_order_relaxed);
  // Threads that read the pointer must find an initialised instance.
  I.Next.store(New, std::memory_order_release);
  ++InstanceCount;
  return New;
}

/// What thread 0 knew at the end of the last region of the loops that it came
/// to there.
inline void Team::keepKnown() {
  if (!Members)
    return;
  for (Seat *Its = Members[0].Latest; Its; Its = Its->Before) {
    const Repetition &Last = Its->Known;
    Place &Of = Its->Of;
    if (Last.Decided != Of.Start.Decided) {
      Of.Known = Last;
      Of.Start.Decided = Last.Decided;
    }
    Of.Start.Region = Start.Region + 1;
    Of.Start.Left = static_cast<uint16_t>(Last.Left);
    Of.Start.Epoch = Last.Epoch;
    if (Last.Left == 0 || Last.isShort())
      continue;
    // Others may be ahead by one, if the region was cancelled.
    const uint32_t Next = Last.Epoch + 1u;
    Of.Start.Epoch = static_cast<uint16_t>(Next);
    if (!Last.In || !Last.In->plan()->isCached() ||
        Next + Last.Left > Last.LastEpoch)
      Of.Start.Left = 0;
  }
  Members[0].Latest = nullptr;
}

/// There was a reset. Plans that are kept have left the cache then.
__attribute__((noinline)) void Team::forgetKnown() {
  Generation = Cache.generation();
  for (const std::unique_ptr<Place> &Its : Places)
    if (Its)
      Its->Start.Left = 0;
}

/// Mine comes to Loop for the first time.
__attribute__((noinline)) Team::Seat &Team::makeSeat(Member &Mine,
                                                     usersched_loop &Loop) {
  const uint32_t Number = Cache.plansOf(Loop).Number;
  return *need("what a team knows of a loop", [&] {
    std::lock_guard<std::mutex> Held(PlacesLock);
    if (Places.size() <= Number)
      Places.resize(Number + 1);
    std::unique_ptr<Place> &Its = Places[Number];
    if (!Its) {
      const auto Free = static_cast<std::size_t>(
          std::count_if(Places.begin(), Places.end(),
                        [](const auto &Other) { return Other != nullptr; }));
      Handover &Start = Free < std::size(this->Start.First)
                            ? this->Start.First[Free]
                            : MoreHandovers.emplace_back();
      Its = std::make_unique<Place>(Start);
    }
    if (Mine.SeatCount <= Number) {
      auto More = std::make_unique<std::unique_ptr<Seat>[]>(2 * Number);
      std::move(Mine.Seats.get(), Mine.Seats.get() + Mine.SeatCount,
                More.get());
      Mine.Seats = std::move(More);
      Mine.SeatCount = 2 * Number;
    }
    // A library that was loaded where this one is had the same loop.
    if (!Mine.Seats[Number])
      Mine.Seats[Number] = std::make_unique<Seat>(*Its);
    return Mine.Seats[Number].get();
  });
}

Team &Team::begin() {
  keepKnown();
  if (Cache.generation() != Generation)
    forgetKnown();
  ++Start.Region;
  Start.Size.store(0, std::memory_order_relaxed);
  if (EntryExecution != NewestExecution) {
    EntryExecution = OldestInUse = NewestExecution;
    Entry = Newest;
  }
  return InstanceCount > MostKept ? removeSome() : *this;
}

__attribute__((noinline)) Team &Team::removeSome() {
  for (; InstanceCount > MostKept; --InstanceCount) {
    Instance *Old = Newest->Next.load(std::memory_order_relaxed);
    Newest->Next.store(Old->Next.load(std::memory_order_relaxed),
                       std::memory_order_relaxed);
    delete Old;
  }
  return *this;
}

/// Makes room for a larger team. All threads of a region come here before they
/// touch an instance, so none is in use.
void Team::grow(uint32_t Threads) {
  Guard Lock(Locked);
  for (Backoff Wait; !Lock.tryLock();)
    Wait.pause();
  if (Capacity.load(std::memory_order_relaxed) >= Threads)
    return;
  removeInstances();
  Places.clear();
  MoreHandovers.clear();
  std::fill(std::begin(Start.First), std::end(Start.First), Handover());
  need("a team", [&] { Members.reset(new Member[Threads]); });
  for (uint32_t T = 0; T < Threads; ++T)
    Members[T].Number = T;
  Newest = Entry =
      need("a loop of a team", [&] { return new Instance(Cache, Threads); });
  Entry->Execution.store(EntryExecution, std::memory_order_relaxed);
  Entry->Next.store(Entry, std::memory_order_relaxed);
  InstanceCount = 1;
  while (InstanceCount < RingSize)
    insertAfter(*Entry, Threads);
  Capacity.store(Threads, std::memory_order_release);
}

bool Team::isFree(const Instance &I, uint32_t Threads) {
  const uint64_t Execution = I.Execution.load(std::memory_order_relaxed);
  if (Execution < OldestInUse)
    return true;
  uint64_t Oldest = std::numeric_limits<uint64_t>::max();
  for (uint32_t T = 0; T < Threads; ++T)
    Oldest =
        std::min(Oldest, Members[T].Execution.load(std::memory_order_acquire));
  // Threads that have not arrived at the first loop of this region still have
  // the number of an earlier one.
  OldestInUse = std::max(OldestInUse, Oldest);
  return Execution < OldestInUse;
}

/// Epochs for executions that repeat one, and for the regions in which they
/// are.
static uint16_t repeatedEpochs() {
  return static_cast<uint16_t>(4 * threshold::RepeatedInARow);
}

/// Returns the sum of the weights of short executions that run without being
/// set up after the one with this number. At random: a search has the same
/// levels each time, and must not always look at the same one of them.
static uint32_t shortInARow(uint64_t Execution) {
  const uint32_t Usual = threshold::ShortInARow;
  const auto Random =
      static_cast<uint32_t>(Execution * 0x9e3779b97f4a7c15u >> 32);
  return std::min(Usual / 2 +
                      static_cast<uint32_t>(uint64_t(Usual) * Random >> 32),
                  Repetition::MostLeft);
}

/// What executions of a loop share that are not set up.
Instance &Team::repeated(Place &Its) {
  if (!Its.Repeated)
    Its.Repeated = std::make_unique<Instance>(
        Cache, Capacity.load(std::memory_order_relaxed));
  return *Its.Repeated;
}

/// Finds out how the executions after the one of At run, which has this number.
/// Last is what the thread of Entered knew of the loop before.
Outlook Team::lookAhead(Place &Its, const Repetition &Last, const Instance &At,
                        uint64_t Execution, const Call &Entered) {
  const KnownPlan *P = At.plan();
  SequelSituation S(Entered);
  S.UsesPlan = P;
  S.IsAgain = Last.wasAs(Entered);
  S.IsErratic = Cache.plansOf(*Entered.Loop).isErratic();
  S.KnowsShort = At.verdicts().isAny();
  if (P) {
    S.IsMeasured = P->Measured->isOpen();
    S.HasLongGroups = P->Exposed.isWorthLooking(0);
  }
  Outlook Ahead;
  Ahead.Next = decideSequel(S);
  switch (Ahead.Next) {
  case Sequel::SetUp:
    return Ahead;
  case Sequel::Short:
    Ahead.Short = At.verdicts();
    Ahead.Times = shortInARow(Execution);
    if (S.HasBarrier)
      Ahead.In = &repeated(Its);
    return Ahead;
  case Sequel::Groups:
  case Sequel::Stealing:
    break;
  }
  if (S.HasBarrier) {
    Instance &In = repeated(Its);
    if (!In.beginRepeated(Entered, *P))
      return Outlook();
    Ahead.In = &In;
  }
  if (Ahead.Next == Sequel::Stealing)
    Ahead.Epoch = Ahead.In->takeEpochs(repeatedEpochs());
  Ahead.LastEpoch = static_cast<uint16_t>(Ahead.Epoch + repeatedEpochs());
  Ahead.Times = Cache.staleAt() > 0 ? P->Fresh.skip(threshold::RepeatedInARow)
                                    : threshold::RepeatedInARow;
  P->countUses(Ahead.Times);
  return Ahead;
}

Instance *Team::prepare(Member &Mine, Place &Its, const Repetition &Last,
                        uint64_t Execution, const Call &By, Counters &Counts,
                        Recording *Seen) {
  Instance &Current = *Mine.At;
  Guard Lock(Locked);
  Backoff Wait;
  for (;;) {
    Instance *Next = Current.Next.load(std::memory_order_acquire);
    if (Next->Execution.load(std::memory_order_acquire) == Execution)
      return Next;
    if (Lock.tryLock())
      break;
    Wait.pause();
  }
  Instance *Next = Current.Next.load(std::memory_order_relaxed);
  if (Next->Execution.load(std::memory_order_relaxed) == Execution)
    return Next;
  if (!isFree(*Next, By.Threads))
    Next = insertAfter(Current, Capacity.load(std::memory_order_relaxed));
  Next->begin(By, Counts, Last.wasAs(By), Seen);
  // If memory runs out, the loop's next execution is set up as this one was.
  if (!attempt(
          [&] { Next->Ahead = lookAhead(Its, Last, *Next, Execution, By); }))
    Next->Ahead = Outlook();
  Newest = Next;
  NewestExecution = Execution;
  Next->open(Execution);
  return Next;
}

void Team::enter(Activation &Its) {
  const Call &By = Its.call();
  Member &Mine = arrive(By);
  Seat &Taken = take(Mine, By);
  Repetition &Known = Taken.Known;
  if (&Taken.Last != &Its)
    Taken.Last.forget();
  const bool IsAgain = Known.isOf(By);
  if (By.IsRecorded)
    observe(Its, IsAgain ? &Known : nullptr);
  if (IsAgain) {
    Known.take(By);
    return Its.beginAgain(Known);
  }
  Its.begin(advance(Mine, Taken, By, Counters::mine(), Its.seen()), Known);
}

/// Says in Begun how an execution runs that goes as Again says; or, with null,
/// one in which threads have nothing to do with each other.
static void noteHow(Recording &Begun, const Call &Entered,
                    const Repetition *Again) {
  if (!Again) {
    const Decision How = decide(Situation(Entered));
    Begun.ran(How.As, How.Why);
  } else if (Again->isShort()) {
    Begun.ran(Again->Short.of(Entered.TripCount).technique(), Reason::Quickest);
  } else {
    Begun.plannedAgain();
    Begun.ran(Technique::Balanced, Reason::Plan);
  }
}

/// The thread of Its goes on to an execution that is recorded: as Again says,
/// or with null in an instance or alone.
__attribute__((noinline)) void Team::observe(Activation &Its,
                                             const Repetition *Again) {
  const Call &Entered = Its.call();
  Recorder::tryWith([&](Recorder &R) {
    Its.observe(Recorded.join(R, Start.Region, Cache.recordOf(*Entered.Loop),
                              Entered, [&](Recording &Begun) {
                                if (Again || !Entered.needsTeam())
                                  noteHow(Begun, Entered, Again);
                              }));
  });
}

void usersched::enter(Activation &Its, Team *T) {
  const Call &Entered = Its.call();
  if (Entered.needsTeam())
    return T->enter(Its);
  if (Entered.IsRecorded && T && Entered.Threads > 1)
    T->observe(Its, nullptr);
  else if (Entered.IsRecorded)
    Recorder::tryWith([&](Recorder &R) {
      LoopRecord &Loop = PlanCache::global().recordOf(*Entered.Loop);
      Recording &Alone = R.takeAlone();
      Alone.begin(Loop, Entered, true);
      noteHow(Alone, Entered, nullptr);
      Its.observe(Alone);
    });
  Its.beginAlone();
}

void usersched::enter(Activation &Its, const Call &Entered, Team *T) {
  Its.leave();
  if (T && Entered.needsTeam() && T->enterAgain(Its, Entered))
    return;
  Its.call() = Entered;
  enter(Its, T);
}
