// Each irregular loop gets a load in names that mean the same at the pragma.
// RUN: %usersched_suggest %s -- | FileCheck %s
// Each of these loads compiles with the plugin.
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.cpp
// RUN: %usersched_suggest --apply %t/a.cpp -- | FileCheck %s --check-prefix=APPLIED
// RUN: %clangxx -Werror -fsyntax-only %t/a.cpp
// RUN: %usersched_suggest --check %t/a.cpp --
// APPLIED: 20 irregular, 0 regular, 0 unknown, 0 left alone; 20 pragmas are missing
// APPLIED-NEXT: 20 pragmas written
#include <algorithm>
#include <vector>

using Rows = std::vector<std::vector<int>>;

struct Graph {
  struct Neighbours {
    int u;
    int **index;
    int *begin() { return index[u]; }
    int *end() { return index[u + 1]; }
  };
  Neighbours in_neigh(int u) const { return {u, index}; }
  int degree(int u) const { return index[u + 1] - index[u]; }
  int **index;

private:
  std::vector<int> first;
  void sum(double *y, int n) const;
};

void direct(int n, const int *row, double *y) {
// CHECK: :[[#@LINE+2]]:1: irregular: its loop (line [[#@LINE+4]]) runs row[i + 1] - row[i] times
// CHECK-NEXT: {{^}}    #pragma ompx usersched(load: 1 + row[i + 1] - row[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int j = row[i]; j < row[i + 1]; ++j)
      y[i] += j;

// Through variables of the body.
// CHECK: (load: 1 + row[i + 1] - row[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    const int begin = row[i];
    int end;
    end = row[i + 1];
    for (int j = begin; end > j; j++)
      y[i] += j;
  }
}

void triangles(int n, double *y) {
// CHECK: (load: 1 + i)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      y[i] += j;
// CHECK: (load: 1 + (n - (i + 1)) / 2)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; j += 2)
      y[i] += j;
// CHECK: (load: 1 + i)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int j = i; j >= 1; --j)
      y[i] += j;
// Of unsigned numbers, a negative length would be a huge one.
// CHECK: (load: 1 + (i > 5 ? i - 5 : 0))
#pragma omp parallel for
  for (unsigned i = 0; i < 100; ++i)
    for (unsigned j = 5; j < i; ++j)
      y[i] += j;
}

void ranges(int n, const Graph &g, Rows &rows, double *y) {
// CHECK: (load: 1 + rows[i].size())
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int v : rows[i])
      y[i] += v;
// CHECK: (load: 1 + (g.in_neigh(u).end() - g.in_neigh(u).begin()))
#pragma omp parallel for
  for (int u = 0; u < n; ++u)
    for (int v : g.in_neigh(u))
      y[u] += v;
// CHECK: (load: 1 + r.size())
#pragma omp parallel for
  for (auto &r : rows)
    for (unsigned j = 0; j < r.size(); ++j)
      r[j] = 1;
// CHECK: (load: 1 + it->size())
#pragma omp parallel for
  for (auto it = rows.begin(); it < rows.end(); ++it)
    for (int &v : *it)
      v = 1;
// CHECK: 'sort' (line [[#@LINE+4]]) has a length that depends on the iteration
// CHECK-NEXT: (load: 1 + (rows[i].end() - rows[i].begin()))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    std::sort(rows[i].begin(), rows[i].end());
// CHECK: (load: 1 + (rows[i].end() - rows[i].begin()))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (auto it = rows[i].begin(); it != rows[i].end(); ++it)
      *it = 1;
}

// Conditions come along.
void guards(int n, const int *row, const Rows &rows, const char *done,
            double *y) {
// CHECK: (load: i > 0 ? 1 + row[i] - row[i - 1] : 1)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    if (i > 0)
      for (int j = row[i - 1]; j < row[i]; ++j)
        y[i] += j;
// CHECK: (load: !done[i] && i != 0 ? 1 + row[i] - row[i - 1] : 1)
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    if (done[i])
      continue;
    if (i == 0)
      continue;
    for (int j = row[i - 1]; j < row[i]; ++j)
      y[i] += j;
  }
// CHECK: (load: 1 + rows[i].size() + (done[i] ? i : 0))
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    for (int v : rows[i])
      y[i] += v;
    if (done[i])
      for (int j = 0; j < i; ++j)
        y[i] += j;
  }
}

static int table[100];
double table_sum(int k) {
  double sum = 0;
  for (int j = 0; j < table[k]; ++j)
    sum += j;
  return sum;
}

double row_sum(const int *row, int k) {
  double sum = 0;
  for (int j = row[k]; j < row[k + 1]; ++j)
    sum += j;
  return sum;
}

void calls(int n, const int *row, const Graph &g, double *y) {
// CHECK: calls 'row_sum' (line [[#@LINE+4]]): its loop (line [[#@LINE-6]]) has
// CHECK-NEXT: (load: 1 + row[i + 1] - row[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    y[i] = row_sum(row, i);
// CHECK: (load: 1 + g.degree(i))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < g.degree(i); ++j)
      y[i] += j;
// What a function reads has no name in the loop, and needs none.
// CHECK: calls 'table_sum'
// CHECK-NEXT: {{^}}    #pragma ompx usersched{{$}}
#pragma omp parallel for default(none) shared(n, y)
  for (int i = 0; i < n; ++i)
    y[i] = table_sum(i);
// A lambda sees what the loop sees.
  auto add = [&](int i) {
    for (int j = row[i]; j < row[i + 1]; ++j)
      y[i] += j;
  };
// CHECK: calls 'a lambda'
// CHECK-NEXT: (load: 1 + row[i + 1] - row[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    add(i);
}

void Graph::sum(double *y, int n) const {
// Members, of which one has the name of a variable of the body.
// CHECK: (load: 1 + this->first[i + 1] - this->first[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int last = this->first[i + 1];
    for (int first = this->first[i]; first < last; ++first)
      y[i] += first;
  }
}
// CHECK: 20 loops: 20 irregular
