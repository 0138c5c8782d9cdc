// The reductions of a loop that the teams of a league divide have the same bits
// for any number of teams and of threads, and in the serial function. A loop that
// is cancelled leaves them as they were.
// RUN: %clangxx-run -O0 -o %t && %t > %t.O0
// RUN: %clangxx-run -O2 -g -o %t && env OMP_CANCELLATION=true %t > %t.O2
// RUN: diff %t.O0 %t.O2
// RUN: not env USERSCHED_REPRODUCIBLE=off %t
// RUN: %clangxx-run -O1 -DKEY=off -o %t
// RUN: not %t
// RUN: env USERSCHED_REPRODUCIBLE=on %t | diff - %t.O2
#include "usersched.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <omp.h>
#include <vector>
#ifndef KEY
#define KEY on
#endif

static std::vector<double> terms;

static double sum(long n, int teams) {
  double s = 0.5;
#pragma ompx usersched(load: i & 7, reproducible: KEY)
#pragma omp teams distribute parallel for reduction(+ : s) num_teams(teams)
  for (long i = 0; i < n; ++i)
    s += terms[i];
  return s;
}
static double loop(unsigned char n, int teams) {
  double s = 0;
#pragma ompx usersched(prefix: i, reproducible: KEY)
#pragma omp teams loop reduction(+ : s) num_teams(teams)
  for (unsigned char i = 0; i < n; ++i)
    s += terms[i];
  return s;
}
// Two loops in one region, parts of some iterations, a fork that is left out.
static float parts(unsigned long n, int teams) {
  float s = 0, product = 1;
  unsigned long last = 7;
#pragma omp teams reduction(+ : s) reduction(* : product) num_teams(teams) shared(last)
  {
#pragma ompx usersched(load: 1, reproducible: KEY)
#pragma omp distribute parallel for reduction(+ : s) dist_schedule(static, 7) if (n > 9)
    for (unsigned long i = 0; i < n; ++i)
      s += terms[i];
#pragma ompx usersched(load: i, chunk: 300, reproducible: KEY)
#pragma omp distribute parallel for reduction(* : product) lastprivate(last)
    for (unsigned long i = n; i > 0; --i) {
      product *= 1 + (int(i % 5) - 2) * 1e-3f;
      last = i;
    }
  }
  if (last != (n == 0 ? 7 : 1))
    std::exit(2);
  return s + product;
}
static double nest(int n, int teams) {
  double least = 1e300, row[3] = {};
  int last = -1, total = 0;
#pragma ompx usersched(load: i + j * 0.5, reproducible: KEY)
#pragma omp teams distribute parallel for collapse(2) reduction(min : least) reduction(+ : total, row) lastprivate(last) num_teams(teams) dist_schedule(static, 100)
  for (int i = n / 7; i > 0; --i)
    for (int j = 0; j < 7; ++j) {
      double term = terms[(i - 1) * 7 + j];
      least = term < least ? term : least;
      row[j % 3] += term;
      last = i * 7 + j;
      ++total;
    }
  if (total != n / 7 * 7 || last != (n < 7 ? -1 : 13))
    std::exit(2);
  return ((least * 3 + row[0]) * 3 + row[1]) * 3 + row[2];
}

static bool cancelled(int n, int where, int teams) {
  int count = 0;
#pragma ompx usersched(load: i, reproducible: KEY)
#pragma omp teams distribute parallel for reduction(+ : count) num_teams(teams)
  for (int i = 0; i < n; ++i) {
    if (i == where) {
#pragma omp cancel for
    }
    ++count;
  }
  return count == (omp_get_cancellation() && where < n ? 0 : n);
}

static double serialSum(long n) {
  double result;
  usersched_reduce(
      n, sizeof result,
      [](uint64_t first, uint64_t end, void *value, void *) {
        double s = 0;
        for (; first < end; ++first)
          s += terms[first];
        std::memcpy(value, &s, sizeof s);
      },
      [](void *left, const void *right, void *) {
        *static_cast<double *>(left) += *static_cast<const double *>(right);
      },
      &result, nullptr);
  return 0.5 + result;
}

int main() {
  unsigned random = 1;
  for (int i = 0; i < 20000; ++i) {
    random = random * 1664525 + 1013904223;
    terms.push_back((int(random >> 8) - (1 << 23)) * (random % 7 ? 1e-3 : 1e5));
  }
  for (int n : {0, 1, 5, 600, 20000}) {
    double expected[4] = {};
    for (int teams : {1, 2, 3, 5})
      for (int threads : {1, 2, 4}) {
        omp_set_num_threads(threads);
        double results[4] = {sum(n, teams), loop(n % 256, teams),
                             parts(n, teams), nest(n, teams)};
        if (!cancelled(n, 100, teams))
          return 4;
        if (teams == 1 && threads == 1)
          std::memcpy(expected, results, sizeof results);
        else if (std::memcmp(expected, results, sizeof results))
          return 1;
      }
    double serial = serialSum(n);
    if (std::memcmp(&expected[0], &serial, sizeof serial))
      return 3;
    std::printf("%a %a %a %a\n", expected[0], expected[1], expected[2], expected[3]);
  }
}
