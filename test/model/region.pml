/* What a parallel region takes over from the last one of the same team: see
   runtime/src/team/Team.h, and repeat.pml for what goes on within a region.

   Threads go through loops in an order that is the same for all. A thread may
   leave its region wherever it runs iterations or waits at a barrier, as after
   `cancel parallel`; if all leave at the same place, the region just ends
   there. When all have left, thread 0 starts the next one, of 2 threads or all.
   What it knew at the end, all go on with when they first come to the loop.

   There is one loop, with a barrier, or three that have the same place, so that
   they share what a thread knows and the kept instance:
   LONG     with a barrier, SIZE chunks
   SHORT    the same loop with another trip count: one chunk less
   NOWAIT   another loop, without a barrier
   An execution that is set up gets any plan, and any decision that may follow
   from it. It is one step of each thread, which runs its group: repeat.pml has
   smaller steps.

   Checked for all interleavings:
   - no chunk of an execution runs twice, and if no thread leaves the region
     there, each runs;
   - all threads agree on whether an execution is set up, and if not, on its
     epoch;
   - that epoch was taken for it, and when the first thread comes, no slot has
     it;
   - while a thread is in a repeated execution, the kept instance has the plan
     that was decided on, for a team of this size; so it has at the end of a
     region that leaves some to the next one, and when a thread takes them over;
   - none of them is with a plan that had left the cache by then.

   Each of these switches is a mistake that must be found:
   OWN_KNOWN           each thread goes on with what it knew itself
   OLD_KNOWN           that is what thread 0 knew in an earlier region, if it
                       did not come to the loop in the last one
   NO_EPOCH_LEFT_OUT   by any region
   LEFT_OUT_IF_MET     an epoch is, only if thread 0 came to the loop
   TOO_FEW_EPOCHS      may be left
   NO_SIZE_CHECK       a team of another size goes on
   NO_CACHED_CHECK     so does one whose plan has left the cache
   NO_INSTANCE_CHECK   and one with a loop without a barrier
   DECIDES_AT_ONCE     about a loop that was not the last one in its place */

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

/* A plan gives thread 0 the chunks before a cut, the last thread those behind,
   others none. */
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

/* What the region goes on with, and for how many threads that is. */
Repetition known;
byte knownSize;

/* What threads know, and whether they do in this region. */
Repetition its[THREADS];
bool knows[THREADS];

/* The kept instance: whose plan it has, that plan, and whether it had left the
   cache when the region began. */
byte keptLoop, keptSize, keptCut;
bool isOutdated;
byte takenEpochs; /* ItsEpoch */
byte usedEpochs;  /* the last one that a slot may have */
#define HAS_PLAN(it, threads) \
  (keptLoop == it.loop && keptCut == it.cut && keptSize == threads)

/* Of the executions that some thread has not left; 0 if nobody has come yet.
   Index 0 is the oldest. */
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

/* How the threads take an execution: not known yet, set up, by groups, or with
   an epoch. */
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
  :: keptCut = NONE /* what plan[e] was has left the cache */
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

/* Whoever comes first must find no slot with the epoch. */
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

/* All have left the oldest execution: nobody looks at it again. */
inline complete() {
  i = 0;
  do
  :: i < CHUNKS(which[0]) -> assert(runs[i] == 1); i++
  :: else -> break
  od;
  if
  :: which[0] != NOWAIT -> forgetSlots()
  :: else /* others may be in the next one already */
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

/* A barrier lets a thread pass that all have come to, even if some of them
   leave there. */
#define MAY_PASS (at[self] == 0 || \
                  at[self] < WINDOW && which[at[self] - 1] == NOWAIT)

/* Comes to the next execution: all of it in one step, unless slots are used. */
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
