/* The protocol of runtime/src/Slot.h: an owner and two thieves share one word
   {epoch, begin, end}; chunks are claimed from the front by the owner and from
   the back by thieves, each by one compare-and-swap. A word of another epoch
   stands for the group of an owner that has not arrived. A thief hands itself
   one chunk of what it stole and publishes the rest in its own slot, as
   Activation::steal does.

   Checked for all interleavings: each chunk runs exactly once. SIZE is the
   number of chunks in the owner's group, ABSENT whether the owner never comes
   to the first of two epochs. A chunk that a thief holds between stealing and
   publishing is in no slot; so "exactly once" is asserted at the end, when all
   have run what they got. */

#ifndef SIZE
#define SIZE 4
#endif
#ifndef EPOCHS
#define EPOCHS 2
#endif
#ifndef ABSENT
#define ABSENT 0
#endif

#define THREADS 3
#define WORD(e, b, f) ((e) * 64 + (b) * 8 + (f))
#define EPOCH(w) ((w) / 64)
#define BEGIN(w) (((w) / 8) % 8)
#define FINAL(w) ((w) % 8)

byte epoch = 1;
short word[THREADS];   /* left over from epoch 0, with any contents */
byte runs[SIZE];
byte left = THREADS;   /* threads that are still in the execution */

/* What is in slot S for a reader: thread 0's group is [0, SIZE), the others'
   are empty. */
inline readSlot(S, old, now) {
  old = word[S];
  if
  :: EPOCH(old) == epoch -> now = old
  :: else -> now = WORD(epoch, 0, (S == 0 -> SIZE : 0))
  fi
}

inline runChunks(b, f) {
  d_step { /* only counts: no one else looks before the end */
    i = b;
    do
    :: i < f -> runs[i]++; i++
    :: else -> break
    od;
    i = 0
  }
}

/* Claims any number of chunks from the front of the own slot until it is
   empty. PieceOf may be anything from 1 to all. */
inline drainOwn(S) {
  do
  :: atomic { readSlot(S, old, now) };
     if
     :: BEGIN(now) >= FINAL(now) -> old = 0; now = 0; break
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
             claimed = true
          :: else -> claimed = false
          fi
        };
        if
        :: claimed -> runChunks(BEGIN(now), BEGIN(now) + piece)
        :: else
        fi;
        d_step { old = 0; now = 0; piece = 0; claimed = false }
     fi
  od
}

/* Takes the back of slot V, cut anywhere; runs one chunk or all, publishes the
   rest in slot S. Sets found. */
inline stealFrom(S, V) {
  do
  :: atomic { readSlot(V, old, now) };
     if
     :: BEGIN(now) >= FINAL(now) -> old = 0; now = 0; break
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
             claimed = true
          :: else -> claimed = false
          fi
        };
        if
        :: claimed ->
           last = FINAL(now);
           if
           :: cut + 1 < last ->
              word[S] = WORD(epoch, cut + 1, last); /* publish */
              runChunks(cut, cut + 1)
           :: true -> runChunks(cut, last)
           fi;
           d_step { found = true; old = 0; now = 0; cut = 0; last = 0;
                    claimed = false };
           drainOwn(S);
           break
        :: else
        fi
     fi
  od
}

/* Until a scan finds nothing. */
inline stealAll(S, V, W) {
  do
  :: found = false;
     stealFrom(S, V);
     stealFrom(S, W);
     if
     :: found
     :: else -> break
     fi
  od
}

proctype Owner() {
  short old, now;
  byte piece, i, cut, last;
  bool claimed, found;
  drainOwn(0);
  stealAll(0, 1, 2);
  left--
}

proctype Thief(byte self, other) {
  short old, now;
  byte piece, i, cut, last;
  bool claimed, found;
  drainOwn(self);
  stealAll(self, 0, other);
  left--
}

init {
  byte e, i;
  /* Leftovers of an earlier execution: drained at any place. */
  word[0] = WORD(0, SIZE, SIZE);
  if
  :: word[1] = WORD(0, 1, 1)
  :: word[1] = WORD(0, 0, 0)
  fi;
  do
  :: e < EPOCHS ->
     left = THREADS;
     i = 0;
     do
     :: i < SIZE -> runs[i] = 0; i++
     :: else -> break
     od;
     atomic {
       run Thief(1, 2);
       run Thief(2, 1);
       if
       :: ABSENT && e == 0 -> left--
       :: else -> run Owner()
       fi
     };
     left == 0;
     i = 0;
     do
     :: i < SIZE -> assert(runs[i] == 1); i++
     :: else -> break
     od;
     epoch++;
     e++
  :: else -> break
  od
}
