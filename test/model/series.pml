/* How long what a thread knows of the next executions of a loop lasts: for a
   series of regions, see runtime/src/team/Team.h. What happens within a series
   is in repeat.pml.

   When all threads have left a region, thread 0 starts the next one, with 1, 2 or
   THREADS threads. There may have been a reset before. The threads of a region
   meet the same executions of one loop, each at its own pace, MOST of them at
   most. The thread that comes first to an execution that is set up decides how
   many executions follow that are not. With CANCEL, regions may be cancelled: a
   thread may leave at any time. The steps of one thread between two reads or
   writes of Start are one step.

   Checked for all interleavings:
   - All threads agree whether an execution is set up, and if it is not, on how
     many follow.
   - No execution goes as was decided before a reset that came before the region.
   - No series begins once a thread has met an execution of the region.

   Each switch plants a mistake that the search must find:
   NO_SIZE_CHECK    a region of another size goes on
   NO_SECOND_CHECK  a thread that waited for Locked begins a series once more
   SIZE_FIRST       Start.Size is written before the series begins
   NO_CANCEL_CHECK  a region goes on after one that may have been cancelled
   NO_RESET_CHECK   a region goes on after a reset
   ALONE_COUNTS     the only thread of a region counts its executions */

#ifndef THREADS
#define THREADS 3
#endif
#define MOST 2
#define MOST_REPEATED 2

/* The region: how many threads it has, which of them are in it, how many
   executions each has met, and how many each meets before it leaves. */
byte size;
byte inside;
bool isIn[THREADS];
byte at[THREADS];
#define NOT_KNOWN 255
byte length = NOT_KNOWN;

/* Start.Size and Locked. Of Start.Series matters only whether what a thread
   knows is of the present series. */
byte teamSize;
bool isLocked;

/* Repetition. */
bool isPresent[THREADS];
byte left[THREADS];
bool isOld[THREADS]; /* there was a reset since it was decided */

/* The executions of the region: 0, or how the first thread that came took it. */
#define SET_UP 1
#define REPEATED(left) (2 + (left))
byte way[MOST];
byte times[MOST]; /* Outlook */

inline forget(S) {
  isPresent[S] = false;
  left[S] = 0;
  isOld[S] = false
}

/* Team::beginSeries. */
inline beginSeries() {
  i = 0;
  do
  :: i < THREADS -> assert(at[i] == 0); forget(i); i++
  :: else -> break
  od;
  i = 0
}

/* Team::begin, after the threads have left the last region. */
inline begin() {
  if
  :: true
  :: true ->
     i = 0;
     do
     :: i < THREADS -> isOld[i] = isPresent[i]; i++
     :: else -> break
     od;
#ifndef NO_RESET_CHECK
     beginSeries()
#endif
  fi;
#if defined(CANCEL) && !defined(NO_CANCEL_CHECK)
  beginSeries();
#endif
  if
  :: size = 1
  :: size = 2
  :: size = THREADS
  fi;
  i = 0;
  do
  :: i < THREADS -> isIn[i] = i < size; i++
  :: else -> break
  od;
  i = 0;
  inside = size
}

inline endRegion() {
  i = 0;
  do
  :: i < MOST -> way[i] = 0; times[i] = 0; i++
  :: else -> break
  od;
  i = 0;
  length = NOT_KNOWN
}

inline agree(how) {
  if
  :: way[at[self]] == 0 -> way[at[self]] = how
  :: else -> assert(way[at[self]] == how)
  fi
}

/* Team::enter. */
inline enter() {
  if
  :: isPresent[self] && left[self] > 0 ->
     assert(!isOld[self]);
     agree(REPEATED(left[self]));
     left[self]--
  :: else ->
     if
     :: way[at[self]] == 0 ->
        if
        :: times[at[self]] = 0
        :: times[at[self]] = 1
        :: times[at[self]] = MOST_REPEATED
        fi
     :: else
     fi;
     agree(SET_UP);
     isPresent[self] = true;
     isOld[self] = false;
     left[self] = times[at[self]]
  fi;
  at[self]++
}

/* Of the only thread of a region. */
inline enterAlone() {
#ifdef ALONE_COUNTS
  left[self] = left[self] - (left[self] > 0);
#endif
  at[self]++
}

#define IS_ALONE (size == 1)

#ifdef NO_SIZE_CHECK
#define HAS_JOINED true
#else
#define HAS_JOINED (IS_ALONE || teamSize == size)
#endif

proctype Thread(byte self) {
  byte i;
  do
  :: if
     :: self == 0 -> atomic { inside == 0 -> begin() }
     :: self > 0 -> isIn[self]
     fi;
     if
     :: HAS_JOINED
     :: !HAS_JOINED -> /* Team::resize */
        atomic { !isLocked -> isLocked = true };
        if
#ifdef NO_SECOND_CHECK
        :: true ->
#else
        :: teamSize != size ->
#endif
#ifdef SIZE_FIRST
           teamSize = size;
           atomic { beginSeries() }
#else
           atomic { beginSeries() };
           teamSize = size
#endif
        :: teamSize == size
        fi;
        isLocked = false
     fi;
     do
     :: atomic {
          at[self] < MOST && at[self] < length ->
          if
          :: IS_ALONE -> enterAlone()
          :: else -> enter()
          fi
        }
#ifdef CANCEL
     :: break
#else
     :: atomic { /* all threads leave after as many executions */
          length == at[self] || length == NOT_KNOWN ->
          if
          :: length == NOT_KNOWN ->
             i = 0;
             do
             :: i < THREADS && at[i] <= at[self] -> i++
             :: else -> break
             od;
             if
             :: i == THREADS -> i = 0; length = at[self]; break
             :: else -> i = 0
             fi
          :: else -> break
          fi
        }
#endif
     od;
     atomic {
       at[self] = 0;
       isIn[self] = false;
       inside--;
       if
       :: inside == 0 -> endRegion()
       :: else
       fi
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
#if THREADS > 3
#error "THREADS is 2 or 3"
#endif
  }
}
