// What the iteration changes before the loop is no load.
// RUN: %usersched_suggest %s -- -std=c++17 | FileCheck %s
#include <cstring>
#include <tuple>
#include <utility>

struct Row {
  int first, last, n;
};
static void get(const Row &r, int &length) { length = r.last - r.first; }
static void get_c(const Row *r, int *length) { *length = r->last - r->first; }
static void exchange(int &a, int &b) { std::swap(a, b); }
static bool is_long(const Row &r, bool &is) { return is = r.n > 3; }

void changed(int n, Row *r, Row *to, const int *length, double *y) {
// CHECK: :[[#@LINE+2]]:1: irregular: its loop (line [[#@LINE+6]]) has a length that depends on the iteration
// CHECK-NEXT: {{usersched$}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int length = 0;
    get(r[i], length);
    for (int j = 0; j < length; ++j)
      y[i] += j;
  }
// CHECK: :[[#@LINE+2]]:1: irregular
// CHECK-NEXT: {{usersched$}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int length = 0;
    get_c(&r[i], &length);
    for (int j = 0; j < length; ++j)
      y[i] += j;
  }
// CHECK: :[[#@LINE+2]]:1: irregular
// CHECK-NEXT: {{usersched$}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int a = 4, b = i;
    exchange(a, b);
    for (int j = 0; j < a; ++j)
      y[i] += j;
  }
// CHECK: :[[#@LINE+2]]:1: irregular
// CHECK-NEXT: {{usersched$}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int length = 0;
    std::memcpy(&length, &r[i].last, sizeof length);
    for (int j = 0; j < length; ++j)
      y[i] += j;
  }
// CHECK: :[[#@LINE+2]]:1: irregular
// CHECK-NEXT: {{usersched$}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int first, last;
    std::tie(first, last) = std::make_tuple(r[i].first, r[i].last);
    for (int j = first; j < last; ++j)
      y[i] += j;
  }
// CHECK: :[[#@LINE+2]]:1: irregular
// CHECK-NEXT: {{usersched$}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    bool is = false;
    is_long(r[i], is);
    if (is)
      for (int j = 0; j < r[i].last; ++j)
        y[i] += j;
  }
// What an element was before is not what it is.
// CHECK: :[[#@LINE+2]]:1: irregular: its loop (line [[#@LINE+6]]) runs r[i].n times
// CHECK-NEXT: {{usersched$}}
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    Row &row = r[i];
    row.n = length[i];
    for (int j = 0; j < row.n; ++j)
      y[i] += j;
  }
// Another object's field.
// CHECK: (load: 1 + r[i].n)
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    to[i].n = length[i];
    for (int j = 0; j < r[i].n; ++j)
      y[i] += j;
  }
// But what is written behind the loop may be read.
// CHECK: (load: 1 + r[i].n)
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < r[i].n; ++j)
      y[i] += j;
    r[i].n = length[i];
  }
// Another variable than the one that is changed.
// CHECK: (load: 1 + length[i])
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int count = length[i], other = 0;
    get(r[i], other);
    for (int j = 0; j < count; ++j)
      y[i] += other;
  }
}
