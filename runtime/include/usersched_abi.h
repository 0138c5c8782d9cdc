//===- usersched_abi.h - what compiled loops and the runtime agree on -----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler plugin emits objects and calls of exactly these shapes, and
// libusersched answers them. It is not for users (they include usersched.h).
// Any change of a layout or of the meaning of a field raises
// USERSCHED_ABI_VERSION: the runtime refuses a loop of another version, in
// words, at the loop's first execution.
//
// "Logical iteration" is Clang's normalised iteration number: 0 to N-1 for a
// loop nest of N iterations, whatever the types, steps and directions that the
// user wrote.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_ABI_H
#define USERSCHED_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define USERSCHED_ABI_VERSION 8u

/* Bits of usersched_loop::flags. */
enum {
  /* The inspect function adds up doubles; otherwise unsigned 64-bit integers.
   */
  USERSCHED_LOAD_IS_FLOAT = 1u << 0,
  /* `steal: off`. */
  USERSCHED_NO_STEAL = 1u << 1,
  /* `profile: off`: balanced groups are not kept. */
  USERSCHED_NO_PROFILE = 1u << 2,
  /* There is no subspace function: it would return the thread number. */
  USERSCHED_SUBSPACE_IS_THREAD = 1u << 3,
  /* The region looks at *last (lastprivate, linear): the thread that runs the
     last logical iteration must run nothing after it. */
  USERSCHED_LAST_IS_LAST = 1u << 4,
  /* `nowait`: a thread may hold up others that have not come to the loop, so no
     thread may wait for another in it. */
  USERSCHED_NOWAIT = 1u << 5,
  /* The compiler has made the prefix function from a load that is a difference
     of neighbours. Its values begin anywhere: only differences count. */
  USERSCHED_TELESCOPES = 1u << 6,
  /* The loop is entered by __usersched_reduction_init, the taskloop by
     __usersched_taskloop_divide_blocks. */
  USERSCHED_HAS_BLOCKS = 1u << 7,
  /* `reproducible: on`. Counts only with USERSCHED_HAS_BLOCKS. */
  USERSCHED_REPRODUCIBLE = 1u << 8,
  /* With USERSCHED_HAS_BLOCKS: the teams of a league divide the loop. Between
     the stages of the plugin only; the runtime does not read it. */
  USERSCHED_IN_LEAGUE = 1u << 9
};

/* A quantity of load: which member counts says USERSCHED_LOAD_IS_FLOAT. */
typedef union usersched_load {
  uint64_t integer;
  double real;
} usersched_load;

/* The largest threshold of either kind: no sum below it can wrap, since one
   iteration's load is at most 2^63-1. To ask with it for the load of a whole
   range is the quickest way to inspect. */
#define USERSCHED_MAX_INTEGER_THRESHOLD (UINT64_C(1) << 62)
#define USERSCHED_MAX_REAL_THRESHOLD 1e280

/* The user_data of an inspect function. */
typedef struct usersched_inspection {
  /* In: stop after the iteration with which the load of the chunk reaches
     this. */
  usersched_load threshold;
  /* Out: the load of the chunk. */
  usersched_load load;
  /* In: what the load expression reads (usersched_frame::captures). */
  void *captures;
} usersched_inspection;

/* Cuts the next chunk off the logical iterations [left_start, left_end), which
   must not be empty: writes left_start to *assigned_start and to *assigned_end
   the end of the shortest non-empty range whose load reaches the threshold, or
   left_end. Negative and NaN loads count as 0. user_data points to a
   usersched_inspection. Runs user code: only on a thread that is inside the
   loop, with that thread's own captures, and never during one of its
   iterations. In one execution of the loop, the runtime asks for the load of
   an iteration only while the iteration has not begun, and the answer happens
   before the iteration, whichever threads they are on. (ICPP 2019, Listing 1,
   widened to 64 bits.) */
typedef void (*usersched_inspect_function)(uint64_t left_start,
                                           uint64_t left_end,
                                           uint64_t *assigned_start,
                                           uint64_t *assigned_end,
                                           void *user_data);

/* Which of num_subspaces subspaces the calling thread starts with. user_data
   is usersched_frame::captures. A result outside [0, num_subspaces) is taken
   modulo num_subspaces. (ICPP 2019, Listing 1.) */
typedef int32_t (*usersched_subspace_function)(int32_t num_subspaces,
                                               void *user_data);

/* The load of all logical iterations before `iteration`, 0 <= iteration <= N.
   user_data is usersched_frame::captures. In one execution of the loop, the
   runtime calls it only while neither iteration - 1 nor iteration has begun,
   and the call happens before both. */
typedef uint64_t (*usersched_prefix_function)(uint64_t iteration,
                                              void *user_data);

/* One per annotated loop, static, emitted by the plugin. Everything but
   `plans` and `number` is constant. */
typedef struct usersched_loop {
  uint32_t abi_version; /* USERSCHED_ABI_VERSION of the plugin */
  uint32_t flags;
  const char *file;     /* of the pragma, as the compiler was given it */
  const char *function; /* qualified name of the enclosing function */
  const char *load;     /* the load (or prefix) expression as written */
  uint32_t line;        /* of the loop directive, from 1 */
  uint32_t column;
  usersched_inspect_function inspect;   /* may be null: see each */
  usersched_subspace_function subspace; /* null: see flags */
  usersched_prefix_function prefix;     /* goes before inspect if not null */
  usersched_load each; /* if both are null: the load of every iteration,
                          positive and finite */
  void *plans;     /* starts as null; then the runtime's, accessed atomically */
  uint32_t number; /* starts as 0; then the runtime's, which numbers the loops
                      that are executed, from 1; accessed atomically */
  uint32_t reserved; /* 0 */
  const char *name;  /* as the pragma says; null if it says none. Executions of
                        a loop with a name are measured */
} usersched_loop;

/* One per thread and activation of a function with annotated loops: an
   alloca, shared by all annotated loops of that function (worksharing regions
   do not nest within one function). The compiled code writes `thread` and
   zeroes runtime[0] on entry to the function, and writes the other fields
   before each loop_init; the rest is the runtime's. */
typedef struct usersched_frame {
  void *captures;     /* what the outlined functions read */
  uint64_t data;      /* identity of the data that the load depends on */
  uint64_t chunk;     /* load per chunk; 0: the runtime chooses. Of the
                         load's kind: a double's bits for a real load */
  uint64_t subspaces; /* number of subspaces; 0: the team size */
  uint64_t thread;    /* in a parallel region that has a usersched_team: the
                         thread's number in it, which libomp passes to the
                         region's function (its second argument) */
  uint64_t runtime[40];
} usersched_frame;

/* That of any function's frame. More would have to be made at run time. */
#define USERSCHED_FRAME_ALIGNMENT 16

/* State that the threads of one parallel region share; the runtime's. */
typedef struct usersched_team usersched_team;

/* Does nothing, and is not called: compiled code has its address, so that a
   linker which does not find the library names what is missing. */
void __usersched_link_with_lusersched(void);

/* Around each fork of a parallel region that contains annotated loops
   lexically, or that calls functions with orphaned ones: the forking thread
   calls begin before __kmpc_fork_call (or the serialized call), hands the
   result to every thread of the region as a hidden shared argument, and calls
   end after the join. */
usersched_team *__usersched_team_begin(void);
void __usersched_team_end(usersched_team *team);

/* What the runtime knows of one thread in a region that calls functions with
   orphaned loops: an alloca of the region's function. */
typedef struct usersched_scope {
  uint64_t runtime[3];
} usersched_scope;

/* Each thread of such a region calls enter first and leave last, with the same
   scope, so that orphaned loops find the team. `thread` is its number in the
   region, as in usersched_frame. Either all threads of a region
   do or none does. Regions nest: leave undoes the last enter of the thread that
   has not been undone. */
void __usersched_region_enter(usersched_scope *scope, usersched_team *team,
                              int32_t thread);
void __usersched_region_leave(usersched_scope *scope);

/* The team of the innermost parallel region that the calling thread is in, if
   the thread has entered that; else (no region, or one that was compiled
   without the plugin) null. So all threads of a region get the same. Writes
   frame->thread if it is not null. A function with orphaned loops calls this on
   entry; the answer holds for all of them. (Not a coroutine, which another
   region may resume: its loops pass null as the team.) */
usersched_team *__usersched_current_team(usersched_frame *frame);

/* Instead of __kmpc_dispatch_init_*: every thread of the team calls it once
   per execution of the loop. `location` is the ident_t of the construct,
   `thread` the global thread number that Clang passes to libomp. `team` is the
   region's, or null for an orphaned loop whose region is not known: its
   threads then meet at a barrier, and with USERSCHED_NOWAIT they get even
   shares. The logical iterations are lower to upper, both included; upper <
   lower is an empty loop. In a league, lower is the first one of the team;
   inspect and prefix functions number the iterations of the team from 0. */
void __usersched_loop_init_4(void *location, int32_t thread,
                             usersched_frame *frame, usersched_loop *loop,
                             usersched_team *team, int32_t lower,
                             int32_t upper);
void __usersched_loop_init_4u(void *location, int32_t thread,
                              usersched_frame *frame, usersched_loop *loop,
                              usersched_team *team, uint32_t lower,
                              uint32_t upper);
void __usersched_loop_init_8(void *location, int32_t thread,
                             usersched_frame *frame, usersched_loop *loop,
                             usersched_team *team, int64_t lower,
                             int64_t upper);
void __usersched_loop_init_8u(void *location, int32_t thread,
                              usersched_frame *frame, usersched_loop *loop,
                              usersched_team *team, uint64_t lower,
                              uint64_t upper);

/* So many logical iterations from first on; of first, the bits that the type of
   the init has count. */
typedef struct usersched_range {
  uint64_t first;
  uint64_t count;
} usersched_range;

/* Instead of __kmpc_dispatch_next_*: gives the calling thread its next range,
   which is empty when the thread has no more to do in this loop. In registers,
   so that compiled code need not look into memory for what its loop is about.
   *last becomes 1 in the thread that runs the last iteration, else stays as it
   is; it is written only during the call. */
usersched_range __usersched_loop_next(usersched_frame *frame, int32_t *last);

/* Instead of __kmpc_dispatch_deinit: the calling thread leaves the loop.
   Clang skips that when the thread leaves by `cancel`, so the plugin adds a
   call before each return of a function that can be reached so. Without a loop
   to leave (deinit was called already, or never init) it does nothing. */
void __usersched_loop_deinit(usersched_frame *frame);

/* Taskloops: their iterations are divided into parts of about equal load, and
   libomp makes a task of each part. What the tasks share; the runtime's. */
typedef struct usersched_division usersched_division;

typedef struct usersched_parts {
  usersched_division *division; /* null if there are no iterations */
  uint64_t count;
} usersched_parts;

/* The thread that meets the taskloop calls this once, before it makes tasks of
   the loop. `captures` and `chunk` are as in usersched_frame; of the loop's
   flags only USERSCHED_LOAD_IS_FLOAT counts here. All loads are evaluated before
   the call returns. The logical iterations are 0 to trip_count - 1. */
usersched_parts __usersched_taskloop_divide(usersched_loop *loop,
                                            void *captures, uint64_t chunk,
                                            uint64_t trip_count);

/* The iterations of the parts first to last, both included. A task calls this
   when it begins. */
usersched_range __usersched_task_range(usersched_division *division,
                                       uint64_t first, uint64_t last);

/* Every task that has the division is an owner of it: the first one from the
   call of divide on, a copy of a task once `copied` is called. A task calls
   `destroyed` last; the division ends with its last owner. `destroyed` takes
   null. */
void __usersched_task_copied(usersched_division *division);
void __usersched_task_destroyed(usersched_division *division);

/* A loop whose reductions can be reproducible dispatches reduction blocks
   instead of iterations. Block b begins at iteration

     min(trip_count, ((b * step) >> shift) & mask)

   and the loop's inspect and prefix functions take numbers of blocks. One of
   these per loop, an alloca. */
typedef struct usersched_reduction {
  /* Null on entry to the function. The other fields in this part are written
     by the compiled code, before reduction_init. Then the runtime writes
     values: memory of the team, with the values of block b at values + b *
     bytes. Null if the reductions are not reproducible. */
  char *values;
  uint64_t trip_count; /* iterations of the loop */
  uint64_t bytes;      /* of the values of one block */
  /* The list that __kmpc_reduce gets has pointers to the thread's copies, and
     behind some of them the length of an array. sizes: of each entry, the size
     of the copy in bytes, or 0 for a length. lengths: of each entry, the
     length, or null for a copy. The values of a block are the copies in the
     order of the list, each beginning at a multiple of
     USERSCHED_VALUE_ALIGNMENT. */
  uint64_t entries;
  const uint64_t *sizes;
  void *const *lengths;
  /* Combines pairs of blocks, at least one: for each, the values at left +
     distance into those at left. The next left is 2 * distance behind. */
  void (*combine)(const struct usersched_reduction *reduction, char *left,
                  uint64_t distance, uint64_t pairs);
  /* reduction_init writes: 1, 0 and UINT64_MAX if the reductions are not
     reproducible. */
  uint64_t step, shift, mask;
  /* reduction_next writes these for the range that it returns. place: the
     values of the first block of the range; null if the reductions are not
     reproducible; without meaning for an empty range. position:
     b * step_in_range, b being the number of this block. Each block adds
     step_in_range to it: step, or all iterations of the range if the reductions
     are not reproducible. */
  char *place;
  uint64_t position, step_in_range;
  /* Of the runtime. */
  uint64_t count;      /* blocks */
  uint64_t first, end; /* the blocks that the thread has got last */
  void *team_values;   /* null once the thread has called reduce or cancel */
  uint64_t threads;
} usersched_reduction;

#define USERSCHED_VALUE_ALIGNMENT 16

/* Instead of __usersched_loop_init_* and __usersched_loop_next, for such a
   loop. reduction_init makes data and chunk of the frame those of blocks. A
   range begins where a block begins, and ends where one ends. When a
   block ends, the thread that ran it stores the values of its copies at place,
   and resets the copies to what they were before the loop; the values of the
   next block are `bytes` behind. */
void __usersched_reduction_init(void *location, int32_t thread,
                                usersched_frame *frame, usersched_loop *loop,
                                usersched_team *team,
                                usersched_reduction *reduction);
usersched_range __usersched_reduction_next(usersched_frame *frame,
                                           int32_t *last,
                                           usersched_reduction *reduction);

/* Instead of __kmpc_reduce and so on, whose arguments they take, after deinit.
   With reproducible reductions, __usersched_reduce and reduce_nowait return 1
   in one thread, whose copies then have the values of the whole loop, and 0 in
   the other threads. None of these functions waits then: behind
   __usersched_reduce, compiled code comes to a barrier. */
int32_t __usersched_reduce(void *location, int32_t thread, int32_t count,
                           uint64_t size, void *list,
                           void (*combine)(void *, void *), void *lock,
                           usersched_reduction *reduction);
int32_t __usersched_reduce_nowait(void *location, int32_t thread, int32_t count,
                                  uint64_t size, void *list,
                                  void (*combine)(void *, void *), void *lock,
                                  usersched_reduction *reduction);
void __usersched_end_reduce(void *location, int32_t thread, void *lock,
                            usersched_reduction *reduction);
void __usersched_end_reduce_nowait(void *location, int32_t thread, void *lock,
                                   usersched_reduction *reduction);

/* Before each return that a thread can reach by `cancel`: the thread stores no
   more values. Does nothing in a thread that has called reduce, or that has not
   been in the loop. */
void __usersched_reduction_cancel(usersched_reduction *reduction);

/* Which iterations the calling team has of a loop with USERSCHED_IN_LEAGUE. One
   thread of each team calls this behind __kmpc_for_static_init_*: returns 1 if
   the team has the whole loop, 0 if it has nothing of it, because another team
   has the whole loop, and -1 if the teams divide it as libomp says. */
int32_t __usersched_whole_loop(usersched_loop *loop);

/* A variable that a taskloop reduces, as Clang describes it to libomp
   (kmp_taskred_input_t). */
typedef struct usersched_task_variable {
  void *shared;   /* the variable */
  void *original; /* for init; null: shared */
  uint64_t bytes;
  void (*init)(void *copy, void *original); /* null: zeros */
  void (*end)(void *copy);                  /* not called: see values above */
  void (*combine)(void *left, void *right);
  uint32_t flags;
} usersched_task_variable;

/* Instead of __kmpc_taskred_init, before divide_blocks, for a taskloop with
   USERSCHED_HAS_BLOCKS: returns what the tasks get as their `reductions`. With
   reproducible reductions, libomp hears nothing of them. */
void *__usersched_taskred_init(int32_t thread, int32_t count,
                               usersched_task_variable *variables,
                               usersched_loop *loop);

/* Instead of __usersched_taskloop_divide, for such a loop: the parts are of
   reduction blocks. Of reduction, the compiled code has written trip_count, and
   as entries the number of variables; the runtime writes what says where blocks
   begin, and count. */
usersched_parts __usersched_taskloop_divide_blocks(
    usersched_loop *loop, void *captures, uint64_t chunk,
    usersched_reduction *reduction, const usersched_task_variable *variables);

/* A task of such a loop: an alloca of the function in which the task begins. */
typedef struct usersched_task {
  /* Written by the compiled code, before the first call of next: */
  usersched_division *division;
  uint64_t first, last; /* the parts, both included */
  void *reductions;     /* what taskred_init returned */
  uint64_t step;        /* 0; from then on the runtime's */
  /* Written by next: the iterations to run, both included; none if upper is
     less than lower. */
  uint64_t lower, upper;
  int32_t is_end; /* 1 if these are the task's last iterations, else 0 */
  int32_t reserved;
  uint64_t runtime[2];
} usersched_task;

/* Says which iterations the function of the loop runs next. Returns 0 if the
   task has no more to do. Instead of what taskred_init returned, the function
   of the loop gets the task. */
int32_t __usersched_task_next(int32_t thread, usersched_task *task);

/* Instead of __kmpc_task_reduction_get_th_data, in the function of the loop:
   returns the copy of the variable that has the address `shared`, for the
   iterations that next has named. */
void *__usersched_task_value(int32_t thread, usersched_task *task,
                             void *shared);

#ifdef __cplusplus
}

/* The plugin writes to these places, whatever processor it compiles for, and
   the runtime reads them, compiled for that processor. */
static_assert(sizeof(void *) == 8, "only processors with 64-bit addresses");
static_assert(__builtin_offsetof(usersched_loop, flags) == 4 &&
                  __builtin_offsetof(usersched_loop, file) == 8 &&
                  __builtin_offsetof(usersched_loop, function) == 16 &&
                  __builtin_offsetof(usersched_loop, load) == 24 &&
                  __builtin_offsetof(usersched_loop, line) == 32 &&
                  __builtin_offsetof(usersched_loop, column) == 36 &&
                  __builtin_offsetof(usersched_loop, inspect) == 40 &&
                  __builtin_offsetof(usersched_loop, subspace) == 48 &&
                  __builtin_offsetof(usersched_loop, prefix) == 56 &&
                  __builtin_offsetof(usersched_loop, each) == 64 &&
                  __builtin_offsetof(usersched_loop, plans) == 72 &&
                  __builtin_offsetof(usersched_loop, number) == 80 &&
                  __builtin_offsetof(usersched_loop, name) == 88 &&
                  sizeof(usersched_loop) == 96,
              "the layout of usersched_loop");
static_assert(__builtin_offsetof(usersched_inspection, threshold) == 0 &&
                  __builtin_offsetof(usersched_inspection, load) == 8 &&
                  __builtin_offsetof(usersched_inspection, captures) == 16,
              "the layout of usersched_inspection");
static_assert(__builtin_offsetof(usersched_frame, data) == 8 &&
                  __builtin_offsetof(usersched_frame, chunk) == 16 &&
                  __builtin_offsetof(usersched_frame, subspaces) == 24 &&
                  __builtin_offsetof(usersched_frame, thread) == 32 &&
                  __builtin_offsetof(usersched_frame, runtime) == 40 &&
                  sizeof(usersched_frame) == 360,
              "the layout of usersched_frame");
static_assert(
    sizeof(usersched_scope) == 24 && sizeof(usersched_range) == 16 &&
        sizeof(usersched_parts) == 16,
    "the layouts of usersched_scope, usersched_range, usersched_parts");
static_assert(__builtin_offsetof(usersched_reduction, values) == 0 &&
                  __builtin_offsetof(usersched_reduction, trip_count) == 8 &&
                  __builtin_offsetof(usersched_reduction, bytes) == 16 &&
                  __builtin_offsetof(usersched_reduction, entries) == 24 &&
                  __builtin_offsetof(usersched_reduction, sizes) == 32 &&
                  __builtin_offsetof(usersched_reduction, lengths) == 40 &&
                  __builtin_offsetof(usersched_reduction, combine) == 48 &&
                  __builtin_offsetof(usersched_reduction, step) == 56 &&
                  __builtin_offsetof(usersched_reduction, shift) == 64 &&
                  __builtin_offsetof(usersched_reduction, mask) == 72 &&
                  __builtin_offsetof(usersched_reduction, place) == 80 &&
                  __builtin_offsetof(usersched_reduction, position) == 88 &&
                  __builtin_offsetof(usersched_reduction, step_in_range) ==
                      96 &&
                  sizeof(usersched_reduction) == 144,
              "the layout of usersched_reduction");
static_assert(__builtin_offsetof(usersched_task, first) == 8 &&
                  __builtin_offsetof(usersched_task, last) == 16 &&
                  __builtin_offsetof(usersched_task, reductions) == 24 &&
                  __builtin_offsetof(usersched_task, step) == 32 &&
                  __builtin_offsetof(usersched_task, lower) == 40 &&
                  __builtin_offsetof(usersched_task, upper) == 48 &&
                  __builtin_offsetof(usersched_task, is_end) == 56 &&
                  sizeof(usersched_task) == 80,
              "the layout of usersched_task");
static_assert(__builtin_offsetof(usersched_task_variable, bytes) == 16 &&
                  sizeof(usersched_task_variable) == 56,
              "the layout of usersched_task_variable");
#endif
#endif
