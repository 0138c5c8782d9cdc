/* What a parallel region continues with that the last region of the same team
   knew: see runtime/src/team/Team.h. What happens within a region is in
   repeat.pml.

   Threads go through loops in an order that is the same for all. Wherever a
   thread runs iterations or waits at a barrier, it may leave its region, as
   after `cancel parallel`. If all threads leave at the same place, the region
   ends there in the ordinary way. When all threads have left, thread 0 starts
   the next region, with 2 threads or with all. Every thread of that region,
   when it first comes to the loop, continues with what thread 0 knew at the end
   of the last region.

   There is one loop, with a barrier, or there are three. The three have the
   same place, so they share what a thread knows and the kept instance:
   LONG     with a barrier, SIZE chunks
   SHORT    the same loop with another trip count: one chunk less
   NOWAIT   another loop, without a barrier
   An execution that is set up gets any plan, and any decision that may follow
   from the plan. It is one step of each thread, which runs its group. The
   smaller steps are in repeat.pml.

   Checked for all interleavings:
   - No chunk of an execution runs twice. If no thread leaves the region there,
     each chunk runs.
   - All threads agree whether an execution is set up, and if it is not, on its
     epoch.
   - That epoch was taken for the execution, and when the first thread comes, no
     slot has the epoch yet.
   - The kept instance has the plan that was decided on, for a team of this
     size: while a thread is in a repeated execution, at the end of a region
     that leaves executions to the next one, and when a thread takes those over.
   - A region never continues with a plan that had left the cache when it began.

   Each switch plants a mistake that the search must find:
   OWN_KNOWN           each thread continues with what it knew itself
   OLD_KNOWN           if thread 0 did not come to the loop in the last region,
                       threads continue with what it knew in an earlier one
   NO_EPOCH_LEFT_OUT   a region leaves out no epoch
   LEFT_OUT_IF_MET     a region leaves out an epoch only if thread 0 came to the
                       loop in the last one
   TOO_FEW_EPOCHS      a region continues although too few epochs are left
   NO_SIZE_CHECK       a team of another size continues
   NO_CACHED_CHECK     a region continues with a plan that has left the cache
   NO_INSTANCE_CHECK   a region continues with a loop without a barrier
   DECIDES_AT_ONCE     a decision is made about a loop that was not the last one
                       in its place */

#ifndef THREADS
#define THREADS 2
#endif
#ifndef SIZE
#define SIZE 2
#endif
#ifndef WINDOW
#define WINDOW 2
#endif

#define MOST_REPEATED 2
#define REPEATED_EPOCHS 3
#define LAST_EPOCH 6 /* 65535 in the runtime */

#define NONE 0
#define LONG 1
#define SHORT 2
#define NOWAIT 3
#define CHUNKS(loop) (SIZE - ((loop) != LONG))

/* A plan has one cut: thread 0 gets the chunks before it, the last thread the
   chunks behind it, other threads get none. */
#define GROUP_BEGIN(S, at, loop, threads) \
  (((S) > 0 && (S) < (threads)) * (at) + ((S) >= (threads)) * CHUNKS(loop))
#define GROUP_END(S, at, loop, threads) \
  (((S) + 1 < (threads)) * (at) + ((S) + 1 >= (threads)) * CHUNKS(loop))

/* The region: how many threads it has, and which of them are in it. */
byte size = 2;
byte inside;
bool isIn[THREADS];

typedef Repetition {
  byte loop, left, epoch, lastEpoch;
  byte cut; /* of the plan */
  bool steals
};

/* What the region continues with, and for how many threads. */
Repetition known;
byte knownSize;

/* What each thread knows, and whether it has learnt that in this region. */
Repetition its[THREADS];
bool knows[THREADS];

/* The kept instance: the loop and the team size of its plan, the plan's cut,
   and whether the plan had left the cache when the region began. */
byte keptLoop, keptSize, keptCut;
bool isOutdated;
byte takenEpochs; /* ItsEpoch */
byte usedEpochs;  /* the highest epoch that a slot may have */
#define HAS_PLAN(it, threads) \
  (keptLoop == it.loop && keptCut == it.cut && keptSize == threads)

/* The executions that some thread has not left. Index 0 is the oldest. Values
   are 0 if no thread has come yet. */
byte which[WINDOW];   /* loop */
bool isReady[WINDOW]; /* the instance is set up */
byte plan[WINDOW];
byte times[WINDOW], before[WINDOW]; /* Outlook */
bool steals[WINDOW];
byte left[WINDOW];
byte runs[WINDOW * SIZE];
byte at[THREADS]; /* where the thread is */

#define e at[self]
#define mine its[self]

/* How the threads take an execution. 0: not known yet. */
#define SET_UP 1
#define BY_GROUPS 2
#define WITH_EPOCH(n) (3 + (n))
byte how[WINDOW];

#define FIRST(S) GROUP_BEGIN(S, keptCut, keptLoop, keptSize)
#define LAST(S) GROUP_END(S, keptCut, keptLoop, keptSize)
#define RUN(chunk) \
  runs[e * SIZE + (chunk)]++; assert(runs[e * SIZE + (chunk)] == 1)
#define TEAM size
#define MAY_LEAVE :: atomic { true -> goto gone }
#define epoch its[self].epoch

#include "slot_steps.pml"

#undef epoch

#include "region_known.pml"

/* Instance::takeEpochs. */
inline takeEpochs(n) {
  if
  :: takenEpochs + n > LAST_EPOCH ->
     forgetSlots();
     usedEpochs = 0;
     takenEpochs = 0
  :: else
  fi;
  before[e] = takenEpochs;
  takenEpochs = takenEpochs + n
}

/* Instance::beginRepeated, and the rest of Team::lookAhead. */
inline decide() {
  keptLoop = which[e];
  keptSize = size;
  if
  :: anyPlan(keptCut, keptLoop)
  :: keptCut = NONE /* plan[e] has left the cache */
  fi;
  isOutdated = false;
  if
  :: keptCut == plan[e] ->
     if
     :: steals[e] = true; takeEpochs(REPEATED_EPOCHS)
     :: true
     fi;
     if
     :: times[e] = MOST_REPEATED
     :: times[e] = 1
     :: true
     fi
  :: else
  fi
}

/* Team::prepare. */
inline setUp() {
  anyPlan(plan[e], which[e]);
  if
#ifdef DECIDES_AT_ONCE
  :: which[e] != NOWAIT -> decide()
#else
  :: mine.loop == which[e] && which[e] != NOWAIT -> decide()
#endif
  :: mine.loop == which[e] && which[e] == NOWAIT -> times[e] = MOST_REPEATED
  :: true
  fi;
  isReady[e] = true
}

/* Team::advance. */
inline advance() {
  if
  :: !isReady[e] -> setUp()
  :: else
  fi;
  agree(SET_UP);
  /* Repetition::remember */
  mine.loop = which[e];
  mine.left = times[e];
  if
  :: mine.left > 0 ->
     mine.epoch = before[e];
     mine.lastEpoch = (steals[e] -> before[e] + REPEATED_EPOCHS : 0);
     mine.cut = plan[e];
     mine.steals = steals[e]
  :: else
  fi
}

/* Goes on to the next epoch. The first thread must find no slot with it. */
inline beginEpoch() {
  mine.epoch++;
  assert(mine.epoch <= takenEpochs);
  if
  :: how[e] == 0 -> assert(mine.epoch > usedEpochs); usedEpochs = mine.epoch
  :: else
  fi;
  agree(WITH_EPOCH(mine.epoch));
  checkPlan()
}

/* All threads have left the oldest execution. Checks and removes it. */
inline complete() {
  i = 0;
  do
  :: i < CHUNKS(which[0]) -> assert(runs[i] == 1); i++
  :: else -> break
  od;
  if
  :: which[0] != NOWAIT -> forgetSlots()
  :: else /* other threads may be in the next execution already */
  fi;
  i = 0;
  do
  :: i < (WINDOW - 1) * SIZE -> runs[i] = runs[i + SIZE]; i++
  :: i >= (WINDOW - 1) * SIZE && i < WINDOW * SIZE -> runs[i] = 0; i++
  :: else -> break
  od;
  i = 0;
  do
  :: i < WINDOW - 1 ->
     which[i] = which[i + 1];
     isReady[i] = isReady[i + 1];
     plan[i] = plan[i + 1];
     times[i] = times[i + 1];
     before[i] = before[i + 1];
     steals[i] = steals[i + 1];
     left[i] = left[i + 1];
     how[i] = how[i + 1];
     i++
  :: else -> break
  od;
  which[i] = NONE;
  isReady[i] = false;
  plan[i] = 0;
  times[i] = 0;
  before[i] = 0;
  steals[i] = false;
  left[i] = 0;
  how[i] = 0;
  i = 0;
  do
  :: i < THREADS -> at[i] = at[i] - isIn[i]; i++
  :: else -> break
  od;
  i = 0
}

inline leaveLoop() {
  if
  :: mine.left == 0 -> forget(mine)
  :: else
  fi;
  left[e]++;
  e++;
  if
  :: left[0] == size -> complete()
  :: else
  fi;
  tidy()
}

/* A thread may pass a barrier that all threads have reached, even if some of
   them leave the region there. */
#define MAY_PASS (at[self] == 0 || \
                  at[self] < WINDOW && which[at[self] - 1] == NOWAIT)

/* Comes to the next execution. Runs all of it in one step, unless it uses
   slots. */
inline meetLoop() {
  if
  :: which[e] == NONE ->
     if
     :: which[e] = LONG
#ifndef ONE_LOOP
     :: which[e] = SHORT
     :: which[e] = NOWAIT
#endif
     fi
  :: else
  fi;
  if
  :: !knows[self] -> goOn()
  :: else
  fi;
  if
  :: mine.left == 0 || mine.loop != which[e] -> advance(); runGroup(plan[e])
  :: else ->
     mine.left--;
     if
     :: mine.steals -> beginEpoch()
     :: else -> agree(BY_GROUPS); runGroup(mine.cut)
     fi
  fi;
  if
  :: how[e] < WITH_EPOCH(0) -> leaveLoop()
  :: else -> usesSlots = true
  fi
}

proctype Thread(byte self) {
  SLOT_VARIABLES;
  bool usesSlots;
  do
  :: if
     :: self == 0 -> atomic { inside == 0 -> begin() }
     :: self > 0 -> isIn[self]
     fi;
     do
     MAY_LEAVE
     :: atomic { !usesSlots && MAY_PASS -> meetLoop() }
     :: usesSlots ->
        drainOwn(self);
        stealAll(self);
        atomic { checkPlan(); usesSlots = false; leaveLoop() }
     od;
gone:
     atomic {
       found = false;
       usesSlots = false;
       at[self] = 0;
       if
       :: self > 0 -> forgetAll(self)
       :: else
       fi;
       isIn[self] = false;
       inside--;
       tidy()
     }
  od
}

init {
  atomic {
    run Thread(0);
    run Thread(1)
#if THREADS > 2
    ;
    run Thread(2)
#endif
  }
}
