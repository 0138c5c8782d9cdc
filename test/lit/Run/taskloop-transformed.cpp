// Tasks of transformed loops: their parts are tiles.
// RUN: %clangxx-run -O1 -o %t && env OMP_NUM_THREADS=1 %t && env OMP_NUM_THREADS=3 %t
#include <atomic>

static std::atomic<int> outside{0}, ran{0};
static int load(int i) {
  if (i < 0 || i >= 1000)
    outside = 1;
  return i % 5;
}

int main() {
#pragma omp parallel
#pragma omp single
  {
#pragma ompx usersched(load: load(i))
#pragma omp taskloop
#pragma omp tile sizes(7)
    for (int i = 0; i < 1000; ++i)
      ++ran;
    int i = 5;
#pragma ompx usersched(load: load(10 * i + j))
#pragma omp taskloop collapse(2) grainsize(3)
#pragma omp tile sizes(7, 3)
    for (i = 0; i < 100; ++i)
      for (int j = 0; j < 10; ++j)
        ++ran;
#pragma ompx usersched(load: load(i))
#pragma omp taskloop
#pragma omp unroll partial(4)
    for (int i = 0; i < 1000; ++i)
      ++ran;
  }
  return ran != 3000 || outside;
}
