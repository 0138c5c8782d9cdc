// Nothing is said of what no two threads share, nor of what cannot meet.
// RUN: %clangxx %verify %s -std=c++20
// expected-no-diagnostics
#include <atomic>
#include <mutex>
#include <omp.h>
#include <vector>

struct Cell { int a, b, *p; };
std::mutex mutex;
omp_lock_t *locks;
thread_local std::vector<int> mine;

#define LOOP(BODY)                                                             \
  _Pragma("ompx usersched(load: i)") _Pragma("omp for nowait")                 \
  for (int i = 0; i < n; ++i) { BODY; }

void f(int n, int *x, int *y, int *z, Cell *cells, int (*rows)[9],
       std::vector<std::atomic<int>> &atomic, volatile int *flags) {
  static std::vector<int> ours;
  int firsts[9] = {}, sum = 0;
#pragma omp parallel firstprivate(firsts) reduction(+ : sum)
  {
    int own[9], *heap = new int[n], thread = omp_get_thread_num(), row;
    std::vector<int> local(n);
    int *part = rows[omp_get_thread_num()];
    row = omp_get_thread_num();
    LOOP(own[i % 9] = heap[i] = local[i] = mine[i] = firsts[i % 9] = i)
    LOOP(sum += own[i % 9] + heap[i] + local[i] + mine[i] + firsts[i % 9])
    LOOP(z[thread] += i; rows[row][i] = 1; part[i] = 1)
    LOOP(z[omp_get_thread_num()] += i; rows[row][i] = 2; part[i] = 2)
    LOOP(y[thread * n + x[i] / n] += 1)
    LOOP(y[x[i] / n + omp_get_thread_num() * n] += 2)
  }
#pragma omp parallel
  {
    LOOP(y[i] = x[i]; cells[i].a = 1; rows[0][i] = 1; atomic[i] = 1)
    LOOP(sum = x[i]; cells[i].b = 1; rows[1][i] = 1; atomic[i] += 1)
    LOOP(flags[i] = 1; cells[i].p = x; sum = sizeof(z[i]))
    LOOP(while (!flags[i]); z[i] = 1)
  }
#pragma omp parallel
  {
    LOOP(_Pragma("omp atomic") x[i % 3] += 1)
    LOOP(_Pragma("omp atomic") x[i % 3] += 2; ours[2 * i] = 1)
    LOOP(ours[2 * i + 1] = 1)
    LOOP(_Pragma("omp critical") z[0] += x[i])
    LOOP(_Pragma("omp critical") z[0] -= x[i])
  }
#pragma omp parallel
  {
    LOOP(std::lock_guard<std::mutex> lock(mutex); z[0] += x[i])
    LOOP(std::unique_lock lock(mutex); z[0] -= x[i])
    LOOP(if (x[i]) { std::scoped_lock lock(mutex); z[0] -= x[i]; })
    LOOP(mutex.lock(); z[0] += x[i]; mutex.unlock())
    LOOP(omp_set_lock(&locks[x[i]]); y[x[i]] += 1;
         omp_unset_lock(&locks[x[i]]))
    LOOP(omp_set_lock(&locks[x[i]]); y[x[i]] += 2;
         omp_unset_lock(&locks[x[i]]))
  }
#pragma omp parallel
  {
    LOOP(int *p = rows[i]; while (*p < n) ++p; z[i] = *p)
    LOOP(const int *p = rows[i]; y[i] = *++p)
  }
}
