// Loops that get no pragma, or one without a load, and why.
// RUN: %usersched_suggest %s -- | FileCheck %s
// What is written compiles with the plugin.
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.cpp && %usersched_suggest --apply %t/a.cpp -- | FileCheck %s
// RUN: %clangxx -O1 -w -c %t/a.cpp -o %t/a.o
// With --unknown, a loop that is not fully seen gets a pragma, too.
// RUN: %usersched_suggest --unknown %s -- | FileCheck %s --check-prefix=MORE
// MORE: irregular: calls 'unseen'
// MORE-NEXT: {{^}}    #pragma ompx usersched{{$}}
#include <algorithm>
#include <vector>

double unseen(int);
struct Base {
  virtual double work(int) const;
};
int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
void neighbours(int i, int *list);
constexpr int Most = 8;

void regular(int n, const double *x, double *y) {
// CHECK: :[[#@LINE+1]]:1: regular: nothing in it depends on the iteration
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    y[i] = x[i] > 0 ? x[i] : -x[i];
// CHECK: :[[#@LINE+1]]:1: regular
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < Most; ++k)
        y[i] += x[j];
// Equal blocks, of which the last may be smaller.
// CHECK: :[[#@LINE+1]]:1: regular
#pragma omp parallel for
  for (int b = 0; b < n; b += 64)
    for (int j = b; j < std::min(b + 64, n); ++j)
      y[j] = x[j];
// CHECK: :[[#@LINE+1]]:1: regular
#pragma omp parallel for
  for (int b = 0; b < n; ++b) {
    const int end = std::min((b + 1) * Most, n);
    for (int j = b * Most; j < end; ++j)
      y[j] = x[j];
  }
// No loops.
// CHECK: :[[#@LINE+1]]:1: regular
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    do {
      y[i] = x[i];
    } while (false);
    for (int j = i; j < n; ++j) {
      y[i] = x[j];
      break;
    }
    float old = x[i];
    while (!__atomic_compare_exchange_n((int *)&y[i], (int *)&old, 1, false,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      old = 2;
  }
}

void unknown(int n, const double *x, double *y, const Base &object,
             double (*pointer)(int)) {
// CHECK: unknown: calls 'unseen' (line [[#@LINE+3]]), whose body is not seen
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    y[i] = unseen(i);
// CHECK: unknown: calls 'work' (line [[#@LINE+3]]), which is virtual
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    y[i] = object.work(i);
// CHECK: unknown: calls through a pointer (line [[#@LINE+3]])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    y[i] = pointer(i);
// CHECK: unknown: its loop (line [[#@LINE+3]]) can end early
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (x[j] > 3)
        break;
}

// Any thread may run a task, but who waits for it takes as long as it does.
void tasks(int n, double *y) {
// CHECK: unknown: makes tasks (line [[#@LINE+3]]) that may do more in some iterations than in others; any thread may run them
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
#pragma omp task firstprivate(i)
    for (int j = 0; j < i; ++j)
      y[i] += j;
// CHECK: unknown: makes tasks
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
#pragma omp taskloop nogroup
    for (int j = 0; j < i; ++j)
      y[i * n + j] = j;
// CHECK: :[[#@LINE+1]]:1: regular
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
#pragma omp task
    for (int j = 0; j < n; ++j)
      y[i] += j;
// What the iteration does itself counts.
// CHECK: irregular: its loop
// CHECK-NEXT: (load: 1 + n - i)
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
#pragma omp task
    for (int j = 0; j < i; ++j)
      y[i] += j;
    for (int j = i; j < n; ++j)
      y[i] -= j;
  }
// CHECK: irregular: its loop
// CHECK-NEXT: (load: 1 + i)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
#pragma omp taskloop
    for (int j = 0; j < i; ++j)
      y[i * n + j] = j;
// CHECK: irregular: its loop
// CHECK-NEXT: (load: 1 + i)
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
#pragma omp task
    for (int j = 0; j < i; ++j)
      y[i] += j;
#pragma omp taskwait
  }
}

// What a function gets by reference, other iterations change through it, as in
// GAP's connected components.
bool swap_if(int &place, int from, int to) {
  return __sync_bool_compare_and_swap(&place, from, to);
}
void link(int u, int v, int *component) {
  const int high = component[u] > component[v] ? u : v;
  swap_if(component[high], high, v);
}
// CHECK: irregular: its loop (line [[#@LINE+7]])
// CHECK-NEXT: {{^}}    #pragma ompx usersched{{$}}
void components(int n, const int *row, int *component, int most) {
#pragma omp parallel for
  for (int u = 0; u < n; ++u) {
    if (component[u] == most)
      continue;
    for (int j = row[u]; j < row[u + 1]; ++j)
      link(u, j, component);
  }
}

// A lambda names what has no name where the loop stands.
template <typename Body> void each(int n, Body body) {
// CHECK: irregular: calls 'a lambda'
// CHECK-NEXT: {{^}}    #pragma ompx usersched{{$}}
#pragma omp parallel for
  for (int k = 0; k < n; ++k)
    body(k);
}
void use(int n, const int *row, double *y) {
  each(n, [&](int i) {
    for (int j = row[i]; j < row[i + 1]; ++j)
      y[i] += j;
  });
}

// No load can be said: {{^}}    #pragma ompx usersched{{$}}
void bare(int n, int *next, int *row, double *y, std::vector<int> &v) {
// CHECK: irregular: its 'while' loop (line [[#@LINE+4]])
// CHECK-NEXT: {{^}}    #pragma ompx usersched{{$}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    while (next[i] != next[next[i]])
      next[i] = next[next[i]];
// CHECK: calls 'fibonacci' (line [[#@LINE+4]]): calls 'fibonacci' (line {{.*}}), which calls itself
// CHECK-NEXT: {{^}}    #pragma ompx usersched{{$}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    y[i] = fibonacci(i);
// Other iterations change what the load would read.
// CHECK: irregular: its loop (line [[#@LINE+4]]) runs row[i + 1] - row[i] times
// CHECK-NEXT: {{^}}    #pragma ompx usersched{{$}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int j = row[i]; j < row[i + 1]; ++j)
      row[i] = j;
// The iteration itself has changed it before.
// CHECK: irregular
// CHECK-NEXT: {{^}}    #pragma ompx usersched{{$}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    row[i] = i;
    for (int j = 0; j < next[row[i]]; ++j)
      y[i] += j;
  }
// A condition that the pragma cannot name guards what is read.
// CHECK: irregular
// CHECK-NEXT: {{^}}    #pragma ompx usersched{{$}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    const int at = next[i]++;
    if (at > 0)
      for (int j = row[i - 1]; j < row[i]; ++j)
        y[i] += j;
  }
// The body fills what it walks through.
// CHECK: irregular
// CHECK-NEXT: {{^}}    #pragma ompx usersched{{$}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int list[Most];
    neighbours(i, list);
    for (int j = 0; j < list[0]; ++j)
      y[i] += j;
  }
// Loops that change their own bound.
// CHECK: irregular: its loop (line [[#@LINE+4]]) has a length that depends on the iteration
// CHECK-NEXT: {{^}}    #pragma ompx usersched{{$}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0, k = i; j < k; ++j, --k)
      y[i] += next[j] * next[k];
// CHECK: irregular: its loop (line [[#@LINE+5]]) has a length that depends on the iteration
// CHECK-NEXT: {{^}}    #pragma ompx usersched{{$}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int size = row[i];
    for (int j = 0; j < size; ++j)
      if (y[j] > 0)
        y[size++] = 1;
  }
// CHECK: irregular: its loop (line [[#@LINE+5]]) has a length that depends on the iteration
// CHECK-NEXT: {{^}}    #pragma ompx usersched{{$}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    struct { int size; } stack{row[i]}, other{};
    for (int j = 0; j < stack.size; ++j)
      if (y[j] > 0)
        --stack.size;
    for (int j = 0; j < row[i]; ++j)
      ++other.size;
  }
// Only what is known before the loop has a name.
  int last = 0;
// CHECK: irregular
// CHECK-NEXT: {{^}}    #pragma ompx usersched{{$}}
#pragma omp parallel for lastprivate(last)
  for (int i = 0; i < n; ++i) {
    for (int j = last; j < i; ++j)
      y[i] += j;
    last = i;
  }
}
