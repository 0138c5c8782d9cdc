// A loop may free, move, shrink or grow what its own load reads: in each
// execution, the load of an iteration is evaluated before the iteration.
// RUN: %clangxx-run -O2 -o %t && %t && env OMP_NUM_THREADS=64 %t
// RUN: env OMP_NUM_THREADS=1 %t && env OMP_NUM_THREADS=2 %t
// RUN: env USERSCHED_REPORT=%t.json USERSCHED_TRACE=%t.trace.json %t
// RUN: %clangxx-run -O1 -g -fsanitize=address -o %t.asan && %t.asan
// RUN: %clangxx-run -O1 -g -fsanitize=thread -o %t.tsan
// RUN: env %see-libomp %t.tsan && env OMP_NUM_THREADS=16 %see-libomp %t.tsan
#include "Inputs/consumed.h"

static Rows taken(n);
static void (*const ways[])(Rows &, int) = {
    [](Rows &rows, int i) { rows[i].reset(); },
    [](Rows &rows, int i) { taken[i] = std::move(rows[i]); },
    [](Rows &rows, int i) { rows[i]->clear(), rows[i]->shrink_to_fit(); },
    [](Rows &rows, int i) { rows[i]->resize(rows[i]->size() * 3 + 1); }};

#define LOOP(NAME, CLAUSES, ...)                                               \
  static void NAME(Rows &rows, void (*change)(Rows &, int)) {                  \
    _Pragma("omp parallel")                                                    \
    USERSCHED(ompx usersched(load: rows[i]->size() __VA_ARGS__))               \
    USERSCHED(omp for CLAUSES)                                                 \
    for (int i = 0; i < n; ++i)                                                \
      change(rows, i);                                                         \
  }
LOOP(usual, )
LOOP(unstolen, , , steal: off)
LOOP(forgotten, , , profile: off)
LOOP(chunked, nowait, , chunk: 70)
LOOP(divided, , , subspaces: 7, subspace: 3)
static int last;
LOOP(endsLast, lastprivate(last))

int main() {
  for (int time = 0; time < 12; ++time)
    for (auto *loop : {usual, unstolen, forgotten, chunked, divided, endsLast})
      for (auto *way : ways) {
        Rows rows = makeRows();
        loop(rows, way);
      }
}
