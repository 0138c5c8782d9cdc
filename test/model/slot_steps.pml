/* The steps of runtime/src/run/Slot.h, included by the models beside this file.

   A slot is one word {epoch, begin, end}. A claim is one compare-and-swap. The
   table in Slot.h says who may change which word; here are the steps:

   | Slot.h                       | here, in one step                         |
   |------------------------------|-------------------------------------------|
   | SlotWord::orInitial, peek,   | readSlot                                  |
   | word                         |                                           |
   | arrive, takeFront,           | the claim in drainOwn, with what the      |
   | tryTakeFront                 | owner runs (State::Claiming and Looting)  |
   | takeBack                     | the claim in stealFrom, with what the     |
   |                              | thief runs (Thief::steal): one of the     |
   |                              | chunks, or all                            |
   | publish                      | the rest, in stealFrom                    |

   Thief::steal may find nothing although there is something to steal, since it
   is not worth it; here thieves steal whatever they find.

   A model that includes this file defines

     THREADS             the number of threads
     FIRST(S), LAST(S)   the group of thread S
     RUN(chunk)          what happens when a thread runs a chunk
     epoch               a variable, shared or of the thread

   and may define

     TEAM        how many of the threads take part; default THREADS
     MAY_LEAVE   an option of a do loop that leaves the execution; offered
                 wherever the thread may have run chunks that it claimed

   Each thread declares SLOT_VARIABLES.

   Each switch plants a mistake that the search must find:
   NO_COMPARE      the owner claims without a look at what the word is now
   ANY_EPOCH       a word of another epoch counts as one of this epoch
   PUBLISHES_ALL   a thief publishes also what it runs itself */

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

/* Sets now to what slot S holds for a reader. */
inline readSlot(S) {
  old = word[S];
  if
#ifdef ANY_EPOCH
  :: true -> now = WORD(epoch, BEGIN(old), FINAL(old))
#else
  :: EPOCH(old) == epoch -> now = old
  :: else -> now = WORD(epoch, FIRST(S), LAST(S))
#endif
  fi
}

/* Runs chunks [b, f). Only counts: nobody reads the counts before the end of
   the execution, so this may be one step with what comes before it. */
inline runChunks(b, f) {
  i = b;
  do
  :: i < f -> RUN(i); i++
  :: else -> break
  od;
  i = 0
}

/* Claims pieces from the front of the own slot until the slot is empty. A piece
   may be any number of chunks, from 1 to all. */
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
#ifdef NO_COMPARE
          :: true ->
#else
          :: word[S] == old ->
#endif
             word[S] = WORD(epoch, BEGIN(now) + piece, FINAL(now));
             runChunks(BEGIN(now), BEGIN(now) + piece)
          :: else
          fi;
          old = 0; now = 0; piece = 0
        }
     fi
  od
}

/* Steals the back of slot V, cut anywhere. Runs one of the chunks, or all, and
   publishes the rest in slot S. Sets found if there was something to steal. */
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
             :: cut + 1 < last ->
                runChunks(cut, cut + 1);
#ifndef PUBLISHES_ALL
                cut++
#endif
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

/* Steals from the other slots until a scan of all of them finds nothing. */
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
