/* Included by region.pml: what a region leaves to the next ones (Team::begin
   and handOver), and how a thread goes on with that (Team::visit). */

/* Copies what the thread does not take from the handover. */
inline copy(to, from) {
  to.chunks = from.chunks;
  to.threads = from.threads;
  to.next = from.next;
  to.isLatest = from.isLatest;
  to.lastEpoch = from.lastEpoch;
  to.cut = from.cut
}

/* Clears values that no longer matter, so that there are fewer states. */
inline forget(it) {
  it.next = SET_UP;
  it.isLatest = false;
  it.left = 0;
  it.epoch = 0;
  it.lastEpoch = 0;
  it.cut = 0
}

inline forgetAll(it) {
  forget(it);
  it.chunks = 0;
  it.threads = 0
}

/* Clears what the next region takes over, but for mistakes that go on
   with it. */
inline forgetTaken(it) {
#if !defined(OWN_KNOWN) && !defined(ANY_DECISION) && !defined(ALL_LOOPS)
  forgetAll(it);
#endif
  it.isPresent = false
}

/* Thread S leaves the region. */
inline leaveRegion(S) {
  forgetTaken(its[PLACES * S]);
#if PLACES > 1
  forgetTaken(its[PLACES * S + 1])
#endif
}

inline forgetExecution(n) {
  which[n] = NONE;
  isReady[n] = false;
  plan[n] = 0;
  next[n] = SET_UP;
  isLatest[n] = false;
  times[n] = 0;
  before[n] = 0;
  left[n] = 0;
  way[n] = 0
}

/* Clears the slots after an execution. No thread comes to its epoch again; this
   is asserted. */
inline forgetSlots() {
  i = 0;
  do
  :: i < THREADS -> word[i] = 0; i++
  :: else -> break
  od;
  i = 0
}

/* Clears what p hands over, once thread 0 and all threads that are still
   there have taken it over. Without a barrier, it still matters whether there
   was something to take over. */
inline tidyPlace(p) {
  i = 0;
  do
  :: i < THREADS && (its[PLACES * i + p].isPresent || i > 0 && !isIn[i]) -> i++
  :: else -> break
  od;
  if
  :: i == THREADS ->
     forgetAll(known[p]);
     start[p].left = p == 1 && start[p].left > 0;
     start[p].epoch = 0
  :: else
  fi
}

/* Clears the plan of TeamLoop p and the epochs that are left, if no thread
   repeats an execution and none is handed over. Without a barrier, only a
   decision that uses RepeatInstance matters. */
inline tidyInstance(p) {
  i = 0;
  do
  :: i < THREADS && (its[PLACES * i + p].left == 0 ||
                     p == 1 && !its[PLACES * i + p].isLatest) -> i++
  :: i >= THREADS && i < THREADS + WINDOW &&
     (PLACE(which[i - THREADS]) != p ||
      p == 1 && !isLatest[i - THREADS] ||
      times[i - THREADS] == 0 && way[i - THREADS] < WITH_EPOCH(0)) -> i++
  :: else -> break
  od;
  if
  :: i == THREADS + WINDOW && (start[p].left == 0 || known[p].chunks == 0) ->
     kept[p].chunks = 0;
     kept[p].threads = 0;
     kept[p].cut = 0;
     kept[p].isOutdated = false;
     if
     :: p == 0 -> usedEpochs = takenEpochs /* nobody uses those in between */
     :: else
     fi
  :: else
  fi
}

/* Clears what no thread needs any more. */
inline tidy() {
  d_step {
    tidyPlace(0);
    tidyInstance(0);
#if PLACES > 1
    tidyPlace(1);
    tidyInstance(1);
#endif
    i = 0
  }
}

inline agree(how) {
  if
  :: way[e] == 0 -> way[e] = how
  :: else -> assert(way[e] == how)
  fi
}

inline runGroup(planned) {
  runChunks(GROUP_BEGIN(self, planned, CHUNKS(which[e]), size),
            GROUP_END(self, planned, CHUNKS(which[e]), size))
}

/* Sets result to any plan of the loop. The second group may be empty. */
inline anyPlan(result, what) {
  if
  :: result = 1
  :: CHUNKS(what) > 1 -> result = CHUNKS(what)
  fi
}

inline checkPlan() {
  assert(HAS_PLAN(PLACE(which[e]), mine))
}

#define NEEDS_EPOCHS(p) (start[p].left > 0 && HAS_EPOCHS(p, known[p].next))

/* Leaves out an epoch. Without stealing, the runtime does that, too, and may
   leave executions to fewer regions for it. */
inline leaveOut(p) {
  if
  :: NEEDS_EPOCHS(p) -> start[p].epoch++
  :: else
  fi
}

/* Team::handOver, for TeamLoop p. */
inline handOver(p) {
  if
#ifdef ALL_LOOPS
  :: its[p].chunks > 0 ->
#else
  :: its[p].isPresent ->
#endif
     copy(known[p], its[p]);
     start[p].left = its[p].left;
     start[p].epoch = its[p].epoch;
     if
#ifndef NO_LATEST_CHECK
     :: p == 0 && !known[p].isLatest -> start[p].left = 0
#endif
#ifndef NO_INSTANCE_CHECK
     :: p == 1 && !known[p].isLatest && !NEEDS_NO_INSTANCE(p, known[p].next) ->
        start[p].left = 0
#endif
     :: else
     fi;
     assert(start[p].left == 0 || HAS_PLAN(p, known[p]));
#ifndef NO_EPOCH_LEFT_OUT
     leaveOut(p);
#endif
     if
     :: start[p].left > 0 && !IS_SHORT(known[p].next) ->
        kept[p].isOutdated = true
     :: true
     fi;
     if
#ifndef NO_CACHED_CHECK
     :: kept[p].isOutdated -> start[p].left = 0
#endif
#ifndef TOO_FEW_EPOCHS
     :: NEEDS_EPOCHS(p) && start[p].epoch + start[p].left > known[p].lastEpoch ->
        start[p].left = 0
#endif
     :: else
     fi
  :: else ->
     /* Repetition::skipRegions */
#ifndef NO_REGION_SKIPPED
     leaveOut(p);
#endif
     if
#ifndef TOO_FEW_SKIPPED
     :: NEEDS_EPOCHS(p) && start[p].epoch + start[p].left > known[p].lastEpoch ->
        start[p].left = 0
#endif
#ifndef NO_SKIPPED_CHECK
     :: p == 0 && !known[p].isLatest -> start[p].left = 0
#endif
     :: else
     fi
  fi
}

/* Clears what no longer matters about TeamLoop p, and of thread 0. */
inline tidyKnown(p) {
  if
  :: start[p].left == 0 ->
     forget(known[p]);
     start[p].epoch = 0;
     if
     :: p == 1 -> forgetAll(known[p])
     :: else
     fi
  :: else
  fi;
  forgetTaken(its[p])
}

/* Team::cancelHandovers, for TeamLoop p. */
inline cancelHandover(p) {
  if
  :: start[p].left > 0 ->
     kept[p].isOutdated = true;
#ifndef NO_RESET_CHECK
     start[p].left = 0
#endif
  :: else
  fi
}

/* Team::begin. The executions of the last region are gone. There may have been
   a reset. */
inline begin() {
  kept[0].isOutdated = false;
  handOver(0);
#if PLACES > 1
  kept[1].isOutdated = false;
  handOver(1);
#endif
  if
  :: true
  :: true ->
     cancelHandover(0);
#if PLACES > 1
     cancelHandover(1)
#endif
  fi;
  tidyKnown(0);
#if PLACES > 1
  tidyKnown(1);
#endif
  forgetSlots();
  i = 0;
  do
  :: i < WINDOW * SIZE -> runs[i] = 0; i++
  :: else -> break
  od;
  i = 0;
  do
  :: i < WINDOW -> forgetExecution(i); i++
  :: else -> break
  od;
  if
  :: size = 2
  :: THREADS > 2 -> size = THREADS
  fi;
  i = 0;
  do
  :: i < THREADS -> isIn[i] = i < size; i++
  :: else -> break
  od;
  i = 0;
  inside = size;
  tidy()
}

/* Repetition::takeOver. */
inline takeOver(p) {
  mine.left = start[p].left;
  mine.epoch = start[p].epoch
}

#ifdef NO_SIZE_CHECK
#define IS_OF_TEAM(it) true
#else
#define IS_OF_TEAM(it) (it.threads == size)
#endif

/* Team::visit: the thread comes to the loop for the first time in this region.
   In the runtime, one that knows what was decided last copies only what is in
   the handover. */
inline take(p) {
#ifndef OWN_KNOWN
  if
#ifdef ANY_DECISION
  :: mine.chunks > 0 && IS_OF_TEAM(mine) -> takeOver(p)
#endif
  :: (known[p].chunks == CHUNKS(which[e]) || IS_SHORT(known[p].next)) &&
     IS_OF_TEAM(known[p]) ->
     copy(mine, known[p]);
     takeOver(p)
  :: else -> forgetAll(mine)
  fi;
  if
  :: mine.left > 0 && IS_OF(mine) -> checkPlan(); assert(!kept[p].isOutdated)
  :: else -> forget(mine)
  fi;
#endif
  mine.isPresent = true
}
