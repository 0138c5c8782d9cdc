// A loop may rewrite the values of `prefix` that bound its own iteration: in
// each execution they are read before the iteration.
// RUN: %clangxx-run -O2 -o %t && %t && env OMP_NUM_THREADS=64 %t
// RUN: env OMP_NUM_THREADS=2 %t
// RUN: env USERSCHED_REPORT=%t.json USERSCHED_TRACE=%t.trace.json %t
// RUN: %clangxx-run -O1 -g -fsanitize=thread -o %t.tsan
// RUN: env %see-libomp %t.tsan && env OMP_NUM_THREADS=16 %see-libomp %t.tsan
#include "Inputs/consumed.h"

static long begin[n + 1], end[n];
#define LOOP(NAME, CLAUSES, ...)                                               \
  static void NAME() {                                                         \
    _Pragma("omp parallel")                                                    \
    USERSCHED(ompx usersched(prefix: begin[i] __VA_ARGS__))                    \
    USERSCHED(omp for CLAUSES)                                                 \
    for (int i = 0; i < n; ++i) {                                              \
      end[i] = i % 50 ? -1 : 0;                                                \
      begin[i] = -1;                                                           \
    }                                                                          \
  }
LOOP(usual, )
LOOP(unstolen, , , steal: off)
LOOP(forgotten, nowait, , profile: off)
LOOP(divided, , , subspaces: 40, chunk: 1000)

int main() {
  for (int time = 0; time < 40; ++time)
    for (auto *loop : {usual, unstolen, forgotten, divided}) {
      for (int i = 0; i < n; ++i)
        begin[i + 1] = begin[i] + 1 + 2000 / (i + 1);
      loop();
      begin[0] = 0;
    }
}
