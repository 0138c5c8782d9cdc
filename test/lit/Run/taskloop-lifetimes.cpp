// What tasks share lives as long as the last of them, and no longer: with nogroup, with
// cancellation, with objects to copy, without iterations.
// RUN: %clangxx-run -Wno-sign-compare -O1 -g -fsanitize=address -o %t
// RUN: env OMP_CANCELLATION=true OMP_NUM_THREADS=1 %t
// RUN: env OMP_CANCELLATION=true OMP_NUM_THREADS=3 %t
// RUN: env OMP_CANCELLATION=true OMP_NUM_THREADS=8 %t
#include <atomic>

static std::atomic<int> objects{0};
struct Object {
  int value = 5;
  Object() { ++objects; }
  Object(const Object &other) : value(other.value) { ++objects; }
  ~Object() { --objects; }
};

static void start(std::atomic<int> &ran, int n) {
  Object object;
#pragma ompx usersched(load: i % 9)
#pragma omp taskloop nogroup firstprivate(object) shared(ran)
  for (int i = 0; i < n; ++i)
    ran += object.value;
// At most ten tasks for each thread: with more, libomp divides the making of
// tasks among tasks, and under nogroup hangs now and then, also without the
// plugin.
#pragma ompx usersched(load: i % 9, chunk: 200)
#pragma omp taskloop nogroup shared(ran)
  for (int i = 0; i < n; ++i)
    ++ran;
}

int main() {
  for (int round = 0; round < 100; ++round) {
    std::atomic<int> ran{0};
#pragma omp parallel
#pragma omp single
    {
      start(ran, 1000);
      start(ran, 0);
      start(ran, 1);
#pragma omp taskgroup
      start(ran, 100);
    }
    if (ran != 6 * 1101 || objects != 0)
      return 1;
#pragma omp parallel
#pragma omp single
#pragma ompx usersched(load: i % 9)
#pragma omp taskloop shared(ran)
    for (int i = 0; i < 1000; ++i) {
      ++ran;
      if (i == 10 * round) {
#pragma omp cancel taskgroup
      }
    }
  }
}
