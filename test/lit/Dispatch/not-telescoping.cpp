// Loads that are no difference of neighbours, or not always, are inspected, and
// nothing is said about them.
// RUN: %clangxx -w -O0 -c -o %t %s -Rpass-analysis=usersched -Xclang -verify
// RUN: %clangxx -w -O2 -c -o %t %s -Rpass-analysis=usersched -Xclang -verify
// RUN: %clangxx -w -O2 %ir %s | FileCheck %s
// expected-no-diagnostics
#include "Inputs/telescoping.h"
#include <algorithm>
#include <cstdlib>
#include <vector>

int opaque(int i);
__attribute__((noinline)) static int slow(const int *x, int i) { return x[i]; }
struct Graph {
  int *offsets, count;
  int degree(int v) const {
    if (v >= count)
      std::abort();
    return offsets[v + 1] - offsets[v];
  }
};

// Other elements.
LOOP(two_apart, UP, x[i + 2] - x[i], const int *x)
LOOP(other_step, BY_TWO, x[i + 1] - x[i], const int *x)
LOOP(other_array, UP, y[i] - x[i], const int *x, const int *y)
LOOP(other_scale, UP, x[i + 1] - 2 * x[i], const int *x)
LOOP(other_sign, UP, x[i + 1] + x[i], const int *x)
LOOP(permuted, UP, x[y[i] + 1] - x[y[i]], const int *x, const int *y)
LOOP(vectors, UP, x[i].size(), const std::vector<std::vector<int>> &x)
LOOP(one_fixed, UP, x[i] - x[0], const int *x)
// Sums that are no prefix.
LOOP(less_three, UP, x[i + 1] - x[i] - 3, const int *x)
LOOP(times, UP, (x[i + 1] - x[i]) * m, const int *x, int m)
LOOP(and_more, UP, x[i + 1] - x[i] + m, const int *x, int m)
LOOP(and_number, UP, x[i + 1] - x[i] + i, const int *x)
LOOP(half, UP, (x[i + 1] - x[i]) / 2, const int *x)
LOOP(square, UP, (x[i + 1] - x[i]) * (x[i + 1] - x[i]), const int *x)
LOOP(low_byte, UP, (unsigned char)(x[i + 1] - x[i]), const int *x)
LOOP(at_least, UP, std::max(x[i + 1] - x[i], 1), const int *x)
LOOP(real, UP, 0.5 * (x[i + 1] - x[i]), const int *x)
LOOP(number, UP, i, int)
// Conditions and what may not be evaluated.
LOOP(guarded, UP, i < m ? x[i + 1] - x[i] : 0, const int *x, int m)
LOOP(checked, UP, g.degree(i), const Graph &g)
LOOP(called, UP, opaque(i + 1) - opaque(i), int)
#ifdef __OPTIMIZE__ // else all functions are marked so
LOOP(not_inlined, UP, slow(x, i + 1) - slow(x, i), const int *x)
#endif
LOOP(device, UP, x[i + 1] - x[i], const volatile int *x)
LOOP(atomic, UP,
     __atomic_load_n(x + i + 1, 5) - __atomic_load_n(x + i, 5), const int *x)
// Nests: neighbours of the inner loop are none where a row ends.
#define PAIR(NAME, LOAD)                                                       \
  void NAME(int n, const int *x) {                                             \
    TEXT(ompx usersched(load : LOAD))                                          \
    NEST;                                                                      \
  }
PAIR(outer, x[i + 1] - x[i])
PAIR(inner, x[j + 1] - x[j])

// CHECK-NOT: usersched.prefix.function
