// Irregular loops that cannot be scheduled by load are left alone, with the
// reason.
// RUN: %usersched_suggest %s -- -fopenmp-version=52 | FileCheck %s
#include <omp.h>
#include <stdint.h>
#include <vector>

#define TRIANGLE                                                               \
  for (int i = 0; i < n; ++i)                                                  \
    for (int j = 0; j < i; ++j)                                                \
      y[i] += j;

void clauses(int n, double *y) {
  double sum = 0;
// CHECK: left alone: 'ordered' prescribes an order (irregular: its loop
// CHECK-NOT: #pragma
#pragma omp parallel for ordered
  TRIANGLE
// CHECK: left alone: an 'inscan' reduction prescribes who runs what
#pragma omp parallel for reduction(inscan, + : sum)
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j)
      sum += j;
#pragma omp scan inclusive(sum)
    y[i] = sum;
  }
// CHECK: left alone: 'monotonic' promises each thread rising iterations
#pragma omp parallel for schedule(monotonic : dynamic)
  TRIANGLE
// CHECK: left alone: it is compiled for a device
#pragma omp target teams distribute parallel for
  TRIANGLE
// CHECK: left alone: it stands in a 'target' region, which is compiled for a device
#pragma omp target
#pragma omp parallel for
  TRIANGLE
#pragma omp parallel
  {
// CHECK: left alone: 'order(concurrent)' promises that such loops are divided alike
#pragma omp for order(concurrent)
    TRIANGLE
// CHECK: left alone: 'order(concurrent)'
#pragma omp for order(reproducible : concurrent)
    TRIANGLE
// CHECK: irregular: its loop
#pragma omp for order(unconstrained : concurrent)
    TRIANGLE
  }
// CHECK: irregular
#pragma omp parallel loop
  TRIANGLE
}

static thread_local int of_thread;
void threads(int n, double *y, uint64_t *bits, std::vector<bool> &flags) {
// CHECK: left alone: it uses its thread's number or what belongs to its thread, and 'schedule(static)' says which thread that is
#pragma omp parallel for schedule(static, 4)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      y[omp_get_thread_num()] += j;
#pragma omp parallel
  {
    int number, count = 0;
    number = omp_get_thread_num();
    double *mine = y + 100 * number;
// CHECK: left alone: it uses its thread's number or what belongs to its thread
#pragma omp for schedule(static)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < i; ++j)
        mine[count++] = j;
// CHECK: irregular
#pragma omp for
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < i; ++j)
        mine[count++] = j;
  }
// CHECK: left alone: it uses its thread's number or what belongs to its thread
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      of_thread += j;
// CHECK: irregular
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      y[omp_get_thread_num()] += j;
// Chunks of whole words keep two threads from writing one word.
// CHECK: left alone: iterations write parts of one element, as bits of a word, which the chunk size of 'schedule' may keep together; '#pragma omp tile' below the pragma does, too
#pragma omp parallel for schedule(dynamic, 64)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      bits[i / 64] |= (uint64_t)1 << (i % 64);
// CHECK: left alone: iterations write parts of one element, as bits of a word
#pragma omp parallel for schedule(static, 64)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      flags[i] = y[j] > 0;
// CHECK: irregular
#pragma omp parallel for schedule(static, 64)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
#pragma omp atomic
      bits[i / 64] |= (uint64_t)1 << (i % 64);
}

void order(int n, const int *row, const int *column, int *places) {
#pragma omp parallel
  {
    std::vector<int> marker(n, -1), most(n);
// CHECK: left alone: iterations compare what earlier ones of their thread left in 'marker' with values of their own
#pragma omp for
    for (int i = 0; i < n; ++i)
      for (int j = row[i]; j < row[i + 1]; ++j)
        if (marker[column[j]] < row[i])
          marker[column[j]] = j;
// CHECK: irregular
#pragma omp for schedule(dynamic)
    for (int i = 0; i < n; ++i)
      for (int j = row[i]; j < row[i + 1]; ++j)
        if (marker[column[j]] < row[i])
          marker[column[j]] = j;
// CHECK: irregular
#pragma omp for
    for (int i = 0; i < n; ++i)
      for (int j = row[i]; j < row[i + 1]; ++j)
        if (marker[column[j]] != i)
          marker[column[j]] = i;
// CHECK: irregular
#pragma omp for
    for (int i = 0; i < n; ++i)
      for (int j = row[i]; j < row[i + 1]; ++j) {
        const int c = column[j];
        if (most[c] < j)
          most[c] = j;
      }
// CHECK: irregular
#pragma omp for
    for (int i = 0; i < n; ++i) {
      std::vector<int> own(n);
      for (int j = row[i]; j < row[i + 1]; ++j)
        if (own[column[j]] < i)
          own[column[j]] = j;
    }
  }
}

// A cursor that only moves one way relies on the iterations to rise, whatever
// it is compared by.
struct list {
  int key;
  list *next;
};
static int of_each_thread;
#pragma omp threadprivate(of_each_thread)
void cursors(int n, const int *row, const int *key, double *y,
             const std::vector<int> &keys, list *first) {
  int given = 0, shared = 0;
#pragma omp parallel firstprivate(given)
  {
    int at = 0, back = n;
    auto it = keys.begin();
    list *p = first;
// CHECK: left alone: iterations compare what earlier ones of their thread left in 'at' with values of their own
#pragma omp for
    for (int i = 0; i < n; ++i) {
      while (key[at] < i)
        ++at;
      y[i] = key[at];
    }
// CHECK: left alone: iterations compare what earlier ones of their thread left in 'at'
#pragma omp for
    for (int i = 0; i < n; ++i)
      for (; at < row[i]; at = at + 1)
        y[i] += key[at];
// CHECK: left alone: iterations compare what earlier ones of their thread left in 'back'
#pragma omp for
    for (int i = 0; i < n; ++i) {
      if (const int where = key[back]; where != i)
        back -= 1;
      for (int j = row[i]; j < row[i + 1]; ++j)
        y[i] += key[back];
    }
// CHECK: left alone: iterations compare what earlier ones of their thread left in 'it'
#pragma omp for
    for (int i = 0; i < n; ++i)
      while (it != keys.end() && *it < i)
        ++it;
// CHECK: left alone: iterations compare what earlier ones of their thread left in 'p'
#pragma omp for
    for (int i = 0; i < n; ++i)
      while (p && p->key < i)
        p = p->next;
// CHECK: left alone: iterations compare what earlier ones of their thread left in 'given'
#pragma omp for
    for (int i = 0; i < n; ++i)
      while (key[given] < i)
        ++given;
// CHECK: left alone: iterations compare what earlier ones of their thread left in 'of_each_thread'
#pragma omp for
    for (int i = 0; i < n; ++i)
      while (key[of_each_thread] < i)
        ++of_each_thread;
  }
// CHECK: left alone: iterations compare what earlier ones of their thread left in 'given'
#pragma omp parallel for firstprivate(given)
  for (int i = 0; i < n; ++i)
    while (key[given] < i)
      ++given;
// CHECK: irregular: its 'while' loop
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    while (key[shared] < i)
      ++shared;
}

// All locals of a function that is called in a parallel region are a thread's.
void orphan(int n, const int *key, double *y) {
  int at = 0;
// CHECK: left alone: iterations compare what earlier ones of their thread left in 'at'
#pragma omp for
  for (int i = 0; i < n; ++i)
    while (key[at] < i)
      ++at;
}

// What it gets by reference, threads may share.
void sweep(int n, const int *row, std::vector<int> &level) {
// CHECK: irregular: its loop
#pragma omp for
  for (int i = 0; i < n; ++i)
    for (int j = row[i]; j < row[i + 1]; ++j)
      if (level[j] < level[i])
        level[j] = level[i] + 1;
}

void no_cursors(int n, const int *row, const int *key, int *y) {
#pragma omp parallel
  {
    int at = 0, count = 0, most = 0;
// CHECK: irregular: its 'while' loop
#pragma omp for schedule(dynamic)
    for (int i = 0; i < n; ++i)
      while (key[at] < i)
        ++at;
// Those that go back, and those that each iteration sets.
// CHECK: irregular: its 'while' loop
#pragma omp for
    for (int i = 0; i < n; ++i) {
      while (key[at] < i)
        ++at;
      while (key[at] > i)
        --at;
    }
// CHECK: irregular: its 'while' loop
#pragma omp for
    for (int i = 0; i < n; ++i) {
      at = row[i];
      while (key[at] < i)
        ++at;
    }
// Counts of what the thread has done so far.
// CHECK: irregular: its loop
#pragma omp for
    for (int i = 0; i < n; ++i) {
      const int begin = count;
      for (int j = row[i]; j < row[i + 1]; ++j)
        if (count < 1000 && key[j] < i)
          y[count++] = j;
      for (int j = begin; j < count; ++j)
        y[j] += begin < count;
    }
// A thread's own greatest value.
// CHECK: irregular: its loop
#pragma omp for
    for (int i = 0; i < n; ++i)
      for (int j = row[i]; j < row[i + 1]; ++j)
        if (most < key[j])
          most = most < key[j] ? key[j] : most;
  }
}

void without_barrier(int n, double *x, double *y) {
#pragma omp parallel
  {
// CHECK: left alone: it shares 'x' with the loop at line [[#@LINE+6]], without a barrier in between ('nowait')
#pragma omp for nowait
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < i; ++j)
        x[i] += j;
// CHECK: left alone: it shares 'x' with the loop at line [[#@LINE-4]]
#pragma omp for
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < i; ++j)
        y[i] += x[i];
  }
}

// A cast does not hide that both loops use one array.
void behind_a_cast(int n, void *p, const int *row, double *y) {
  double(*rows)[64] = (double(*)[64])p;
#pragma omp for nowait schedule(static)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 64; ++j)
      rows[i][j] = j;
// CHECK: left alone: it shares 'rows' with the loop at line [[#@LINE-4]], without a barrier
#pragma omp for schedule(static)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < row[i]; ++j)
      y[i] += rows[i][j];
}

#define PARALLEL_FOR _Pragma("omp parallel for") for
void macros(int n, double *y) {
// CHECK: left alone: it stands in a macro or in '_Pragma', where no line can be added
  PARALLEL_FOR(int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      y[i] += j;
// CHECK: left alone: it stands in a macro or in '_Pragma'
  _Pragma("omp parallel for")
  TRIANGLE
}

// CHECK: unknown: its loops are transformed
void transformed(int n, double *y) {
#pragma omp parallel for
#pragma omp tile sizes(4, 4)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      y[i] += j;
// CHECK: irregular: its loop
#pragma omp parallel for
#pragma omp tile sizes(4)
  TRIANGLE
}

// Those without irregular work are regular, whatever their clauses.
// CHECK: regular
void regular(int n, double *y) {
#pragma omp parallel for ordered
  for (int i = 0; i < n; ++i)
    y[i] = i;
}
