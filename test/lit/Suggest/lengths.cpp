// Whether a length depends on the iteration, and what a load may read of it.
// RUN: %usersched_suggest %s -- -std=c++17 | FileCheck %s
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.cpp
// RUN: %usersched_suggest --apply %t/a.cpp -- -std=c++17 | FileCheck %s --check-prefix=APPLIED
// RUN: %clangxx -std=c++17 -Werror -fsyntax-only %t/a.cpp
// APPLIED: 46 loops: 27 irregular, 14 regular, 5 unknown
#include <cstring>
#include <vector>

struct Range {
  unsigned first, last;
};

// The same in all iterations.
void regular(int n, int m, double *y, const Range *r) {
// CHECK: :[[#@LINE+1]]:1: regular
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    std::memset(y + i * m, 0, sizeof(y[i]) * m);
// CHECK: :[[#@LINE+1]]:1: regular
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (unsigned j = 0; j < sizeof(r[i]) / sizeof(r[i].first); ++j)
      y[i] += j;
// CHECK: :[[#@LINE+1]]:1: regular
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    const int row = i * m;
    for (int j = row; j < row + m; ++j)
      y[j] = 0;
  }
// Borders.
// CHECK: :[[#@LINE+1]]:1: regular
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    if (i > 0 && i < n - 1)
      for (int j = 0; j < m; ++j)
        y[i * m + j] = 0;
}

// A recursion that ends.
template <unsigned Bits> unsigned folded(unsigned x) {
  if (Bits == 0)
    return x;
  x ^= x >> Bits;
  return folded<Bits / 2>(x);
}
void recursive(int n, unsigned *x) {
// CHECK: :[[#@LINE+1]]:1: regular
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    x[i] = folded<16>(x[i]);
}

void guarded(int n, int m, const char *on, double *y) {
// CHECK: :[[#@LINE+2]]:1: irregular: its loop (line [[#@LINE+5]]) runs under a condition on data of the iteration
// CHECK-NEXT: (load: on[i] ? 1 + m : 1)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    if (on[i])
      for (int j = 0; j < m; ++j)
        y[i] += j;
// CHECK: (load: on[i] ? 1 + m : 1)
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    if (!on[i])
      continue;
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < m; ++k)
        y[i] += j;
  }
}

// Differences that may be negative, and not those of neighbours.
void ranges(int n, const Range *r, const unsigned *row, double *y) {
// CHECK: (load: 1 + (r[i].last > r[i].first ? r[i].last - r[i].first : 0))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (unsigned j = r[i].first; j < r[i].last; ++j)
      y[i] += j;
// CHECK: (load: 1 + row[i + 1] - row[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (unsigned j = row[i]; j < row[i + 1]; ++j)
      y[i] += j;
}

// Structured bindings, and a linear variable.
void bindings(std::vector<Range> &all, int n, double *y) {
// CHECK: :[[#@LINE+2]]:1: irregular: its loop (line [[#@LINE+4]]) has a length that depends on the iteration
// CHECK-NEXT: {{usersched$}}
#pragma omp parallel for
  for (auto &[first, last] : all)
    for (unsigned j = first; j < last; ++j)
      first += j;
  int k = 0;
// CHECK: :[[#@LINE+2]]:1: irregular
// CHECK-NEXT: {{usersched$}}
#pragma omp parallel for linear(k : 2)
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < k; ++j)
      y[i] += j;
    k += 2;
  }
}

// Names that the pragma may not use.
struct Rows {
  const int *row;
  template <int K> int length(int i) const { return row[i] / K; }
  template <class T> void sum(int n, T *y) {
// CHECK: :[[#@LINE+2]]:1: irregular
// CHECK-NEXT: {{usersched$}}
#pragma omp parallel for
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < this->template length<2>(i); ++j)
        y[i] += j;
  }
};
void names(Rows &rows, const int *row, int n, double *y) {
  rows.sum(n, y);
// CHECK: (load: 1 + (long)row[i] + 5)
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    using Index = long;
    enum { Extra = 5 };
    for (Index j = 0; j < Index(row[i]) + Extra; ++j)
      y[i] += j;
  }
}

// The bits of a vector of the iteration's or the thread's own are no others'.
void own_bits(int n, const int *row, const int *column, int *y) {
// CHECK: (load: 1 + row[i + 1] - row[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    std::vector<bool> seen(100, false);
    for (int j = row[i]; j < row[i + 1]; ++j)
      seen[column[j] / 2] = true;
    y[i] = seen[0];
  }
#pragma omp parallel
  {
    std::vector<bool> seen(100, false);
// CHECK: (load: 1 + row[i + 1] - row[i])
#pragma omp for schedule(dynamic)
    for (int i = 0; i < n; ++i)
      for (int j = row[i]; j < row[i + 1]; ++j)
        seen[column[j]] = true;
  }
}

// Steps of all forms that OpenMP's own loops may have.
void steps(int n, double *x) {
// CHECK: :[[#@LINE+1]]:1: regular
#pragma omp parallel for
  for (int i = 0; i < n; i += 16)
    for (int k = i; k < i + 16; k = k + 4)
      x[i] += k;
// CHECK: :[[#@LINE+1]]:1: regular
#pragma omp parallel for
  for (int i = 0; i < n; i += 16)
    for (int k = i + 15; k >= i; k = k - 1)
      x[i] += k;
// CHECK: (load: 1 + (n - i) / 4)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int k = i; k < n; k = 4 + k)
      x[i] += k;
// CHECK: has a length that depends on the iteration
// CHECK-NEXT: {{^}}    #pragma ompx usersched{{$}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int k = i; k < n; k = 4 - k)
      x[i] += k;
// CHECK: has a length that depends on the iteration
// CHECK-NEXT: {{^}}    #pragma ompx usersched{{$}}
#pragma omp parallel for
  for (int i = 1; i < n; ++i)
    for (int k = i; k < n; k = k * 2)
      x[i] += k;
}

// The loop variable cancels out in blocks, windows and diagonals.
void same_in_all(int n, int block, int w, const int *row, double *x) {
// CHECK: :[[#@LINE+1]]:1: regular
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int k = i * block; k < (i + 1) * block; ++k)
      x[k] += k;
// CHECK: :[[#@LINE+1]]:1: regular
#pragma omp parallel for
  for (int i = w; i < n - w; ++i)
    for (int k = i - w; k <= i + w; ++k)
      x[i] += k;
// CHECK: :[[#@LINE+1]]:1: regular
#pragma omp parallel for
  for (int i = 0; i <= n - w; ++i)
    for (int k = i + w - 2; k >= i; --k)
      x[i] += k;
// CHECK: :[[#@LINE+1]]:1: regular
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (double *p = x + i * block; p < x + (i + 1) * block; ++p)
      *p += 1;
// CHECK: :[[#@LINE+1]]:1: regular
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int k = row[i] - w; k < w + row[i]; ++k)
      x[i] += k;
// A condition on data still makes a difference.
// CHECK: runs under a condition on data
// CHECK-NEXT: (load: row[i] > 0 ? 1 + i + w - (i - w) : 1)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    if (row[i] > 0)
      for (int k = i - w; k < i + w; ++k)
        x[i] += k;
// Not the same.
// CHECK: (load: 1 + (i + 1) * i - i * block)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int k = i * block; k < (i + 1) * i; ++k)
      x[k] += k;
// CHECK: (load: 1 + row[i + 1] - row[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int k = row[i]; k < row[i + 1]; ++k)
      x[i] += k;
}

// Loops that step a counter in their condition or in their body.
void counting(int n, const int *row, int *y, std::vector<int> queue) {
  int outer = 0;
// CHECK: :[[#@LINE+1]]:1: regular
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int k = n; k-- > 0;)
      y[i] += k;
// CHECK: :[[#@LINE+1]]:1: regular
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int k = 0;
    while (k < n) {
      y[i] += k;
      ++k;
    }
    do {
      y[i] += k;
    } while (--k > 0);
  }
// CHECK: its 'while' loop (line [[#@LINE+5]]) runs row[i + 1] - row[i] times
// CHECK-NEXT: (load: 1 + row[i + 1] - row[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int k = row[i];
    while (k < row[i + 1]) {
      if (y[k] > 0)
        y[k] += k;
      k += 1;
    }
  }
// CHECK: its loop (line [[#@LINE+4]]) runs i times
// CHECK-NEXT: (load: 1 + i)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int k = i; k-- > 0;)
      y[i * n + k] = k;
// Those that need not count on.
// CHECK: unknown: its 'while' loop (line [[#@LINE+4]]) can end early
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int k = 0;
    while (k < n) {
      if (row[k] > 0)
        ++k;
      if (row[k] < 0)
        break;
    }
  }
// CHECK: unknown: its 'while' loop (line [[#@LINE+4]]) can end early
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int k = 0;
    while (k < n) {
      if (row[k] > 0)
        ++k;
      ++k;
    }
  }
// CHECK: unknown: its 'while' loop (line [[#@LINE+4]]) can end early
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int k = 0;
    while (k < n) {
      if (row[k++] > 0)
        continue;
      k++;
    }
  }
// CHECK: unknown: its 'while' loop (line [[#@LINE+4]]) can end early
#pragma omp parallel for firstprivate(queue)
  for (int i = 0; i < n; ++i) {
    size_t head = 0;
    while (head < queue.size()) {
      if (row[head] > 0)
        queue.push_back(1);
      ++head;
    }
  }
// The next iteration goes on where this one has ended.
// CHECK: unknown: its 'while' loop (line [[#@LINE+3]]) can end early
#pragma omp parallel for firstprivate(outer)
  for (int i = 0; i < n; ++i)
    while (outer < n)
      ++outer;
}

// A length below 0 would take away from the others.
void below_zero(int n, int active, int w, const int *degree, const int *row,
                const int *end, double *x) {
#define OTHERS                                                                 \
  for (int k = 0; k < degree[i]; ++k)                                          \
    x[i] += k;
// CHECK: runs active - (i + 1) times
// CHECK-NEXT: (load: 1 + (active > i + 1 ? active - (i + 1) : 0) + degree[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    for (int j = i + 1; j < active; ++j)
      x[i] += j;
    OTHERS
  }
// CHECK: (load: 1 + (row[i] > 0 && active >= i ? active - i + 1 : 0) + degree[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    if (row[i] > 0)
      for (int j = i; j <= active; ++j)
        x[i] += j;
    OTHERS
  }
// CHECK: (load: row[i] ? 1 + (i - w > 0 ? i - w : 0) + degree[i] : 1)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    if (row[i]) {
      for (int j = 0; j < i - w; ++j)
        x[i] += j;
      OTHERS
    }
// Alone, it is no less than 0 as a load.
// CHECK: (load: 1 + active - i)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int j = i; j < active; ++j)
      x[i] += j;
// The bounds of rows, and what the bounds of the loop say.
// CHECK: (load: 1 + row[i + 1] - row[i] + degree[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    for (int j = row[i]; j < row[i + 1]; ++j)
      x[i] += j;
    OTHERS
  }
// CHECK: (load: 1 + end[i] - row[i] + degree[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    for (int j = row[i]; j < end[i]; ++j)
      x[i] += j;
    OTHERS
  }
// CHECK: (load: 1 + n - (i + 1) + degree[i])
#pragma omp parallel for
  for (int i = 0; i < n - 1; ++i) {
    for (int j = i + 1; j < n; ++j)
      x[i] += j;
    OTHERS
  }
// CHECK: (load: 1 + n - i - 1 + degree[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n - i - 1; ++j)
      x[i] += j;
    OTHERS
  }
// CHECK: (load: 1 + i - w + 1 + degree[i])
#pragma omp parallel for
  for (int i = w; i < n; ++i) {
    for (int j = i; j >= w; --j)
      x[i] += j;
    OTHERS
  }
}
