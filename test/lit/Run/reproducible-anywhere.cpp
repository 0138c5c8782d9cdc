// Reproducible reductions in orphaned loops (of a region that is known, of one
// that is not, with nowait), in nested regions, in a lambda, in a template, and
// in loops that are cancelled, once or again and again in one region.
// RUN: %clangxx-run -O2 -o %t
// RUN: env OMP_CANCELLATION=true OMP_MAX_ACTIVE_LEVELS=2 %t
// RUN: %clangxx-run -g -fsanitize=thread -o %t
// RUN: env OMP_CANCELLATION=true %see-libomp %t short
#include <cstring>
#include <omp.h>

static double term(int i) { return (i % 3 ? 1.0 / (i + 1) : 1e6 * i) - i; }

static double known;
static void orphaned(int n) {
#pragma ompx usersched(load: i, reproducible: on)
#pragma omp for reduction(+ : known)
  for (int i = 0; i < n; ++i)
    known += term(i);
}
static double unknown;
void unknownRegion(int n) {
#pragma ompx usersched(load: i, reproducible: on)
#pragma omp for reduction(+ : unknown) nowait
  for (int i = 0; i < n; ++i)
    unknown += term(i);
}
static void (*volatile pointer)(int) = unknownRegion;

template <typename T> static T inTemplate(int n) {
  T sum = 0;
  auto run = [&] {
#pragma ompx usersched(load: i, reproducible: on)
#pragma omp parallel for reduction(- : sum)
    for (int i = 0; i < n; ++i)
      sum -= term(i);
  };
  run();
  return sum;
}

static double nested(int n) {
  double sum = 0;
#pragma omp parallel num_threads(2)
  {
    double inner = inTemplate<double>(n);
#pragma omp critical
    sum = inner;
  }
  return sum;
}

static bool cancelled(int n, int where) {
  double sum = 0;
  int count = 0;
#pragma ompx usersched(load: i, reproducible: on)
#pragma omp parallel for reduction(+ : sum, count)
  for (int i = 0; i < n; ++i) {
    if (i == where) {
#pragma omp cancel for
    }
    sum += term(i);
    ++count;
  }
  // Cancelled, the loop leaves the variables as they were.
  return count == (omp_get_cancellation() && where < n ? 0 : n);
}

// Threads that are cancelled go to the barrier behind the loop, the others come
// there from the reduction.
static bool cancelledAgain(int n) {
  int count = 0, whole = 0;
#pragma omp parallel
  for (int times = 0; times < 3; ++times) {
#pragma ompx usersched(load: i, reproducible: on)
#pragma omp for reduction(+ : count)
    for (int i = 0; i < n; ++i) {
      if (i == n / 2) {
#pragma omp cancel for
      }
      ++count;
    }
#pragma ompx usersched(load: 1, reproducible: on)
#pragma omp for reduction(+ : whole)
    for (int i = 0; i < n; ++i)
      ++whole;
  }
  return count == (omp_get_cancellation() ? 0 : 3 * n) && whole == 3 * n;
}

int main(int argc, char **) {
  const int n = argc > 1 ? 700 : 5000, most = argc > 1 ? 4 : 16;
  double expected[4];
  for (int threads = 1; threads <= most; threads += 1 + threads / 3)
    for (int times = 0; times < 5; ++times) {
      omp_set_num_threads(threads);
      known = unknown = 0;
#pragma omp parallel
      {
        orphaned(n);
        pointer(n);
        orphaned(n);
        pointer(n);
      }
      double results[] = {known, unknown, inTemplate<float>(n), nested(n)};
      if (threads == 1 && times == 0)
        std::memcpy(expected, results, sizeof results);
      if (std::memcmp(expected, results, sizeof results))
        return 1;
      if (!cancelled(n, n / 2) || !cancelled(n, n) || !cancelledAgain(n))
        return 2;
    }
}
