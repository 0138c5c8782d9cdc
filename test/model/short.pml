/* Short executions that are not set up (Sequel::Short) and whose iterations the
   threads claim from one counter: see runtime/src/run/Repetition.h and
   Instance::claimShared.

   Threads go through executions of one loop with a barrier. The thread that
   comes first to an execution may set it up, and then decides how many short
   executions follow. These have no instance of their own; they share the
   counter in the instance of the TeamLoop, one word {execution, next
   iteration}. A word of another execution says that no iteration of this one is
   claimed: so nobody has to reset the counter. An execution with a trip count
   that is not known to be short is set up. Threads may leave their region
   anywhere, and the next one goes on, as in region.pml.

   The search is exhaustive for REGIONS regions and DECISIONS decisions.

   Checked for all interleavings:
   - No iteration runs twice. If no thread leaves the region there, each one
     runs.
   - All threads agree whether an execution is set up, and if it is not, on its
     number.
   - When the first thread comes, the counter does not have that number yet.

   Each switch plants a mistake that the search must find:
   NO_REGION     numbers are the same in each region
   NO_DECISION   numbers are the same after each decision
   OWN_LEFT      a thread does not take the handover over
   ANY_NUMBER    a thread goes on counting where an earlier execution ended
   NO_COMPARE    a thread claims what another one has claimed since it looked */

#ifndef THREADS
#define THREADS 2
#endif
#ifndef REGIONS
#define REGIONS 3
#endif
#ifndef DECISIONS
#define DECISIONS 3
#endif
#define MOST_LEFT 2
#define ITERATIONS 2

#define WORD(number, iteration) ((number) * 4 + (iteration))
#define NUMBER(w) ((w) / 4)
#define ITERATION(w) ((w) % 4)

/* Repetition::shortExecution. */
#ifdef NO_REGION
#define SHORT_EXECUTION (decided[self] * 4 + left[self])
#elif defined(NO_DECISION)
#define SHORT_EXECUTION (region * 4 + left[self])
#else
#define SHORT_EXECUTION ((region + decided[self]) * 4 + left[self])
#endif

/* The region: its number, and which threads are in it. */
byte region, inside;
bool isIn[THREADS];

/* Of each thread, Repetition: whether Region is that of the team, Decided and
   Left. The last decision, and of the TeamLoop, Handover. */
bool isPresent[THREADS];
byte decided[THREADS], left[THREADS];
byte newest, startDecided, startLeft;

short word; /* Instance::Shared of the TeamLoop */

/* The execution that some thread has not left, and which threads have. */
#define SHORT 1
#define OTHER 2
byte kind; /* SHORT or OTHER; 0: no thread has come yet */
byte times;  /* Outlook, of one that is set up */
byte runs[ITERATIONS];
bool hasLeft[THREADS];
byte gone;

/* How the threads take the execution. 0: not known yet. */
#define AS_SET_UP 255
byte way;

inline agree(how) {
  if
  :: way == 0 -> way = how
  :: else -> assert(way == how)
  fi
}

inline forgetExecution() {
  kind = 0;
  times = 0;
  way = 0;
  gone = 0;
  i = 0;
  do
  :: i < ITERATIONS -> runs[i] = 0; i++
  :: else -> break
  od;
  i = 0;
  do
  :: i < THREADS -> hasLeft[i] = false; i++
  :: else -> break
  od;
  i = 0
}

/* All threads have left the execution. */
inline complete() {
  i = 0;
  do
  :: i < ITERATIONS -> assert(way == AS_SET_UP || runs[i] == 1); i++
  :: else -> break
  od;
  forgetExecution()
}

/* Team::begin and handOver. */
inline begin() {
  if
  :: isPresent[0] ->
     startDecided = decided[0];
     startLeft = left[0];
     isPresent[0] = false
  :: else
  fi;
  forgetExecution();
  region++;
  i = 0;
  do
  :: i < THREADS -> isIn[i] = true; i++
  :: else -> break
  od;
  i = 0;
  inside = THREADS
}

/* Repetition::goOn. */
inline goOn() {
#ifndef OWN_LEFT
  decided[self] = startDecided;
  left[self] = startLeft;
#endif
  isPresent[self] = true
}

/* Team::prepare and Repetition::remember. */
inline advance() {
  if
  :: way == 0 ->
     newest++;
     if
     :: times = MOST_LEFT
     :: times = MOST_LEFT - 1
     fi
  :: else
  fi;
  agree(AS_SET_UP);
  decided[self] = newest;
  left[self] = times
}

/* Team::enter. */
inline enter() {
  if
  :: kind == 0 ->
     if
     :: kind = SHORT
     :: kind = OTHER
     fi
  :: else
  fi;
  if
  :: !isPresent[self] -> goOn()
  :: else
  fi;
  if
  :: left[self] == 0 || kind == OTHER -> advance()
  :: else ->
     left[self]--;
     number = SHORT_EXECUTION;
     assert(way > 0 || NUMBER(word) != number);
     agree(number)
  fi
}

inline leaveLoop() {
  hasLeft[self] = true;
  number = 0;
  gone++;
  if
  :: gone == THREADS -> complete()
  :: else
  fi
}

proctype Thread(byte self) {
  byte i, number, next;
  short old;
  do
  ::
end: if
     :: self == 0 -> atomic { inside == 0 && region < REGIONS -> begin() }
     :: self > 0 -> isIn[self]
     fi;
     do
     :: atomic { true -> break }
     :: atomic {
          number == 0 && !hasLeft[self] && (newest < DECISIONS || way > 0) ->
          enter();
          if
          :: number == 0 -> leaveLoop()
          :: else
          fi
        }
     :: atomic { /* Instance::claimShared */
          number > 0 ->
          old = word;
#ifdef ANY_NUMBER
          next = ITERATION(old)
#else
          next = (NUMBER(old) == number -> ITERATION(old) : 0)
#endif
        };
        atomic {
          if
          :: next == ITERATIONS -> leaveLoop()
#ifdef NO_COMPARE
          :: next < ITERATIONS ->
#else
          :: next < ITERATIONS && word != old
          :: next < ITERATIONS && word == old ->
#endif
             word = WORD(number, next + 1);
             runs[next]++;
             assert(runs[next] == 1)
          fi;
          old = 0;
          next = 0
        }
     od;
     atomic {
       number = 0;
       if
       :: self > 0 -> isPresent[self] = false
       :: else
       fi;
       isIn[self] = false;
       inside--
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
