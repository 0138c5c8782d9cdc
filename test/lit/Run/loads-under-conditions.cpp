// What a load reads under a condition only may be one iteration's to free or to
// change, or nobody's: it is not read to tell loads from others.
// RUN: %clangxx-run -O1 -g -fsanitize=address -o %t.asan && %t.asan
// RUN: %clangxx-run -O1 -g -fsanitize=thread -o %t.tsan
// RUN: env %see-libomp %t.tsan
#include "Inputs/consumed.h"
#include <omp.h>
#include <unistd.h>

struct Head {
  int n = 9;
};
static std::vector<int> weight(n, 1);

// Thread 0 runs iteration 0 before others come to the loop.
static void freed(Head &head, int *last) {
#pragma omp parallel
  {
    if (omp_get_thread_num() != 0)
      usleep(1000);
#pragma ompx usersched(load: i == 0 ? head.n + *last : weight[i])
#pragma omp for
    for (int i = 0; i < n; ++i)
      if (i == 0)
        delete &head, last = nullptr;
  }
}
static void absent(bool has, const Head &head) {
#pragma ompx usersched(load: (has && head.n > 1) || weight[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    weight[i] = 2;
}

int main() {
  int last = 5;
  for (int time = 0; time < 5; ++time)
    freed(*new Head, &last);
  Head *gone = new Head;
  delete gone;
  absent(false, *gone);
}
