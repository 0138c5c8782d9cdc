/* The steps of runtime/src/run/Slot.h, for the models beside this file: chunks are
   claimed from the front of a word {epoch, begin, end} by its owner and from
   the back by thieves, each by one compare-and-swap. A word of another epoch
   stands for the group of an owner that has not arrived. A thief hands itself
   one chunk or all of what it stole and publishes the rest in its own slot, as
   Activation::steal does.

   A model defines THREADS, FIRST(S) and LAST(S), the group of thread S, and
   RUN(chunk), and has an epoch, shared or of the thread. A thread has
   SLOT_VARIABLES. TEAM is how many of the threads take part, and MAY_LEAVE an
   option to leave wherever chunks that the thread has claimed may have run. */

#ifndef TEAM
#define TEAM THREADS
#endif
#ifndef MAY_LEAVE
#define MAY_LEAVE
#endif

#define WORD(e, b, f) ((e) * 64 + (b) * 8 + (f))
#define EPOCH(w) ((w) / 64)
#define BEGIN(w) (((w) / 8) % 8)
#define FINAL(w) ((w) % 8)

#define SLOT_VARIABLES \
  short old, now; \
  byte piece, i, cut, last; \
  bool found

short word[THREADS];

/* What is in slot S for a reader. */
inline readSlot(S) {
  old = word[S];
  if
  :: EPOCH(old) == epoch -> now = old
  :: else -> now = WORD(epoch, FIRST(S), LAST(S))
  fi
}

/* Only counts: no one else looks before the end. So it may be one step with
   what comes before it. */
inline runChunks(b, f) {
  i = b;
  do
  :: i < f -> RUN(i); i++
  :: else -> break
  od;
  i = 0
}

/* Claims any number of chunks from the front of the own slot until it is
   empty. PieceOf may be anything from 1 to all. */
inline drainOwn(S) {
  do
  MAY_LEAVE
  :: atomic { readSlot(S) };
     if
     :: atomic { BEGIN(now) >= FINAL(now) -> old = 0; now = 0 }; break
     :: else ->
        atomic {
          piece = 1;
          do
          :: piece < FINAL(now) - BEGIN(now) -> piece++
          :: break
          od;
          if
          :: word[S] == old ->
             word[S] = WORD(epoch, BEGIN(now) + piece, FINAL(now));
             runChunks(BEGIN(now), BEGIN(now) + piece)
          :: else
          fi;
          old = 0; now = 0; piece = 0
        }
     fi
  od
}

/* Takes the back of slot V, cut anywhere; runs one chunk or all, publishes the
   rest in slot S. Sets found. */
inline stealFrom(S, V) {
  do
  :: atomic { readSlot(V) };
     if
     :: atomic { BEGIN(now) >= FINAL(now) -> old = 0; now = 0 }; break
     :: else ->
        atomic {
          cut = BEGIN(now);
          do
          :: cut < FINAL(now) - 1 -> cut++
          :: break
          od;
          if
          :: word[V] == old ->
             word[V] = WORD(epoch, BEGIN(now), cut);
             last = FINAL(now);
             if
             :: cut + 1 < last -> runChunks(cut, cut + 1); cut++
             :: true -> runChunks(cut, last); cut = last
             fi;
             found = true
          :: else -> cut = 0
          fi;
          old = 0; now = 0
        };
        if
        :: last > 0 ->
           atomic {
             if
             :: cut < last -> word[S] = WORD(epoch, cut, last) /* publish */
             :: else
             fi;
             cut = 0; last = 0
           };
           drainOwn(S);
           break
        :: else
        fi
     fi
  od
}

/* From the others, until a scan finds nothing. */
inline stealAll(S) {
  do
  MAY_LEAVE
  :: found = false;
     stealFrom(S, (S + 1) % TEAM);
#if THREADS > 2
     stealFrom(S, (S + 2) % TEAM);
#endif
     if
     :: found
     :: else -> break
     fi
  od
}
