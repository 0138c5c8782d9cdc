// Loops with data of their thread that may run under any schedule: no warning.
// RUN: %clangxx %verify %s
// expected-no-diagnostics
#include <algorithm>
#include <omp.h>
#include <vector>

const int N = 1 << 16, B = 64;
int count_of[64][B], key[N], sorted[N], total[B];
double x[N], y[N];

// A histogram of each thread; then sums over the threads.
void histogram() {
#pragma omp parallel
  {
    int me = omp_get_thread_num(), all = omp_get_num_threads();
#pragma ompx usersched(load: 1)
#pragma omp for schedule(static)
    for (int i = 0; i < N; ++i)
      count_of[me][key[i]]++;
#pragma ompx usersched(load: all)
#pragma omp for schedule(static)
    for (int b = 0; b < B; ++b)
      for (int t = 0; t < all; ++t)
        total[b] += count_of[t][b];
  }
}

// OpenMP promises nothing for other schedules, nor without the clause, nor for
// static and dynamic.
#define SCATTER(NAME, FIRST, SECOND)                                           \
  void NAME() {                                                                \
    _Pragma("omp parallel") {                                                  \
      int me = omp_get_thread_num(), next[B] = {};                             \
      _Pragma("ompx usersched(load: 1)") _Pragma(FIRST)                        \
      for (int i = 0; i < N; ++i) count_of[me][key[i]]++;                      \
      for (int t = 0; t < me; ++t)                                             \
        for (int b = 0; b < B; ++b)                                            \
          next[b] += count_of[t][b];                                           \
      _Pragma("ompx usersched(load: 1)") _Pragma(SECOND)                       \
      for (int i = 0; i < N; ++i) sorted[next[key[i]]++] = key[i];             \
    }                                                                          \
  }
SCATTER(withoutClause, "omp for", "omp for")
SCATTER(dynamicSchedule, "omp for schedule(dynamic)",
        "omp for schedule(dynamic)")
SCATTER(otherFirst, "omp for schedule(guided, 4)", "omp for schedule(static)")
SCATTER(otherSecond, "omp for schedule(static)",
        "omp for schedule(nonmonotonic: dynamic, 4)")

// What threads add to a sum is the same sum for all of them; so is an extreme.
void critical() {
  double sum = 0, most = 0;
#pragma omp parallel
  {
    double own = 0, extreme = 0;
#pragma ompx usersched(load: 1)
#pragma omp for schedule(static)
    for (int i = 0; i < N; ++i) {
      own += x[i];
      if (x[i] > extreme)
        extreme = x[i];
    }
#pragma omp critical
    {
      sum += own;
      most = std::max(most, extreme);
    }
#pragma omp barrier
    const double mean = sum / N;
    own = 0;
#pragma ompx usersched(load: 1)
#pragma omp for schedule(static)
    for (int i = 0; i < N; ++i) {
      y[i] = (x[i] - mean) / most;
      own += y[i] * y[i];
      extreme = std::max(extreme, y[i]);
    }
  }
}

// A mean that each thread computes from the sums of all.
void meanOfAll() {
  double part[64] = {};
#pragma omp parallel
  {
    const int me = omp_get_thread_num(), all = omp_get_num_threads();
#pragma ompx usersched(load: 1)
#pragma omp for schedule(static)
    for (int i = 0; i < N; ++i)
      part[me] += x[i];
    double mean = 0;
    for (int t = 0; t < all; ++t)
      mean += part[t] / N;
#pragma ompx usersched(load: 1)
#pragma omp for schedule(static)
    for (int i = 0; i < N; ++i)
      y[i] = x[i] - mean;
  }
}

// Scratch memory of an iteration: of the thread, by its number, private.
void scratch(double *work) {
  int j, last;
#pragma omp parallel private(j, last)
  {
    double own[B], *mine = work + B * omp_get_thread_num();
    std::vector<double> row;
#pragma ompx usersched(load: 1)
#pragma omp for schedule(static)
    for (int i = 0; i < N; ++i) {
      last = key[i];
      row.clear();
      for (j = 0; j < B; ++j)
        mine[j] = own[j] = x[last] * j;
      row.push_back(own[1]);
      y[i] = own[last] + mine[0] + row[0];
    }
#pragma ompx usersched(load: 1)
#pragma omp for schedule(static)
    for (int i = 0; i < N; ++i) {
      last = key[i];
      row.clear();
      for (j = 0; j < B; ++j)
        mine[j] = own[j] = x[last] * j;
      row.push_back(own[1]);
      x[i] = own[last] + mine[0] + row[0];
    }
  }
}

// A generator of random numbers, a pool of memory, a table of what has been
// met: both loops run through the same states.
void states(unsigned **at, unsigned *pool[]) {
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
    unsigned seed = me, used = 0;
    std::vector<int> met(N, -1);
#pragma ompx usersched(load: 1)
#pragma omp for schedule(static)
    for (int i = 0; i < N; ++i) {
      seed = seed * 1103515245u + 12345u;
      x[i] = seed;
      at[i] = &pool[me][used++];
      if (met[key[i]] != i) {
        met[key[i]] = i;
        y[i] += 1;
      }
    }
#pragma ompx usersched(load: 1)
#pragma omp for schedule(static)
    for (int i = 0; i < N; ++i) {
      seed = seed * 1103515245u + 12345u;
      y[i] = seed;
      at[N + i] = &pool[me][used++];
      if (met[key[i]] != i) {
        met[key[i]] = i;
        x[i] += 1;
      }
    }
  }
}

// The loop that fills the data comes last; another region; no annotated loop.
void others() {
#pragma omp parallel
  {
    int me = omp_get_thread_num(), own = 0;
#pragma ompx usersched(load: 1)
#pragma omp for schedule(static)
    for (int i = 0; i < N; ++i)
      sorted[i] = own;
#pragma ompx usersched(load: 1)
#pragma omp for schedule(static)
    for (int i = 0; i < N; ++i)
      own += key[i], count_of[me][key[i]]++;
  }
#pragma omp parallel
  {
    int me = omp_get_thread_num();
#pragma ompx usersched(load: 1)
#pragma omp for schedule(static)
    for (int i = 0; i < N; ++i)
      sorted[count_of[me][key[i]]++] = key[i];
  }
#pragma omp parallel
  {
    int own = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < N; ++i)
      own += key[i];
#pragma omp for schedule(static)
    for (int i = 0; i < N; ++i)
      sorted[i] = own;
  }
}

// Hidden as the plugin's other warnings.
#pragma clang diagnostic ignored "-Wopenmp-clauses"
SCATTER(hidden, "omp for schedule(static)", "omp for schedule(static)")
