/* What a parallel region takes over from earlier regions of the same team: see
   runtime/src/team/Team.h. What happens within a region is in repeat.pml.

   Threads go through loops in an order that is the same for all. Wherever a
   thread runs iterations or waits at a barrier, it may leave its region, as
   after `cancel parallel`. If all threads leave at the same place, the region
   ends there in the ordinary way. When all threads have left, thread 0 starts
   the next region, with 2 threads or with all. Every thread of that region,
   when it first comes to a loop, goes on with the loop's handover: what thread
   0 knew at the end of the last region in which it was in the loop.

   There are one or two loops, each with a number, and so with a ThreadLoop for
   each thread and a TeamLoop for all:
   FULL     the loop with a barrier, SIZE chunks
   LESS     the same loop with another trip count: one chunk less; not with
            ONE_TRIP_COUNT
   NOWAIT   the loop without a barrier; not with ONE_LOOP; nothing else with
            ONLY_NOWAIT
   An execution that is set up gets any plan, and any sequel that may follow
   from the plan, or, without NO_SHORT, Sequel::Short: FULL is short and threads
   steal; LESS is short and nobody steals, or LESS is set up; NOWAIT is short
   and each thread runs its even share. If threads steal there, they do so in
   slots of that execution alone, as in slot.pml. An execution that is set up is
   one step of each thread, which runs its group. The smaller steps are in
   repeat.pml.

   In the loop without a barrier, a thread may be WINDOW executions ahead of
   another one: it may set executions up, and decide how the next ones run,
   before the other one takes the handover over.

   Checked for all interleavings:
   - No chunk of an execution runs twice. If no thread leaves the region there,
     each chunk runs.
   - All threads agree whether an execution is set up, and if it is not, on its
     epoch.
   - That epoch was taken for the execution, and when the first thread comes, no
     slot has the epoch yet.
   - The RepeatInstance has the plan that was decided on, for a team of
     this size, or none if executions are short: while a thread is in an
     execution with an epoch, at the end of a region that leaves executions to
     the next one, and when a thread takes those over. Without a barrier, short
     executions need no RepeatInstance.
   - A region does not go on with a plan that had left the cache when it began,
     if thread 0 was in the loop in the last region; and never after a reset.

   Each switch plants a mistake that the search must find:
   OWN_KNOWN           a thread does not take the handover over
   ANY_DECISION        a thread takes over how many executions are left, though
                       it does not know what was decided last
   ALL_LOOPS           thread 0 hands over what it knows of all loops, not only
                       of those in which it was in the last region
   OTHER_NUMBER        a thread in the loop without a barrier uses its
                       ThreadLoop of the other one
   NO_EPOCH_LEFT_OUT   a handover leaves out no epoch
   NO_REGION_SKIPPED   a region in which thread 0 was not in the loop leaves out
                       no epoch
   TOO_FEW_EPOCHS      a handover has too few epochs for what is left
   TOO_FEW_SKIPPED     the same once regions have left out epochs
   NO_SIZE_CHECK       a team of another size goes on
   NO_CACHED_CHECK     a handover has a plan that has left the cache
   NO_RESET_CHECK      a region goes on after a reset
   ALWAYS_INSTANCE     the loop without a barrier uses RepeatInstance in a
                       region that took executions over
   NO_INSTANCE_CHECK   a handover of the loop without a barrier has a plan that
                       is not in RepeatInstance
   NO_LATEST_CHECK     a handover of the other loop is of a decision before the
                       last one
   NO_SKIPPED_CHECK    the same once regions have come in which thread 0 was not
                       in the loop
   KEEPS_PLAN          short executions have the plan of earlier ones
   EPOCH_FOR_EACH      a thread takes an epoch for each short execution of which
                       it has a share */

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

/* What comes next. */
#define NONE 0
#define FULL 1
#define LESS 2
#define NOWAIT 3
#define CHUNKS(what) (SIZE - ((what) != FULL))

/* The TeamLoop of the loop: 0 with a barrier, 1 without. */
#ifdef ONE_LOOP
#define PLACES 1
#else
#define PLACES 2
#endif
#ifdef OTHER_NUMBER
#define PLACE(what) 0
#else
#define PLACE(what) ((what) == NOWAIT)
#endif

/* A plan has one cut: thread 0 gets the chunks before it, the last thread the
   chunks behind it, other threads get none. */
#define GROUP_BEGIN(S, at, chunks, threads) \
  (((S) > 0 && (S) < (threads)) * (at) + ((S) >= (threads)) * (chunks))
#define GROUP_END(S, at, chunks, threads) \
  (((S) + 1 < (threads)) * (at) + ((S) + 1 >= (threads)) * (chunks))
/* Of even shares. */
#define EVEN_CUT(what) ((CHUNKS(what) + 1) / 2)

/* The region: how many threads it has, and which of them are in it. */
byte size = 2;
byte inside;
bool isIn[THREADS];

/* Values of Sequel. */
#define SET_UP 0
#define GROUPS 1
#define STEALING 2
#define SHORT 3
#define ONLY_FULL_SHORT 4
#define IS_SHORT(sequel) ((sequel) >= SHORT)
/* Of TeamLoop p. */
#define HAS_EPOCHS(p, sequel) ((p) == 0 && (sequel) >= STEALING)
#define NEEDS_NO_INSTANCE(p, sequel) ((p) == 1 && IS_SHORT(sequel))

/* Repetition. Decided is not here: what an execution decides is the same for
   all threads, so threads that have its number know the same. Its number is
   that of the RepeatInstance as long as isLatest; never if the decision leaves
   RepeatInstance as it is. */
typedef Repetition {
  bool isPresent; /* Region is that of the team */
  bool isLatest;
  byte chunks; /* of the last execution; 0: not known */
  byte threads;
  byte next; /* How */
  byte left, epoch, lastEpoch;
  byte cut /* of the plan; 0: nothing is decided */
}

/* Handover. Its epoch is that in the present region: Repetition::skipRegions
   leaves out as many as regions have come since, here one as each begins. */
typedef Handover {
  byte left, epoch
}

/* Of each loop, TeamLoop::Repeats and TeamLoop::Inherited. */
Repetition known[PLACES];
Handover start[PLACES];

/* The ThreadLoops of thread S: PLACES * S and, without a barrier, the next. */
Repetition its[PLACES * THREADS];
#define THREAD_LOOP(S, what) its[PLACES * (S) + PLACE(what)]

/* RepeatInstance of each loop: the chunks and the team size of its plan, the
   plan's cut, and whether the plan had left the cache when the region began. */
typedef Instance {
  byte chunks, threads, cut;
  bool isOutdated
}
Instance kept[PLACES];

#define HAS_PLAN(p, it) \
  (NEEDS_NO_INSTANCE(p, it.next) || \
   IS_SHORT(it.next) && kept[p].chunks == 0 || \
   !IS_SHORT(it.next) && kept[p].chunks == it.chunks && \
   kept[p].cut == it.cut && kept[p].threads == it.threads)

/* Of the loop with a barrier. */
byte takenEpochs; /* CurrentEpoch */
byte usedEpochs;  /* the highest epoch that a slot may have */

/* The executions that some thread has not left. Index 0 is the oldest. Values
   are 0 if no thread has come yet. */
byte which[WINDOW];   /* FULL, LESS or NOWAIT */
bool isReady[WINDOW]; /* the instance is set up */
byte plan[WINDOW];
byte next[WINDOW], times[WINDOW], before[WINDOW]; /* Outlook */
bool isLatest[WINDOW];
byte left[WINDOW];
byte runs[WINDOW * SIZE];
byte at[THREADS]; /* where the thread is */

#define e at[self]
#define mine THREAD_LOOP(self, which[e])

/* How the threads take an execution. 0: not known yet. */
#define AS_SET_UP 1
#define BY_GROUPS 2
#define WITH_EPOCH(n) (3 + (n))
byte way[WINDOW];

/* Repetition::isOf. */
#define IS_OF(it) \
  (IS_SHORT(it.next) -> it.next == SHORT || which[e] == FULL \
                     : it.chunks == CHUNKS(which[e]))

#define CUT (kept[0].chunks > 0 -> kept[0].cut : EVEN_CUT(FULL))
#define ALL (kept[0].chunks > 0 -> kept[0].chunks : CHUNKS(FULL))
#define FOR (kept[0].chunks > 0 -> kept[0].threads : size)
#define FIRST(S) GROUP_BEGIN(S, CUT, ALL, FOR)
#define LAST(S) GROUP_END(S, CUT, ALL, FOR)
#define RUN(chunk) \
  runs[e * SIZE + (chunk)]++; assert(runs[e * SIZE + (chunk)] == 1)
#define TEAM size
#define MAY_LEAVE :: atomic { true -> goto gone }
#define epoch its[PLACES * self].epoch

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

/* Team::repeatInstance of TeamLoop p: it is used as e decides from now on. */
inline takeInstance(p) {
  i = 0;
  do
  :: i < THREADS -> its[PLACES * i + p].isLatest = false; i++
  :: i >= THREADS && i < THREADS + WINDOW ->
     isLatest[i - THREADS] =
         isLatest[i - THREADS] && PLACE(which[i - THREADS]) != p;
     i++
  :: else -> break
  od;
  i = 0;
  known[p].isLatest = false;
  isLatest[e] = true;
  kept[p].isOutdated = false
}

/* Team::lookAhead for a sequel with a plan in RepeatInstance. */
inline decide(p) {
  takeInstance(p);
  /* Instance::beginRepeated */
  kept[p].chunks = CHUNKS(which[e]);
  kept[p].threads = size;
  if
  :: anyPlan(kept[p].cut, which[e])
  :: kept[p].cut = NONE /* the plan has left the cache */
  fi;
  if
  :: kept[p].cut == plan[e] ->
     if
     :: p == 0 -> next[e] = STEALING; takeEpochs(REPEATED_EPOCHS)
     :: next[e] = GROUPS
     fi;
     if
     :: times[e] = MOST_REPEATED
     :: times[e] = 1
     :: true
     fi
  :: else
  fi
}

/* Team::lookAhead for Sequel::Short. */
inline decideShort(p) {
  if
  :: p == 0 ->
     takeInstance(p);
#ifndef KEEPS_PLAN
     /* Instance::beginUnprepared */
     kept[p].chunks = 0;
     kept[p].threads = 0;
     kept[p].cut = NONE;
#endif
     takeEpochs(REPEATED_EPOCHS);
     if
     :: next[e] = SHORT
     :: next[e] = ONLY_FULL_SHORT
     fi
  :: else -> next[e] = SHORT
  fi;
  if
  :: times[e] = MOST_REPEATED
  :: times[e] = 1
  fi
}

#ifdef ALWAYS_INSTANCE
#define MAY_TAKE_INSTANCE(p) true
#else
#define MAY_TAKE_INSTANCE(p) ((p) == 0 || start[p].left == 0)
#endif

/* Team::prepare, in TeamLoop p. Spin takes an if that begins an option for a
   part of the outer if, and its else for that of the outer one; hence the
   `true ->`. */
inline setUp(p) {
  anyPlan(plan[e], which[e]);
  if
  :: MAY_TAKE_INSTANCE(p) && (p == 1 || mine.chunks == CHUNKS(which[e])) ->
     decide(p)
  :: !MAY_TAKE_INSTANCE(p) -> next[e] = GROUPS; times[e] = MOST_REPEATED
#ifndef NO_SHORT
  :: true -> decideShort(p)
#endif
  :: true
  fi;
  isReady[e] = true
}

/* Team::advance. */
inline advance() {
  if
  :: !isReady[e] -> setUp(PLACE(which[e]))
  :: else
  fi;
  agree(AS_SET_UP);
  /* Repetition::remember */
  forget(mine);
  mine.chunks = CHUNKS(which[e]);
  mine.threads = size;
  mine.left = times[e];
  if
  :: mine.left > 0 ->
     mine.next = next[e];
     mine.isLatest = isLatest[e];
     mine.epoch = before[e];
     mine.lastEpoch =
         before[e] + HAS_EPOCHS(PLACE(which[e]), mine.next) * REPEATED_EPOCHS;
     mine.cut = (IS_SHORT(mine.next) -> NONE : plan[e])
  :: else
  fi
}

/* Goes on to the next epoch. The first thread must find no slot with it. */
inline beginEpoch() {
  mine.epoch++;
  assert(mine.epoch <= takenEpochs);
  if
  :: way[e] == 0 -> assert(mine.epoch > usedEpochs); usedEpochs = mine.epoch
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
     next[i] = next[i + 1];
     isLatest[i] = isLatest[i + 1];
     times[i] = times[i + 1];
     before[i] = before[i + 1];
     left[i] = left[i + 1];
     way[i] = way[i + 1];
     i++
  :: else -> break
  od;
  forgetExecution(WINDOW - 1);
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

/* Team::enter, of the next execution. Runs all of it in one step, unless it
   uses slots. */
inline enter() {
  if
  :: which[e] == NONE ->
     if
#ifndef ONLY_NOWAIT
     :: which[e] = FULL
#endif
#if !defined(ONE_TRIP_COUNT) && !defined(ONLY_NOWAIT)
     :: which[e] = LESS
#endif
#ifndef ONE_LOOP
     :: which[e] = NOWAIT
#endif
     fi
  :: else
  fi;
  if
  :: !mine.isPresent -> take(PLACE(which[e]))
  :: else
  fi;
  if
  :: mine.left == 0 || !IS_OF(mine) ->
     advance();
     runGroup(plan[e])
  :: else -> /* Repetition::take */
     mine.left--;
     mine.chunks = CHUNKS(which[e]);
     if
     :: mine.next == STEALING || IS_SHORT(mine.next) && which[e] == FULL ->
        beginEpoch()
     :: IS_SHORT(mine.next) && which[e] != FULL ->
#ifdef EPOCH_FOR_EACH
        mine.epoch = mine.epoch + (self < EVEN_CUT(which[e]));
#endif
        agree(BY_GROUPS);
        runGroup(EVEN_CUT(which[e]))
     :: else -> agree(BY_GROUPS); runGroup(mine.cut)
     fi
  fi;
  if
  :: way[e] < WITH_EPOCH(0) -> leaveLoop()
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
     :: atomic { !usesSlots && MAY_PASS -> enter() }
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
       :: self > 0 -> leaveRegion(self)
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
