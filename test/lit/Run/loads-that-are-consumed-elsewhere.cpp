// The same where loops stand in functions that regions call, in nested regions
// and one behind the other without a barrier, and where the data are the same
// in each execution but for what the loop itself changes.
// RUN: %clangxx-run -O2 -o %t && env OMP_MAX_ACTIVE_LEVELS=2 %t
// RUN: env OMP_MAX_ACTIVE_LEVELS=2 OMP_NUM_THREADS=12 %t
// RUN: env USERSCHED_REPORT=%t.json USERSCHED_TRACE=%t.trace.json %t
// RUN: %clangxx-run -O1 -g -fsanitize=address -o %t.asan && %t.asan
// RUN: %clangxx-run -O1 -g -fsanitize=thread -o %t.tsan
// RUN: env %see-libomp %t.tsan
#include "Inputs/consumed.h"

static Rows rows;
static void orphaned() {
#pragma ompx usersched(load: rows[i]->size())
#pragma omp for
  for (int i = 0; i < n; ++i)
    rows[i].reset();
}
static void own() {
  Rows mine = makeRows();
#pragma ompx usersched(load: mine[i]->size())
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    mine[i].reset();
}
static void inTurn() {
  Rows first = makeRows(), second = makeRows(), third = makeRows();
#pragma omp parallel
  for (Rows *each : {&first, &second, &third}) {
#pragma ompx usersched(load: (*each)[i]->size())
#pragma omp for nowait
    for (int i = 0; i < n; ++i)
      (*each)[i].reset();
  }
}

int main() {
  for (int time = 0; time < 20; ++time) {
    rows = makeRows();
#pragma omp parallel
    orphaned();
    rows = makeRows();
    orphaned();
#pragma omp parallel num_threads(2)
    own();
    inTurn();
  }
}
