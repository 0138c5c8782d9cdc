/* Executions that repeat an earlier one and have no instance of their own: see
   runtime/src/team/Team.h.

   Threads go through loops without end, in an order that is the same for all.
   The thread that comes first to an execution sets it up. It may decide that
   the next executions (Times of them) go as this one. Each thread then takes
   those by itself:
   - with a barrier at the end of the loop, in the slots of the one kept
     instance, with an epoch for each execution;
   - without a barrier, each thread runs its group.

   Any of three loops comes next. All have the same place, so they share what a
   thread knows and the kept instance:
   LONG     with a barrier, SIZE chunks
   SHORT    the same loop with another trip count: one chunk less
   NOWAIT   another loop, without a barrier
   Whenever an execution is set up, before the decision and after it, another
   plan may take the place of the plan, because the old one is stale, refined or
   evicted.

   Checked for all interleavings:
   - Each chunk of each execution runs exactly once.
   - All threads agree whether an execution is set up, and if it is not, on its
     epoch.
   - While a thread is in a repeated execution, the kept instance has the plan
     that the decision was about.

   Not modelled here: the ring of instances (TeamTest has it); stealing in an
   execution that is set up (slot.pml has it: here each thread runs its group);
   what the next region continues with (region.pml has it).

   Each switch plants a mistake that the search must find:
   NO_BARRIER       threads do not wait at the barrier of a loop
   NO_RESET         slots are not reset when epochs begin again
   ANY_TRIP_COUNT   what a thread knows counts for another trip count, too
   TOO_FEW_EPOCHS   a decision takes fewer epochs than it repeats executions
   OWN_CHOICE       each thread chooses Times for itself */

#ifndef THREADS
#define THREADS 2
#endif
#ifndef SIZE
#define SIZE 3
#endif
#ifndef WINDOW
#define WINDOW 3
#endif

#define MOST_REPEATED 2
#define LAST_EPOCH 3 /* 65535 in the runtime */

#define NONE 0
#define LONG 1
#define SHORT 2
#define NOWAIT 3
#define CHUNKS(loop) (SIZE - ((loop) != LONG))

/* A plan has one cut: thread 0 gets the chunks before it, thread 1 the chunks
   behind it, other threads get none. */
#define GROUP_BEGIN(S, at, loop) \
  (((S) == 1) * (at) + ((S) > 1) * CHUNKS(loop))
#define GROUP_END(S, at, loop) \
  (((S) == 0) * (at) + ((S) > 0) * CHUNKS(loop))

/* The kept instance: the loop of its plan, and the plan's cut. */
byte keptLoop, keptCut;
byte takenEpochs; /* ItsEpoch */
#define FIRST(S) GROUP_BEGIN(S, keptCut, keptLoop)
#define LAST(S) GROUP_END(S, keptCut, keptLoop)

/* The plan of each loop in the cache, as its cut. */
byte cached[4];

/* The executions that some thread has not left. Index 0 is the oldest. Values
   are 0 if no thread has come yet. */
byte which[WINDOW];   /* loop */
bool isReady[WINDOW]; /* the instance is set up */
byte plan[WINDOW];
byte times[WINDOW], before[WINDOW]; /* Outlook */
byte left[WINDOW];
byte runs[WINDOW * SIZE];
byte at[THREADS]; /* where the thread is */
bool isLocked;

#define e at[self]

/* How the threads take an execution. 0: not known yet. */
#define SET_UP 1
#define BY_GROUPS 2
#define WITH_EPOCH(n) (3 + (n))
byte how[WINDOW];

#define RUN(chunk) \
  runs[e * SIZE + (chunk)]++; assert(runs[e * SIZE + (chunk)] == 1)

#include "slot_steps.pml"

inline agree(way) {
  if
  :: how[e] == 0 -> how[e] = way
  :: else -> assert(how[e] == way)
  fi
}

inline runGroup(planned) {
  runChunks(GROUP_BEGIN(self, planned, which[e]),
            GROUP_END(self, planned, which[e]))
}

/* May put another plan into the cache. Its second group may be empty. */
inline mayReplacePlan(loop) {
  if
  :: true
  :: cached[loop] = (cached[loop] == 1 -> CHUNKS(loop) : 1)
  fi
}

/* Instance::takeEpochs. */
inline takeEpochs(n) {
  if
  :: takenEpochs + n > LAST_EPOCH ->
#ifndef NO_RESET
     i = 0;
     do
     :: i < THREADS -> word[i] = 0; i++
     :: else -> break
     od;
     i = 0;
#endif
     takenEpochs = 0
  :: else
  fi;
  before[e] = takenEpochs;
  takenEpochs = takenEpochs + n
}

/* Team::prepare, with the lock held: Instance::begin and Team::lookAhead. */
inline setUp() {
  atomic { mayReplacePlan(which[e]); plan[e] = cached[which[e]] };
  atomic { mayReplacePlan(which[e]) };
  if
  :: known != which[e] /* nothing is decided */
  :: known == which[e] && known == NOWAIT -> times[e] = MOST_REPEATED
  :: known == which[e] && known != NOWAIT ->
     /* Instance::beginRepeated */
     keptLoop = which[e];
     keptCut = cached[which[e]];
     if
     :: keptCut == plan[e] ->
#ifdef TOO_FEW_EPOCHS
        takeEpochs(MOST_REPEATED - 1);
#else
        takeEpochs(MOST_REPEATED);
#endif
        if
        :: times[e] = MOST_REPEATED
        :: times[e] = 1
        :: true
        fi
     :: else
     fi
  fi;
  isReady[e] = true
}

/* Team::advance. */
inline advance() {
  if
  :: atomic { !isReady[e] && !isLocked -> isLocked = true };
     if
     :: !isReady[e] -> setUp()
     :: else
     fi;
     isLocked = false
  :: isReady[e]
  fi;
  d_step { /* Repetition::remember */
    agree(SET_UP);
    known = which[e];
    count = times[e];
    share = plan[e];
    epoch = before[e]
  }
#ifdef OWN_CHOICE
  ;
  if
  :: count > 0 -> count--
  :: true
  fi
#endif
}

inline repeat() {
  if
  :: known == NOWAIT ->
     atomic { count--; agree(BY_GROUPS); runGroup(share) }
  :: else ->
     atomic { count--; epoch++; agree(WITH_EPOCH(epoch)) };
     assert(keptCut == share && keptLoop == known);
     drainOwn(self);
     stealAll(self);
     assert(keptCut == share && keptLoop == known)
  fi
}

/* All threads have left the oldest execution. Checks and removes it. */
inline complete() {
  i = 0;
  do
  :: i < CHUNKS(which[0]) -> assert(runs[i] == 1); i++
  :: else -> break
  od;
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
  left[i] = 0;
  how[i] = 0;
  i = 0;
  do
  :: i < THREADS -> at[i]--; i++
  :: else -> break
  od;
  i = 0
}

proctype Thread(byte self) {
  SLOT_VARIABLES;
  byte epoch, known, count, share;
  do
  :: atomic {
#ifdef NO_BARRIER
       at[self] < WINDOW ->
#else
       at[self] == 0 || at[self] < WINDOW && which[at[self] - 1] == NOWAIT ->
#endif
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
       fi
     };
     if
#ifdef ANY_TRIP_COUNT
     :: count > 0 && (known == NOWAIT) == (which[e] == NOWAIT) -> repeat()
#else
     :: count > 0 && known == which[e] -> repeat()
#endif
     :: else -> advance(); runGroup(share)
     fi;
     d_step {
       left[e]++;
       e++;
       if
       :: left[0] == THREADS -> complete()
       :: else
       fi
     }
  od
}

init {
  atomic {
    cached[LONG] = 1;
    cached[SHORT] = 1;
    cached[NOWAIT] = 1;
    run Thread(0);
    run Thread(1)
#if THREADS > 2
    ;
    run Thread(2)
#endif
  }
}
