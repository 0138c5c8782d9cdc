// The loops of a nest may stand in blocks, among statements, behind attributes
// and loop hints; their number may be a named constant.
// RUN: %clangxx-run -std=c++17 -O1 -o %t && %t
// RUN: %clangxx-run -std=c++17 -O0 -g -Rpass=usersched -Wno-error -o %t 2>&1 \
// RUN:   | FileCheck %s
// CHECK-COUNT-5: remark: loop is scheduled
constexpr int Two = 2;
enum { Three = 3 };
struct Grid {
  static constexpr int Loops = 2;
  int sum = 0;
  void add(int n) {
    int s = 0;
#pragma ompx usersched(load: i + j)
#pragma omp parallel for collapse(Loops) reduction(+ : s)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        s += i * n + j;
    sum += s;
  }
};

template <class T> T sum(T n) {
  T s = 0;
#pragma ompx usersched(load: i + j)
#pragma omp parallel for collapse(Two) reduction(+ : s)
  for (T i = 0; i < n; ++i) {
    T row = i * n;
    auto twice = [=] { for (;;) return row; };
    for (T j = 0; j < n; ++j)
      s += twice() + j;
  }
#pragma ompx usersched(load: i + j + k)
#pragma omp parallel for collapse(Three) reduction(+ : s)
  {
    for (T i = 0; i < n; ++i) {
      { struct { T x[1]; } block{{i}}; if (block.x[0] < 0) for (;;); }
      for (T j = 0; j < n; ++j) {
#pragma unroll(2)
        for (T k = 0; k < 2; ++k)
          s += k * j;
      }
    }
  }
#pragma ompx usersched(load: i)
#pragma omp parallel for reduction(+ : s)
  [[clang::nomerge]] for (T i = 0; i < n; ++i)
    s += i;
  return s;
}

int main() {
  Grid grid;
  grid.add(9);
  return grid.sum != 3240 || sum(9) != 3240 + 324 + 36 || sum(8l) != 2016 + 224 + 28;
}
