// Reproducible taskloops inside one another, in a template, a lambda and a task
// that waits; cancelled ones, whose variables keep their values; and what a
// block does to private variables.
// RUN: %clangxx-run -O2 -Wno-sign-compare -o %t
// RUN: env OMP_CANCELLATION=true %t
// RUN: env USERSCHED_REPRODUCIBLE=off %t off
// RUN: %clangxx-run -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -Wno-sign-compare -o %t
// RUN: env OMP_CANCELLATION=true ASAN_OPTIONS=detect_leaks=0 %t
#include <cstring>
#include <omp.h>

static double term(int i) { return (i % 3 ? 1.0 / (i + 1) : 1e6 * i) - i; }

template <typename T> static T inTemplate(int n) {
  auto run = [](int m) {
    T sum = 0;
#pragma ompx usersched(load: 1, reproducible: on)
#pragma omp taskloop reduction(- : sum)
    for (int i = 0; i < m; ++i)
      sum -= term(i);
    return sum;
  };
  return run(n);
}

// A task of the outer loop may run tasks of an inner one, and waits in a block.
static double nested(int n) {
  double sum = 0, product = 1;
#pragma ompx usersched(load: i, reproducible: on)
#pragma omp taskloop reduction(+ : sum) reduction(* : product)
  for (int i = 0; i < n; ++i) {
    sum += term(i);
    if (i % 100 == 3)
      sum += inTemplate<float>(i);
    if (i % 50 == 7) {
      double part = 0;
#pragma omp task shared(part)
      part = term(i);
#pragma omp taskwait
      sum += part;
    }
    product *= 1 + 1.0 / (i + 9);
  }
  return sum + product;
}

// Tasks in the body add to the reduction of a taskgroup around the loop.
static bool around(int n) {
  int sum = 0, other = 0;
#pragma omp taskgroup task_reduction(+ : other)
  {
#pragma ompx usersched(load: i, reproducible: on)
#pragma omp taskloop reduction(+ : sum) shared(other)
    for (int i = 0; i < n; ++i) {
      ++sum;
      if (i % 100 == 0) {
#pragma omp task in_reduction(+ : other)
        ++other;
      }
    }
  }
  return sum == n && other == (n + 99) / 100;
}

// Clang takes sections of constant length for one element.
static bool sections(int n) {
  int before = 0, bins[400] = {}, after = 0;
#pragma ompx usersched(load: i, reproducible: on)
#pragma omp taskloop reduction(+ : before, bins[0:400], after)
  for (int i = 0; i < n; ++i)
    ++before, bins[i % 400] += 2, after += 3;
  for (int k = 0; k < 400; ++k)
    if (bins[k] != (n - k + 399) / 400 * 2)
      return false;
  return before == n && after == 3 * n;
}

static bool cancelled(int n, int where) {
  double sum = -0.0;
  int count = 0;
#pragma ompx usersched(load: i, reproducible: on)
#pragma omp taskloop reduction(+ : sum, count)
  for (int i = 0; i < n; ++i) {
    if (i == where) {
#pragma omp cancel taskgroup
    }
    sum += term(i);
    ++count;
#pragma omp cancellation point taskgroup
  }
  // Cancelled, the loop leaves the variables as they were.
  return count == (omp_get_cancellation() && where < n ? 0 : n);
}

struct Counted {
  int value = 5;
};
static bool privateVariables() {
  int last = -1, first = 3, total = 0;
  Counted counted;
#pragma ompx usersched(load: i, reproducible: on)
#pragma omp taskloop reduction(+ : total) firstprivate(first, counted) lastprivate(last)
  for (int i = 0; i < 2000; ++i) {
    last = i + first;
    total += first - counted.value;
  }
  return last == 2002 && total == -4000;
}

int main(int argc, char **) {
  const int n = 3000;
  double expected[3];
  for (int threads = 1; threads <= 16; threads += 1 + threads / 2)
    for (int times = 0; times < 2; ++times) {
      double results[3];
      bool right = true;
#pragma omp parallel num_threads(threads)
#pragma omp single
      {
        results[0] = inTemplate<float>(n);
        results[1] = nested(n);
        results[2] = inTemplate<double>(n);
        right = cancelled(n, n / 2) && cancelled(n, 0) && cancelled(n, n);
        right = right && privateVariables() && around(n) && sections(n);
      }
      if (threads == 1 && times == 0)
        std::memcpy(expected, results, sizeof results);
      if (argc == 1 && std::memcmp(expected, results, sizeof results))
        return 1;
      if (!right)
        return 2;
    }
}
