// A runtime that asks for loads as early and as late as it may: all of them when
// the loop begins, and before each iteration those of all that have not begun. A
// team has one thread, or a second one that comes when all iterations have run.
// Writes the loads of the begin to the file "loads", a line for each loop.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <usersched_abi.h>

static usersched_loop *loop;
static void *captures;
static uint64_t count, next;
static FILE *file;

static int64_t ask(uint64_t i) {
  usersched_inspection asked;
  uint64_t from, to;
  memset(&asked, 0, sizeof asked);
  asked.captures = captures;
  asked.threshold.integer = USERSCHED_MAX_INTEGER_THRESHOLD;
  if (loop->inspect)
    loop->inspect(i, i + 1, &from, &to, &asked);
  else if (loop->prefix)
    asked.load.integer = loop->prefix(i + 1, captures) - loop->prefix(i, captures);
  else
    asked.load = loop->each;
  return asked.load.integer;
}

static void begin(usersched_frame *frame, usersched_loop *entered, uint64_t n) {
  if (loop == entered)
    return; // a second thread
  loop = entered, captures = frame->captures, count = n, next = 0;
  if (!file && !(file = fopen("loads", "w")))
    abort();
  fprintf(file, "%s", loop->function);
  for (uint64_t i = 0; i < count; ++i)
    fprintf(file, " %lld", (long long)ask(i));
  fprintf(file, loop->inspect || loop->prefix ? "\n" : " constant\n");
  fflush(file);
}

#define INIT(suffix, type)                                                     \
  void __usersched_loop_init_##suffix(void *where, int32_t thread,             \
                                      usersched_frame *frame,                  \
                                      usersched_loop *entered,                 \
                                      usersched_team *team, type lower,        \
                                      type upper) {                            \
    (void)where, (void)thread, (void)team;                                     \
    begin(frame, entered, (uint64_t)(upper - lower) + 1);                      \
  }
INIT(4, int32_t)
INIT(4u, uint32_t)
INIT(8, int64_t)
INIT(8u, uint64_t)

usersched_range __usersched_loop_next(usersched_frame *frame, int32_t *last) {
  usersched_range range = {next, next < count};
  (void)frame;
  for (uint64_t i = next; i < count; ++i)
    ask(i);
  if (next < count)
    *last = ++next == count;
  return range;
}
void __usersched_link_with_lusersched(void) {}
usersched_team *__usersched_team_begin(void) { return NULL; }
void __usersched_team_end(usersched_team *team) { (void)team; }
usersched_team *__usersched_current_team(usersched_frame *frame) {
  (void)frame;
  return NULL;
}
void __usersched_loop_deinit(usersched_frame *frame) { (void)frame; }
