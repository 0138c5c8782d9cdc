// Loops that read what other iterations write are named: under another
// schedule, the program may have more or less to do.
// RUN: %usersched_suggest %s -- | FileCheck %s
#include <omp.h>
#include <vector>

struct Vertex {
  double rank, next;
};
struct Graph {
  const int *row, *column;
  int begin(int i) const { return row[i]; }
  int end(int i) const { return row[i + 1]; }
};

struct Range {
  const int *first, *last;
  const int *begin() const { return first; }
  const int *end() const { return last; }
};
Range neighbours(const Graph &g, int i);

void found(int n, const Graph &g, double *x, std::vector<int> &label,
           Vertex *vertices, double (*grid)[64]) {
// CHECK: :[[#@LINE+1]]:1: irregular: {{.*}}; iterations seem to read what others write in 'x', and then their order may change how much there is to do
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int k = g.begin(i); k < g.end(i); ++k)
      sum += x[g.column[k]];
    x[i] = sum;
  }
// CHECK: :[[#@LINE+1]]:1: {{.*}}; iterations seem to read what others write in 'label'
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int k = g.row[i]; k < g.row[i + 1]; ++k) {
      const int own = label[i], other = label[g.column[k]];
      const int high = own > other ? own : other;
      if (label[high] == high)
        label[high] = own + other - high;
    }
// CHECK: :[[#@LINE+1]]:1: {{.*}}; iterations seem to read what others write in 'vertices'
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int v : neighbours(g, i))
      vertices[i].rank += vertices[v].rank;
// CHECK: :[[#@LINE+1]]:1: irregular: {{.*}}; iterations seem to read what others write in 'grid'
#pragma omp parallel for collapse(2)
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < 64; ++j)
      for (int k = 0; k < i; ++k)
        grid[i][j] += grid[i - 1][j];
#pragma omp parallel
  {
    double *y = x;
// CHECK: :[[#@LINE+1]]:1: irregular: {{.*}}; iterations seem to read what others write in 'y'
#pragma omp for
    for (int i = 1; i < n; ++i)
      for (int j = 0; j < i; ++j)
        y[i] += y[i - 1];
  }
}

// CHECK-NOT: seem to read
void others(int n, int m, int from, int to, const Graph &g, const double *x,
            double *y, std::vector<std::vector<double>> &rows, Vertex *vertices,
            double *a, double *found, int *count, const int *pivot,
            double (*square)[64], int *all) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    y[i] = 0;
    for (int k = g.row[i]; k < g.row[i + 1]; ++k)
      y[i] += x[g.column[k]];
  }
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int k = g.row[i]; k < g.row[i + 1]; ++k)
      vertices[i].next += vertices[g.column[k]].rank;
// A thread's own.
#pragma omp parallel
  {
    std::vector<int> mark(n, -1);
    int *other = all + omp_get_thread_num() * n;
#pragma omp for
    for (int i = 0; i < n; ++i) {
      mark[i] = other[i] = i;
      for (int k = g.row[i]; k < g.row[i + 1]; ++k)
        if (mark[g.column[k]] != i && other[g.column[k]] != i)
          mark[g.column[k]] = other[g.column[k]] = i;
    }
  }
// A row or a block each.
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < i; ++j) {
      rows[i][j] += rows[i][j - 1] * rows[i][pivot[i]];
      square[i][i] += square[i][pivot[j]];
      for (int k = 0; k < j; ++k)
        a[i * m + j] -= a[i * m + k] * a[i * m + pivot[i]] * a[i * m];
      int *bins = count + i * m;
      bins[pivot[j]]++;
      bins[0] += bins[1];
    }
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int j = g.row[i] + 1; j < g.row[i + 1]; ++j) {
      int k = j;
      const double moved = found[j];
      for (; k > g.row[i] && found[k - 1] > moved; --k)
        found[k] = found[k - 1];
      found[k] = moved;
    }
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int k = g.row[i]; k < g.row[i + 1]; ++k) {
      const double *place = rows[g.column[k]].data();
      while (*place < rows[i][0])
        ++place;
      y[i] += *place;
    }
// Other parts of an array.
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int k = g.row[i]; k < g.row[i + 1]; ++k)
      found[to + i] += found[from + g.column[k]];
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int k = g.row[i]; k < g.row[i + 1]; ++k)
      found[all[0] + i] += found[g.column[k]];
#pragma omp parallel for
  for (int i = 0; i < 64; ++i)
    for (int j = 0; j < i; ++j)
      square[i][j] = square[j][i];
#pragma omp parallel for
  for (int i = 1; i < n; i += 2)
    for (int j = 0; j < i; ++j)
      found[i] += found[i - 1] + found[i + 1];
// The other half of the row before.
  for (int half = 0; half < 2; ++half)
#pragma omp parallel for
    for (int i = 1; i < n; ++i)
      for (int j = 1 + (i + half) % 2; j < 63; j += 2)
        square[i][j] = square[i - 1][j];
// Atomic.
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int k = g.row[i]; k < g.row[i + 1]; ++k) {
#pragma omp atomic
      y[g.column[k]] += x[i];
    }
}
