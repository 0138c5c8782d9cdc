// The load of a taskloop that never ends is an error at the directive.
// RUN: not %clang -S -o /dev/null %s 2>&1 | FileCheck %s
void stop(void) __attribute__((noreturn));
int choose(void);
void never(void) {
// CHECK: endless.c:[[@LINE+2]]:1: error: the evaluation of this loop's '#pragma ompx usersched' never ends; remove what does not return
#pragma ompx usersched(load: (stop(), 1))
#pragma omp taskloop
  for (int i = 0; i < 100; ++i)
    ;
// CHECK: endless.c:[[@LINE+2]]:1: error: the evaluation of this loop's '#pragma ompx usersched' never ends
#pragma ompx usersched(load: i, chunk: ({ for (;;); 1; }))
#pragma omp taskloop
  for (int i = 0; i < 100; ++i)
    ;
}
