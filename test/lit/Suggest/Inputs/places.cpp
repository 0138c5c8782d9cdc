#include "places.h"
#include <vector>

#define TRIANGLE(n, y)                                                         \
  for (int i = 0; i < n; ++i)                                                  \
    for (int j = 0; j < i; ++j)                                                \
      y[i] += j;

void f(int n, double *y, float *z) {
#pragma omp parallel for \
    schedule(static)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      y[i] += j;
	 #  pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      y[i] += j;
  triangle(n, y);
  triangle(n, z);
}

// Two instances with the same load.
template <typename T> void walk(int n, const T &rows, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (auto v : rows[i])
      y[i] += v;
}
template void walk(int, const std::vector<std::vector<int>> &, double *);
template void walk(int, const std::vector<std::vector<long>> &, double *);

// No instance: the length of what T is cannot be said.
template <typename T> void walk_later(int n, const T &rows, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (auto v : rows[i])
      y[i] += v;
}

void g(int n, double *y) {
#pragma omp parallel for
  TRIANGLE(n, y)
}
