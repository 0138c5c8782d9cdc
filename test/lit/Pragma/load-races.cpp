// A load may not read what other iterations of its loop write; what its own
// iteration writes, it may.
// RUN: %clangxx %verify %s
// RUN: %clangxx %verify -std=c++20 %s
#include <atomic>
#include <vector>

void other_iterations(int *row, int *degree, const int *column, int *flag,
                      const std::vector<std::vector<int>> &lists, double *y,
                      int n) {
#pragma ompx usersched(load: row[i + 1] - row[i]) // expected-warning {{reads 'row', which other iterations of this loop may write at the same time; that would be a data race; read a copy that is made before the loop}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    row[i] = 0; // expected-note {{it is written here}}
#pragma ompx usersched(load: degree[i]) // expected-warning {{reads 'degree'}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int k = row[i]; k < row[i + 1]; ++k)
      degree[column[k]]--; // expected-note {{it is written here}}
#pragma ompx usersched(load: degree[i]) // expected-warning {{reads 'degree'}}
#pragma omp parallel for
  for (int i = 0; i != n; ++i)
    for (int v : lists[i])
      degree[v] = 0; // expected-note {{it is written here}}
#pragma ompx usersched(load: flag[i] ? degree[i] : 1) // expected-warning {{reads 'flag'}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    flag[i] = 0;
    for (int k = row[i]; k < row[i + 1]; ++k) {
      const int v = column[k];
      flag[v] = 1; // expected-note {{it is written here}}
    }
  }
#pragma ompx usersched(load: degree[2 * i]) // expected-warning {{reads 'degree'}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    degree[i] = 0; // expected-note {{it is written here}}
#pragma ompx usersched(load: degree[i]) // expected-warning {{reads 'degree'}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      degree[j] += y[i] > y[j]; // expected-note {{it is written here}}
#pragma ompx usersched(load: degree[3 * i + 2]) // expected-warning {{reads 'degree'}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 6; ++k)
      degree[3 * i + k] = 0; // expected-note {{it is written here}}
#pragma ompx usersched(load: degree[i + 2]) // expected-warning {{reads 'degree'}}
#pragma omp parallel for
  for (int i = 0; i < n; i += 2)
    degree[i] = 0; // expected-note {{it is written here}}
#pragma ompx usersched(prefix: row[i]) // expected-warning {{reads 'row'}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    row[i + 1] = 0; // expected-note {{it is written here}}
#pragma omp parallel
  {
#pragma ompx usersched(load: row[i + 1]) // expected-warning {{reads 'row'}}
#pragma omp for
    for (int i = 0; i < n; ++i)
      row[i] += 1; // expected-note {{it is written here}}
  }
}

struct Vertex {
  int degree;
  bool isNew;
};

class Graph {
  int *degree;
  std::vector<int> column;

public:
  int degree_of(int v) const { return degree[v]; }
  void members(int n) {
#pragma ompx usersched(load: degree[i]) // expected-warning {{reads 'degree'}}
#pragma omp parallel for
    for (int i = 0; i < n; ++i)
      degree[column[i]]--; // expected-note {{it is written here}}
#pragma ompx usersched(load: degree_of(i))
#pragma omp parallel for
    for (int i = 0; i < n; ++i)
      degree[i]--;
  }
};

template <class T> void of_template(std::vector<T> &all, int n) {
#pragma ompx usersched(load: all[i].degree) // expected-warning {{reads 'all'}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    all[all[i].degree].degree = 0; // expected-note {{it is written here}}
}
template void of_template(std::vector<Vertex> &, int);

void orphaned(int *row, int n) {
  auto call = [&] {
#pragma ompx usersched(load: row[i + 1]) // expected-warning {{reads 'row'}}
#pragma omp for
    for (int i = 0; i < n; ++i)
      row[i] = 1; // expected-note {{it is written here}}
  };
#pragma omp parallel
  call();
#pragma ompx usersched(load: row[2 * i]) // expected-warning {{reads 'row'}}
#pragma omp for
  for (int i = 0; i < n; ++i)
    row[i] = 1; // expected-note {{it is written here}}
}

// What an iteration writes of its own, and what is not one element for certain.
void own_iteration(int *row, const int *column, const int *order, int *degree,
                   double *y, std::vector<Vertex> &all, int (*table)[8], int n,
                   int m) {
#pragma ompx usersched(load: row[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    row[i] = 0;
#pragma ompx usersched(load: degree[order[i]])
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    const int v = order[i];
    degree[v] = 0;
  }
#pragma ompx usersched(load: degree[2 * i] + degree[2 * i + 1])
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    degree[2 * i] = 0;
    degree[2 * i + 1] = 0;
  }
#pragma ompx usersched(load: degree[3 * i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k)
      degree[3 * i + k] = 0;
#pragma ompx usersched(load: degree[i * m])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < m; ++k)
      degree[i * m + k] = 0;
#pragma ompx usersched(load: degree[3 * i + 2])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 5; ++k)
      degree[3 * i + k] = 0;
#pragma ompx usersched(load: degree[i] + degree[i + 1])
#pragma omp parallel for
  for (int i = n - 2; i >= 0; i -= 2) {
    degree[i] = 0;
    degree[i + 1] = 0;
  }
#pragma ompx usersched(load: degree[i + 1])
#pragma omp parallel for
  for (int i = 0; i < n; i += m)
    degree[i] = 0;
#pragma ompx usersched(load: degree[i * m + 1])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    degree[i * m] = 0;
#pragma ompx usersched(load: y[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    if (i == 0)
      y[0] = 0;
#pragma ompx usersched(load: table[i][0] + table[i][1])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 8; ++k)
      table[i][k] = k;
#pragma ompx usersched(load: table[i][j])
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 8; ++j)
      table[i][j] = 0;
#pragma ompx usersched(load: all[i].degree)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    all[column[i]].isNew = false;
#pragma ompx usersched(load: y[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int k = row[i]; k < row[i + 1]; ++k)
      y[k] = 0;
#pragma ompx usersched(load: y[i])
#pragma omp parallel for
  for (int i = 1; i < n; ++i)
    if (i == 1)
      y[0] = 0;
#pragma ompx usersched(prefix: row[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    row[i] = 0;
#pragma ompx usersched(load: v.degree)
#pragma omp parallel for
  for (Vertex &v : all)
    v.degree = 0;
#pragma ompx usersched(load: degree[0] + i)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    degree[m] = 0;
}

// What the check does not show: parts of one array, rows that data select
// elements of, iterations that take turns, forms of an index that it does not
// know, and transformed loops.
int part_of(int);
void not_shown(int *degree, const int *column, const std::vector<Vertex> &all,
               int n, int m) {
#pragma ompx usersched(load: degree[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    degree[n + column[i]] = 0;
#pragma ompx usersched(load: degree[2 * i + 1])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    degree[2 * column[i]] = 0;
#pragma ompx usersched(load: degree[n + i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    degree[column[i]] = 0;
#pragma ompx usersched(load: degree[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    degree[2 * n - 1 - i] = 0;
#pragma ompx usersched(load: degree[i * m])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < m; ++k)
      degree[i * m + column[k]] = 0;
#pragma ompx usersched(load: degree[8 * i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int *own = degree + 8 * i;
    for (int k = 0; k < m; ++k)
      own[column[k]]++;
    int next = 8 * i;
    degree[next++] = 0;
  }
#pragma ompx usersched(load: degree[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < m; ++k)
      if (column[k] == i)
        degree[column[k]] = 0;
#pragma ompx usersched(load: i % 2 ? 1 : degree[i + 1])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    if (i < m)
      degree[i] = 0;
#pragma ompx usersched(load: degree[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    degree[part_of(i)] = 0;
    degree[i < n ? i : 0] = 0;
    int own[1] = {i};
    degree[own[0]] = 0;
  }
#pragma ompx usersched(load: degree[v.degree])
#pragma omp parallel for
  for (const Vertex &v : all)
    degree[v.degree] = 0;
#pragma ompx usersched(load: degree[i])
#pragma omp parallel for
#pragma omp tile sizes(8)
  for (int i = 0; i < n; ++i)
    degree[i] = 0;
}

// Copies of each thread, and synchronized writes.
void copies(int *degree, const int *column, std::atomic<int> *atomic, int n) {
  int count[16] = {};
#pragma ompx usersched(load: count[i % 16] + count[i]) // expected-warning {{reads the thread's own 'count'}}
#pragma omp parallel for reduction(+ : count)
  for (int i = 0; i < n; ++i)
    ++count[column[i]];
#pragma ompx usersched(load: degree[i]) // expected-warning {{reads the thread's own 'degree'}}
#pragma omp parallel for reduction(+ : degree[ : n])
  for (int i = 0; i < n; ++i)
    ++degree[column[i]];
#pragma ompx usersched(load: atomic[i].load())
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    --atomic[column[i]];
#pragma ompx usersched(load: degree[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int degree[16] = {};
    degree[column[i]] = 1;
  }
}

// Who writes what a load reads follows from each index. They may contradict each
// other: then nobody does.
void diagonals(int (*a)[100], int d, int n) {
#pragma ompx usersched(load: a[i + 1][d - i - 1]) // expected-warning {{reads 'a'}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i][d - i] = 1; // expected-note {{written here}}
#pragma ompx usersched(load: a[i + 1][d - i - 2])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i][d - i] = 1;
#pragma ompx usersched(load: a[i - 1][i - 1]) // expected-warning {{reads 'a'}}
#pragma omp parallel for
  for (int i = 1; i < n; ++i)
    a[i][i] = 1; // expected-note {{written here}}
#pragma ompx usersched(load: a[i + 1][i - 1] + a[i + 1][i + 3])
#pragma omp parallel for
  for (int i = 1; i < n; ++i)
    a[i][i] = 1;
#pragma ompx usersched(load: a[i + 1][2 * i + 1]) // an odd column: nobody's
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i][2 * i] = 1;
#pragma ompx usersched(load: a[i + 1][2 * i + 2]) // expected-warning {{reads 'a'}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i][2 * i] = 1; // expected-note {{written here}}
}
