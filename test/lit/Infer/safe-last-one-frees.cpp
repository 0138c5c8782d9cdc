// RUN: %clangxx-run -O2 -o %t
// RUN: env OMP_NUM_THREADS=3 %t | FileCheck %s
// RUN: %clangxx-run -O2 -DDELETES -o %t
// RUN: env OMP_NUM_THREADS=3 %t | FileCheck %s
// A thread that comes when all iterations have run reads nothing that the last
// one may have freed.
#include <cstdio>
#include <cstdlib>

#ifdef DELETES
#define MAKE(TYPE) new TYPE
#define END(POINTER) delete POINTER
#else
#define MAKE(TYPE) (TYPE *)malloc(sizeof(TYPE))
#define END(POINTER) free(POINTER)
#endif

struct Lengths {
  int of[3];
};
struct Part {
  Lengths *lengths;
};
struct Whole {
  Part *part;
};

static void run(int n, Whole *whole, long *sums, int *left) {
#pragma omp parallel num_threads(4)
#pragma ompx usersched
#pragma omp for nowait
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < whole->part->lengths->of[i]; ++j)
      sums[i] += j;
    if (__atomic_sub_fetch(left, 1, __ATOMIC_ACQ_REL) == 0) {
      END(whole->part->lengths);
      END(whole->part);
      whole->part = nullptr;
    }
  }
}

int main() {
  long all = 0;
  for (int round = 0; round < 300; ++round) {
    int left = round % 3 + 1;
    long sums[3] = {};
    Whole whole = {MAKE(Part)};
    whole.part->lengths = MAKE(Lengths);
    for (int i = 0; i < 3; ++i)
      whole.part->lengths->of[i] = i + 3;
    run(left, &whole, sums, &left);
    all += sums[0] + sums[1] + sums[2];
  }
  // CHECK: 3100
  printf("%ld\n", all);
}
