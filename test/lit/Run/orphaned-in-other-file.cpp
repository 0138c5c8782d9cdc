// A loop whose parallel region stands in another file, compiled with the plugin
// or without it, and alone, around or inside of a region of the loop's file.
// RUN: %clangxx -O2 -c %S/Inputs/orphaned.cpp -o %t.o
// RUN: %clangxx -O2 %s %t.o %link -o %t && %t
// RUN: env OMP_MAX_ACTIVE_LEVELS=2 %t
// RUN: %clangxx-plain -O2 %t.o %link -o %t && %t
// RUN: env OMP_MAX_ACTIVE_LEVELS=2 %t
#include <atomic>
std::atomic<int> visited{0}, expected{0};
void orphaned(int n);
void region(int n, void (*more)());

static void alone() {
#pragma omp parallel num_threads(2)
  {
    orphaned(100);
#pragma omp single
    expected += 200;
  }
}
static void inside() {
  alone();
  orphaned(100);
#pragma omp single
  expected += 600; // with region's own
}

int main() {
  for (int threads = 1; threads < 9; ++threads) {
    visited = expected = 0;
#pragma omp parallel num_threads(threads)
    for (int i = 0; i < 20; ++i)
      orphaned(100);
    if (visited != 4000)
      return threads;
  }
  visited = 0;
  for (int i = 0; i < 20; ++i) {
    region(100, inside);
#pragma omp parallel num_threads(2)
    {
      region(100, inside);
      orphaned(100);
#pragma omp single
      expected += 200;
    }
  }
  return visited != expected;
}
