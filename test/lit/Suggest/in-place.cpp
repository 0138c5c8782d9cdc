// Loops that read what other iterations write are named: under another
// schedule, the program may have more or less to do.
// RUN: %usersched_suggest %s -- | FileCheck %s
#include <vector>

struct Vertex {
  double rank, next;
};
struct Graph {
  const int *row, *column;
  int begin(int i) const { return row[i]; }
  int end(int i) const { return row[i + 1]; }
};

void found(int n, int m, const Graph &g, double *x, std::vector<int> &label,
           Vertex *vertices, double *grid) {
// CHECK: :[[#@LINE+1]]:1: irregular: {{.*}}; iterations read 'x' where others may write it, so their order may change how much there is to do
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int k = g.begin(i); k < g.end(i); ++k)
      sum += x[g.column[k]];
    x[i] = sum;
  }
// CHECK: :[[#@LINE+1]]:1: irregular: {{.*}}; iterations read 'label' where others
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int k = g.row[i]; k < g.row[i + 1]; ++k) {
      const int own = label[i], other = label[g.column[k]];
      const int high = own > other ? own : other;
      if (label[high] == high)
        label[high] = own + other - high;
    }
// CHECK: :[[#@LINE+1]]:1: irregular: {{.*}}; iterations read 'vertices' where others
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int k = g.row[i]; k < g.row[i + 1]; ++k)
      vertices[i].rank += vertices[g.column[k]].rank;
// CHECK: :[[#@LINE+1]]:1: irregular: {{.*}}; iterations read 'grid' where others
#pragma omp parallel for
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < i; ++j)
      grid[i * m + j] += grid[(i - 1) * m + j];
#pragma omp parallel
  {
// CHECK: :[[#@LINE+1]]:1: irregular: {{.*}}; iterations read 'x' where others
#pragma omp for
    for (int i = 1; i < n; ++i)
      for (int j = 0; j < i; ++j)
        x[i] += x[i - 1];
  }
}

// CHECK-NOT: where others
void others(int n, int m, const Graph &g, const double *x, double *y,
            std::vector<std::vector<double>> &rows, Vertex *vertices,
            double *matrix, double *found) {
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
// One row each.
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < i; ++j) {
      rows[i][j] += rows[i][j - 1];
      for (int k = 0; k < j; ++k)
        matrix[i * m + j] -= matrix[i * m + k] * matrix[i * m + j - 1];
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
// Atomic.
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int k = g.row[i]; k < g.row[i + 1]; ++k) {
#pragma omp atomic
      y[g.column[k]] += x[i];
    }
}
