// A chain of loops with nowait and order(reproducible: concurrent) may rely on
// iteration i of all of them having one thread, whatever their loads are.
// RUN: %clangxx-run -Wno-openmp-clauses -O2 -o %t
// RUN: env OMP_NUM_THREADS=4 %t
// RUN: env OMP_NUM_THREADS=7 %t

#include <cstdio>
#include <vector>

int main() {
  const int n = 20011;
  std::vector<int> load(n), a(n), b(n), c(n);
  long wrong = 0;
  for (int round = 0; round < 40; ++round) {
    for (int i = 0; i < n; ++i) {
      load[i] = i % 3000 == round ? 4000 : 1;
      a[i] = b[i] = c[i] = -1;
    }
#pragma omp parallel
    {
#pragma ompx usersched(load: load[i])
#pragma omp for order(reproducible : concurrent) nowait
      for (int i = 0; i < n; ++i) {
        volatile int spin = load[i];
        while (spin > 0)
          spin = spin - 1;
        a[i] = i + round;
      }
#pragma ompx usersched(load: n - i)
#pragma omp for order(concurrent) nowait
      for (int i = 0; i < n; ++i)
        b[i] = a[i] + 1;
#pragma omp for order(reproducible : concurrent) nowait
      for (int i = 0; i < n; ++i)
        c[i] = b[i] + 1;
    }
    for (int i = 0; i < n; ++i)
      wrong += c[i] != i + round + 2;
  }
  if (wrong)
    std::printf("%ld iterations are wrong\n", wrong);
  return wrong != 0;
}
