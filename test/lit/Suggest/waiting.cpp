// A loop is left alone if only another thread can end a loop in it.
// RUN: %usersched_suggest %s -- | FileCheck %s
#include <atomic>
#include <thread>

// CHECK-NOT: #pragma
void waits(int n, volatile int *flag, double *y, std::atomic<int> *done) {
// CHECK: left alone: the loop at line [[#@LINE+3]] waits for what another iteration changes, and may do so for ever if iterations run in another order (irregular
#pragma omp parallel for schedule(static)
  for (int i = 1; i < n; ++i) {
    while (flag[i - 1] == 0) {
#pragma omp flush
    }
    flag[i] = 1;
  }
// CHECK: left alone: the loop at line [[#@LINE+5]] waits
#pragma omp parallel for schedule(static)
  for (int i = 1; i < n; ++i) {
    int state, rounds = 0;
    y[i] = i;
    do {
#pragma omp atomic read
      state = flag[i - 1];
      ++rounds;
    } while (state == 0);
  }
// CHECK: left alone: the loop at line [[#@LINE+3]] waits
#pragma omp parallel for schedule(static)
  for (int i = 1; i < n; ++i) {
    for (; !done[i - 1].load();)
      std::this_thread::yield();
    done[i] = 1;
  }
// CHECK: left alone: the loop at line [[#@LINE+5]] waits
#pragma omp parallel for schedule(static)
  for (int i = 1; i < n; ++i) {
    for (int j = 0; j < i; ++j)
      y[i] += j;
    while (__atomic_load_n(&flag[i - 1], __ATOMIC_ACQUIRE) < 1)
      ;
    flag[i] = 1;
  }
}

// What a loop changes itself, or leaves in another way, it need not wait for.
// CHECK-COUNT-10: {{[0-9]: irregular}}
// CHECK: 10 irregular, 0 regular, 0 unknown, 4 left alone
bool step(int i);
int next(int);
struct Node {
  Node *next;
  int length;
};
void goes_on(int n, int *x, const int *row, double *y, Node **nodes) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int j = row[i]; j < row[i + 1]; ++j)
      y[i] += j;
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    while (x[i] > 0)
      x[i] /= 2;
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (Node *node = nodes[i]; node; node = node->next)
      y[i] += node->length;
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int root = i, above;
    while ((above = x[root]) != root)
      root = above;
    y[i] = root;
  }
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    while (x[i] > 0)
      if (step(i))
        break;
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    while (x[i] > next(i))
      ;
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int k = i;
    auto halve = [&] { return (k /= 2) > 0; };
    while (x[i] > 0 && halve())
      ;
  }
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    do {
      for (int j = 0; j < i; ++j)
        y[i] += j;
    } while (0);
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int low = 0, high = n;
    while (low < high) {
      const int middle = (low + high) / 2;
      if (row[middle] < i)
        low = middle + 1;
      else
        high = middle;
    }
    y[i] = low;
  }
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    while (x[i] > 3) {
      y[i] += 1;
      if (y[i] > 9)
        x[i] = 0;
    }
}
