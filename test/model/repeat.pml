/* Executions that repeat an earlier one and have no instance of their own: see
   runtime/src/team/Team.h.

   Threads go through loops without end, in an order that is the same for all.
   The thread that comes first to an execution sets it up. It may decide how the
   next executions (Times of them) run. Each thread then takes those by itself:
   - with a barrier at the end of the loop, in the slots of the TeamLoop's
     instance, with an epoch for each execution (Sequel::Stealing); or so in
     even chunks, if they are short and threads steal, and in even shares if
     they are short and nobody steals (Sequel::Short; here FULL, and LESS);
   - without a barrier, each thread runs its group (Sequel::Groups). An even
     share of short executions is as a group here, because it depends on nothing
     that the threads share. If threads steal there, they do so in slots of that
     execution alone, as in slot.pml.

   There are two loops, each with a number, and so with a ThreadLoop for each
   thread and a TeamLoop for all. Any of these comes next:
   FULL     the loop with a barrier, SIZE chunks
   LESS     the same loop with another trip count: one chunk less; not with
            ONE_TRIP_COUNT
   NOWAIT   the loop without a barrier; not with ONE_LOOP
   Whenever an execution is set up, before the decision and after it, another
   plan may take the place of the plan, because the old one is stale, refined or
   evicted.

   Checked for all interleavings:
   - Each chunk of each execution runs exactly once.
   - All threads agree whether an execution is set up, and if it is not, on its
     epoch.
   - While a thread is in a repeated execution, the TeamLoop's instance has the
     plan that was decided on; if executions are short, none.

   Not modelled here: the ring of instances (TeamTest has it); stealing in an
   execution that is set up (slot.pml has it: here each thread runs its group);
   how long what a thread knows lasts (series.pml has it).

   Each switch plants a mistake that the search must find:
   NO_BARRIER       threads do not wait at the barrier of a loop
   NO_RESET         slots are not reset when epochs begin again
   ANY_TRIP_COUNT   what a thread knows counts for another trip count, too
   OTHER_NUMBER     a thread in a loop uses its ThreadLoop of the other one
   TOO_FEW_EPOCHS   a decision takes fewer epochs than it repeats executions
   OWN_CHOICE       each thread chooses Times for itself
   KEEPS_PLAN       short executions have the plan of earlier ones
   EPOCH_FOR_EACH   a thread takes an epoch for each short execution of which it
                    has a share */

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

/* What comes next. */
#define NONE 0
#define FULL 1
#define LESS 2
#define NOWAIT 3
#define CHUNKS(what) (SIZE - ((what) != FULL))

/* The TeamLoop of the loop: 0 with a barrier, 1 without. */
#ifdef OTHER_NUMBER
#define PLACE(what) 0
#else
#define PLACE(what) ((what) == NOWAIT)
#endif

/* A plan has one cut: thread 0 gets the chunks before it, thread 1 the chunks
   behind it, other threads get none. */
#define GROUP_BEGIN(S, at, what) \
  (((S) == 1) * (at) + ((S) > 1) * CHUNKS(what))
#define GROUP_END(S, at, what) \
  (((S) == 0) * (at) + ((S) > 0) * CHUNKS(what))

/* Of even shares. */
#define EVEN_CUT(what) ((CHUNKS(what) + 1) / 2)

/* RepeatInstance of the loop with a barrier: what its plan is for, and the
   plan's cut. Without a plan there are even chunks. */
byte keptFor, keptCut;
byte takenEpochs; /* CurrentEpoch */
#define CUT (keptFor == NONE -> EVEN_CUT(FULL) : keptCut)
#define ALL (keptFor == NONE -> FULL : keptFor)
#define FIRST(S) GROUP_BEGIN(S, CUT, ALL)
#define LAST(S) GROUP_END(S, CUT, ALL)

/* The plan in the cache, as its cut. */
byte cached[4];

/* The executions that some thread has not left. Index 0 is the oldest. Values
   are 0 if no thread has come yet. */
byte which[WINDOW];   /* FULL, LESS or NOWAIT */
bool isReady[WINDOW]; /* the instance is set up */
byte plan[WINDOW];
byte times[WINDOW], before[WINDOW]; /* Outlook */
bool knowsShort[WINDOW];
byte left[WINDOW];
byte runs[WINDOW * SIZE];
byte at[THREADS]; /* where the thread is */
bool isLocked;

#define e at[self]

/* Of the thread's ThreadLoop: Left and Share. */
#define LEFT count[PLACE(which[e])]
#define SHARE share[PLACE(which[e])]

/* How the threads take an execution. 0: not known yet. */
#define AS_SET_UP 1
#define BY_GROUPS 2
#define WITH_EPOCH(n) (3 + (n))
byte way[WINDOW];

#define RUN(chunk) \
  runs[e * SIZE + (chunk)]++; assert(runs[e * SIZE + (chunk)] == 1)

#include "slot_steps.pml"

inline agree(how) {
  if
  :: way[e] == 0 -> way[e] = how
  :: else -> assert(way[e] == how)
  fi
}

inline runGroup(planned) {
  runChunks(GROUP_BEGIN(self, planned, which[e]),
            GROUP_END(self, planned, which[e]))
}

/* May put another plan into the cache. Its second group may be empty. */
inline mayReplacePlan(what) {
  if
  :: true
  :: cached[what] = (cached[what] == 1 -> CHUNKS(what) : 1)
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
  :: which[e] == NOWAIT -> times[e] = MOST_REPEATED
  :: known == which[e] ->
     /* Instance::beginRepeated */
     keptFor = which[e];
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
  :: which[e] != NOWAIT -> /* Instance::beginUnprepared */
     knowsShort[e] = true;
#ifndef KEEPS_PLAN
     keptFor = NONE;
     keptCut = 0;
#endif
     takeEpochs(MOST_REPEATED);
     if
     :: times[e] = MOST_REPEATED
     :: times[e] = 1
     fi
  :: true
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
    agree(AS_SET_UP);
    LEFT = times[e];
    SHARE = plan[e];
    if
    :: which[e] != NOWAIT ->
       known = which[e]; isShort = knowsShort[e]; epoch = before[e]
    :: else
    fi
  }
#ifdef OWN_CHOICE
  ;
  if
  :: LEFT > 0 -> LEFT--
  :: true
  fi
#endif
}

#define HAS_PLAN \
  (isShort && keptFor == NONE || \
   !isShort && keptCut == SHARE && keptFor == known)

inline repeat() {
  if
  :: which[e] == NOWAIT ->
     atomic { LEFT--; agree(BY_GROUPS); runGroup(SHARE) }
  :: which[e] == LESS && isShort ->
     atomic {
       LEFT--;
       known = LESS;
#ifdef EPOCH_FOR_EACH
       epoch = epoch + (self < EVEN_CUT(LESS));
#endif
       agree(BY_GROUPS);
       runGroup(EVEN_CUT(LESS))
     }
  :: else ->
     atomic { LEFT--; known = which[e]; epoch++; agree(WITH_EPOCH(epoch)) };
     assert(HAS_PLAN);
     drainOwn(self);
     stealAll(self);
     assert(HAS_PLAN)
  fi
}

/* Clears what does not matter any more. Once all threads have left an execution
   with a barrier, they know of as many to come, but for mistakes. */
inline forget() {
  SHARE = 0;
  if
  :: which[e] != NOWAIT ->
#if !defined(NO_BARRIER) && !defined(OTHER_NUMBER)
     if
     :: left[e] == THREADS -> keptFor = NONE; keptCut = 0
     :: else
     fi;
#endif
     isShort = false;
     epoch = 0
  :: else
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
     knowsShort[i] = knowsShort[i + 1];
     left[i] = left[i + 1];
     way[i] = way[i + 1];
     i++
  :: else -> break
  od;
  which[i] = NONE;
  isReady[i] = false;
  plan[i] = 0;
  times[i] = 0;
  before[i] = 0;
  knowsShort[i] = false;
  left[i] = 0;
  way[i] = 0;
  i = 0;
  do
  :: i < THREADS -> at[i]--; i++
  :: else -> break
  od;
  i = 0
}

proctype Thread(byte self) {
  SLOT_VARIABLES;
  /* What is in the ThreadLoops. Only that of the loop with a barrier has an
     epoch, and knows whether it is about FULL or LESS. */
  byte epoch, known, count[2], share[2];
  bool isShort;
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
          :: which[e] = FULL
#ifndef ONE_TRIP_COUNT
          :: which[e] = LESS
#endif
#ifndef ONE_LOOP
          :: which[e] = NOWAIT
#endif
          fi
       :: else
       fi
     };
     if
#ifdef ANY_TRIP_COUNT
     :: LEFT > 0 -> repeat()
#else
     :: LEFT > 0 && (which[e] == NOWAIT || isShort || known == which[e]) ->
        repeat()
#endif
     :: else -> advance(); runGroup(plan[e])
     fi;
     d_step {
       left[e]++;
       if
       :: LEFT == 0 -> forget()
       :: else
       fi;
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
    cached[FULL] = 1;
    cached[LESS] = 1;
    cached[NOWAIT] = 1;
    run Thread(0);
    run Thread(1)
#if THREADS > 2
    ;
    run Thread(2)
#endif
  }
}
