// What the library does may take longer in some iterations; what only names,
// moves or reads an element does not.
// RUN: %usersched_suggest %s -- -std=c++17 | FileCheck %s
#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

void unknown(int n, const std::vector<std::vector<int>> &v, std::string *s,
             std::vector<std::vector<int>> &to, char **c, long *out,
             const std::function<int(int)> &g, std::map<int, int> *m) {
// CHECK: :[[#@LINE+1]]:1: unknown: calls 'operator()' (line [[#@LINE+3]]), which may take longer in some iterations
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    out[i] = g(i);
// CHECK: unknown: calls 'strlen'
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    out[i] = std::strlen(c[i]);
// CHECK: unknown: calls 'vector'
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    std::vector<int> copy = v[i];
    out[i] = copy[0];
  }
// CHECK: unknown: calls 'operator='
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    to[i] = v[i];
// CHECK: unknown: calls 'resize'
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    s[i].resize(i);
// CHECK: unknown: calls 'find'
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    out[i] = s[i].find("x");
// CHECK: unknown: calls 'clear'
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    m[i].clear();
// CHECK: unknown: makes arrays (line [[#@LINE+3]]) whose lengths depend on the iteration
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    c[i] = new char[i]();
}

void regular(int n, std::vector<std::vector<int>> &v, double *x,
             std::vector<std::vector<int>> &to, long *out) {
// CHECK: :[[#@LINE+1]]:1: regular
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    to[i] = std::move(v[i]);
// CHECK: :[[#@LINE+1]]:1: regular
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    out[i] = v[i].size() + v[i].front() + *v[i].begin();
// CHECK: :[[#@LINE+1]]:1: regular
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    std::vector<double> own(10, 0.5);
    x[i] = std::sqrt(x[i]) + own[0] + std::pair<int, int>(i, i).first;
  }
}
