/* Included by region.pml: what a thread and the team know of a loop, what a
   region leaves to the next one (Team::keepKnown and begin), and how a thread
   continues with that (Repetition::goOn). */

inline copy(to, from) {
  to.loop = from.loop;
  to.left = from.left;
  to.epoch = from.epoch;
  to.lastEpoch = from.lastEpoch;
  to.cut = from.cut;
  to.steals = from.steals
}

/* Clears values that no longer matter, so that there are fewer states. */
inline forget(it) {
  it.left = 0;
  it.epoch = 0;
  it.lastEpoch = 0;
  it.cut = 0;
  it.steals = false
}

/* Clears what thread S knows at the end of a region. */
inline forgetAll(S) {
#if !defined(OWN_KNOWN) && !defined(OLD_KNOWN)
  its[S].loop = NONE;
  forget(its[S]);
#endif
  knows[S] = false
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

/* Clears what no thread needs any more: what the region continues with, once
   thread 0 and all threads that are still there have taken it over; the kept
   plan, if no thread repeats an execution. */
inline tidy() {
  d_step {
    i = 0;
    do
    :: i < THREADS && (knows[i] || i > 0 && !isIn[i]) -> i++
    :: else -> break
    od;
    if
    :: i == THREADS -> known.loop = NONE; forget(known); knownSize = 0
    :: else
    fi;
    i = 0;
    do
    :: i < THREADS && its[i].left == 0 -> i++
    :: i >= THREADS && i < THREADS + WINDOW && times[i - THREADS] == 0 &&
       how[i - THREADS] < WITH_EPOCH(0) -> i++
    :: else -> break
    od;
    if
    :: i == THREADS + WINDOW && known.left == 0 ->
       keptLoop = NONE;
       keptSize = 0;
       keptCut = 0;
       isOutdated = false
    :: else
    fi;
    i = 0
  }
}

inline agree(way) {
  if
  :: how[e] == 0 -> how[e] = way
  :: else -> assert(how[e] == way)
  fi
}

inline runGroup(planned) {
  runChunks(GROUP_BEGIN(self, planned, which[e], size),
            GROUP_END(self, planned, which[e], size))
}

/* Sets result to any plan of the loop. The second group may be empty. */
inline anyPlan(result, its_loop) {
  if
  :: result = 1
  :: CHUNKS(its_loop) > 1 -> result = CHUNKS(its_loop)
  fi
}

inline checkPlan() {
  assert(HAS_PLAN(mine, size))
}

/* Team::keepKnown. */
inline keepKnown() {
  if
  :: knows[0] -> copy(known, its[0]); knownSize = size
#ifdef OLD_KNOWN
  :: !knows[0] -> copy(known, its[0])
#endif
  :: else
  fi;
  isOutdated = false;
  if
  :: known.left > 0 ->
     assert(known.loop == NOWAIT || HAS_PLAN(known, knownSize));
     if
     :: !known.steals /* the runtime counts here too, without effect */
#ifdef NO_EPOCH_LEFT_OUT
     :: known.steals
#elif defined(LEFT_OUT_IF_MET)
     :: known.steals && !knows[0]
     :: known.steals && knows[0] -> known.epoch++
#else
     :: known.steals && known.epoch <= LAST_EPOCH -> known.epoch++
     :: known.epoch > LAST_EPOCH /* only with TOO_FEW_EPOCHS */
#endif
     fi;
     if
     :: isOutdated = true
     :: isOutdated = false
     fi;
     if
#ifndef NO_CACHED_CHECK
     :: isOutdated -> forget(known)
#endif
#ifndef NO_INSTANCE_CHECK
     :: known.loop == NOWAIT -> forget(known)
#endif
#ifndef TOO_FEW_EPOCHS
     :: known.steals && known.epoch + known.left > known.lastEpoch ->
        forget(known)
#endif
     :: else
     fi
  :: else
  fi;
  forgetAll(0)
}

/* Team::begin. The executions of the last region are gone. */
inline begin() {
  keepKnown();
  forgetSlots();
  i = 0;
  do
  :: i < WINDOW * SIZE -> runs[i] = 0; i++
  :: else -> break
  od;
  i = 0;
  do
  :: i < WINDOW ->
     which[i] = NONE;
     isReady[i] = false;
     plan[i] = 0;
     times[i] = 0;
     before[i] = 0;
     steals[i] = false;
     left[i] = 0;
     how[i] = 0;
     i++
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

/* Repetition::goOn. */
inline goOn() {
#ifndef OWN_KNOWN
  if
#ifdef NO_SIZE_CHECK
  :: known.loop == which[e] ->
#else
  :: known.loop == which[e] && knownSize == size ->
#endif
     copy(mine, known);
     if
     :: mine.left > 0 -> checkPlan(); assert(!isOutdated)
     :: else
     fi
  :: else -> mine.loop = NONE; forget(mine)
  fi;
#endif
  knows[self] = true
}
