// Taskloops in members, templates and nested regions; counters that live elsewhere keep
// their values. (Clang compares signed bounds with unsigned ones, and warns of that.)
// RUN: %clangxx-run -Wno-sign-compare -O0 -o %t0 && env OMP_NUM_THREADS=3 %t0
// RUN: %clangxx-run -Wno-sign-compare -O2 -o %t2 && env OMP_NUM_THREADS=1 %t2 && env OMP_NUM_THREADS=8 %t2
#include <atomic>
#include <vector>

static std::atomic<long> ran{0};
static int counter;

struct Graph {
  std::vector<int> row;
  int degree(int i) const { return row[i + 1] - row[i]; }
  void visit() {
#pragma ompx usersched(load: degree(i))
#pragma omp taskloop
    for (int i = 0; i < 1000; ++i)
      ++ran;
#pragma ompx usersched(prefix: row[1000] - row[i + 1])
#pragma omp taskloop
    for (int i = 999; i >= 0; --i)
      ++ran;
  }
};

template <typename T> void typed(T n, const int *w) {
  T last = 100;
#pragma ompx usersched(load: w[i])
#pragma omp taskloop lastprivate(last)
  for (T i = 0; i < n; ++i) {
    ++ran;
    last = i;
  }
  if (last != (n > 0 ? n - 1 : 100))
    ran = -10000;
}

static void elsewhere(const int *w) {
  int i = 17;
  counter = 42;
#pragma omp parallel sections shared(i)
  {
#pragma omp section
    {
#pragma ompx usersched(load: w[i])
#pragma omp taskloop
      for (i = 0; i < 1000; ++i)
        ++ran;
    }
  }
#pragma ompx usersched(load: w[counter])
#pragma omp taskloop
  for (counter = 0; counter < 1000; ++counter)
    ++ran;
  if (i != 17 || counter != 42)
    ran = -20000;
}

int main() {
  Graph g{std::vector<int>(1001)};
  for (int i = 0; i < 1000; ++i)
    g.row[i + 1] = g.row[i] + i % 7;
#pragma omp parallel
#pragma omp single
  {
    g.visit();
    typed<int>(1000, g.row.data());
    typed<int>(-3, g.row.data());
    typed<unsigned>(0, g.row.data());
    typed<unsigned char>(200, g.row.data());
    typed<unsigned long>(1000, g.row.data());
#pragma omp task
    elsewhere(g.row.data());
  }
#pragma ompx usersched(load: g.degree(i))
#pragma omp parallel master taskloop num_threads(2)
  for (int i = 0; i < 1000; ++i)
    ++ran;
  return ran != 7200;
}
