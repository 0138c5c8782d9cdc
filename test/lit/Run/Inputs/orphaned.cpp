#include <atomic>
extern std::atomic<int> visited;
void orphaned(int n) {
#pragma ompx usersched(load: i % 9)
#pragma omp for nowait
  for (int i = 0; i < n; ++i)
    ++visited;
#pragma ompx usersched(load: i % 9)
#pragma omp for
  for (int i = 0; i < n; ++i)
    ++visited;
}
void region(int n, void (*more)()) {
#pragma omp parallel
  {
    orphaned(n);
    more();
    orphaned(n);
  }
}
