/* An owner and two thieves in executions that follow each other. Each execution
   has an epoch of its own; slot_steps.pml has the steps.

   Checked for all interleavings: each chunk runs exactly once. This is asserted
   at the end of an execution, when every thread has run what it claimed: a
   chunk that a thief holds between stealing and publishing is in no slot.

   SIZE     the number of chunks in the owner's group
   EPOCHS   the number of executions
   ABSENT   1: the owner never comes to the first execution

   A mistake that the search must find, beside those of slot_steps.pml:
   STEALS_FIRST   threads steal, and publish, before their own slot is empty */

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

/* Thread 0's group is [0, SIZE), the others' are empty. */
#define FIRST(S) 0
#define LAST(S) ((S) == 0 -> SIZE : 0)
#define RUN(chunk) runs[chunk]++

byte epoch = 1;
byte runs[SIZE];
byte left = THREADS; /* threads that are still in the execution */

#include "slot_steps.pml"

proctype Thread(byte self) {
  SLOT_VARIABLES;
#ifdef STEALS_FIRST
  stealAll(self);
  drainOwn(self);
#else
  drainOwn(self);
  stealAll(self);
#endif
  left--
}

init {
  byte e, i;
  /* What epoch 0 left: empty slots, whatever their bounds. */
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
       run Thread(1);
       run Thread(2);
       if
       :: ABSENT && e == 0 -> left--
       :: else -> run Thread(0)
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
