// An `if` without a condition in a file with an annotated loop.
// RUN: %clangxx %verify %s -std=c++23
// expected-no-diagnostics

constexpr int f(int n) {
  if consteval {
    return n;
  } else {
    return n + 1;
  }
}

void g(int *a, int n) {
#pragma ompx usersched(load: f(i))
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    if consteval {
      a[i] = 0;
    } else {
      a[i] = 1;
    }
}

constexpr int h(int n) {
  if consteval {
    return n;
  } else {
    return n + 1;
  }
}
