// A loop whose parallel region stands in another file.
// RUN: %clangxx -O2 -c %S/Inputs/orphaned.cpp -o %t.o
// RUN: %clangxx -O2 %s %t.o %link -o %t && %t
#include <atomic>
std::atomic<int> visited{0};
void orphaned(int n);

int main() {
  for (int threads = 1; threads < 9; ++threads) {
    visited = 0;
#pragma omp parallel num_threads(threads)
    for (int i = 0; i < 20; ++i)
      orphaned(100);
    if (visited != 4000)
      return threads;
  }
}
