// The inferred load of each iteration is 1 and the iterations of the loops in it, whatever
// form these have. Only what the iteration itself reads is read. Sanitizers call functions
// that may end the program; behind these, nothing is counted.
// RUN: %clangxx -std=c++17 -O0 -I%include %s -o %t0 && %t0 | FileCheck %s
// RUN: %clangxx -std=c++17 -O2 -g -I%include %s -o %t2 && %t2 | FileCheck %s
// RUN: %clangxx -std=c++17 -O1 -fsanitize=address,undefined -I%include %s -o %ta && %ta | FileCheck %s --check-prefix=SAFE
// CHECK: 66 loops, 1320 loads, 0 wrong
// SAFE: 66 loops, 1320 loads

#include "../Run/Inputs/asks-for-loads.h"
#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <omp.h>

static constexpr int N = 20;
static int Loops, Compared, Wrong;
static std::function<int64_t(int)> Expected;

// Compares the loads of the loop that ends at Line.
static void compare(int Line) {
  ++Loops;
  for (int i = 0; i < int(Loads.size()); ++i) {
    ++Compared;
    if (Loads[i] == double(1 + Expected(i)))
      continue;
    ++Wrong;
    std::printf("line %d, iteration %d: %g, not %ld\n", Line, i, Loads[i],
                long(1 + Expected(i)));
  }
}

#ifdef __OPTIMIZE__
static constexpr bool IsOptimized = true;
#else
static constexpr bool IsOptimized = false;
#endif
static volatile long Sink; // what keeps a loop in the body
#define TEXT(...) _Pragma(#__VA_ARGS__)
// A loop over i with BODY, whose iterations have EXPECTED iterations of inner loops.
#define OVER(HEAD, EXPECTED, ...)                                              \
  Expected = [&](int i) -> int64_t {                                           \
    (void)i;                                                                   \
    return EXPECTED;                                                           \
  };                                                                           \
  TEXT(ompx usersched)                                                         \
  TEXT(omp parallel for num_threads(1))                                        \
  HEAD { __VA_ARGS__ }                                                         \
  compare(__LINE__);
#define UP(EXPECTED, ...)                                                      \
  OVER(for (int i = 0; i < N; ++i), EXPECTED, __VA_ARGS__)

struct Graph {
  struct Range {
    const int *first, *last;
    const int *begin() const { return first; }
    const int *end() const { return last; }
  };
  const int *const *rows;
  Range neighbours(int v) const { return {rows[v], rows[v + 1]}; }
  int degree(int v) const { return static_cast<int>(rows[v + 1] - rows[v]); }
  void count(const std::vector<int> &row) const {
    UP(degree(i), for (int n : neighbours(i)) Sink = n;)
    UP(row[i + 1] - row[i], for (int j = row[i]; j < row[i + 1]; ++j) Sink = j;)
  }
};

template <typename T> void inTemplate(const T *length) {
  UP(length[i], for (T j = 0; j < length[i]; ++j) Sink = long(j);)
}

static inline void visit(const int *length, int i) {
  for (int j = 0; j < length[i]; ++j)
    Sink = j;
}

int main() {
  std::vector<int> row(N + 1), length(N), values(500), out(N);
  std::vector<std::vector<long>> lists(N);
  std::vector<const int *> rows = {&values[0]};
  std::vector<std::unique_ptr<int[]>> some(N); // null where i is no multiple of 3
  for (int i = 0; i < N; ++i) {
    length[i] = (i * 7) % 11;
    row[i + 1] = row[i] + length[i];
    lists[i].resize(length[i]);
    rows.push_back(rows[i] + length[i]);
    if (i % 3 == 0)
      some[i].reset(new int[1]{i});
  }
  std::vector<int> through(N + 1), thirds(N + 1);
  for (int i = 0; i < N; ++i) {
    through[i + 1] = through[i] + row[length[i]];
    thirds[i + 1] = thirds[i] + (some[i] ? i : 0);
  }
  const Graph graph = {rows.data()};
  graph.count(row);
  inTemplate(std::vector<unsigned>(length.begin(), length.end()).data());
  inTemplate(std::vector<int64_t>(length.begin(), length.end()).data());
  inTemplate(std::vector<short>(length.begin(), length.end()).data());
  const int n = N, *const starts = row.data();

  // One loop.
  UP(length[i], visit(length.data(), i);)
  UP(length[i], for (long x : lists[i]) Sink = x;)
  UP(length[i], for (auto x = lists[i].begin(); x != lists[i].end(); ++x) Sink = *x;)
  UP(i, for (int j = 0; j < i; ++j) Sink = j;)
  UP(n - i, for (int j = i; j < n; ++j) Sink = j;)
  UP(n - i, for (int j = n - 1; j >= i; --j) Sink = j;)
  UP((i + 2) / 3, for (int j = 0; j < i; j += 3) Sink = j;)
  UP(i + 1, int j = 0; do { Sink = j; } while (j++ < i);)
  UP(i, int j = i; while (j > 0) { Sink = j; --j; })
  UP(i, int j = i; while (j-- > 0) Sink = j;)
  UP(std::min(length[i], 5), const int most = std::min(length[i], 5);
     for (int j = 0; j < most; ++j) Sink = j;)
  UP(length[i], for (size_t j = 0; j < lists[i].size(); ++j) Sink = lists[i][j];)
  UP(length[i], for (unsigned j = 0; j < lists[i].size(); ++j) Sink = lists[i][j];)
  UP(length[i], for (int j = 0; j < int(lists[i].size()); j++) Sink = lists[i][j];)
  UP(length[i], for (int j = 0; j <= length[i] - 1; ++j) Sink = j;)
  UP(length[i] / 2, for (int j = length[i]; j >= 2; j -= 2) Sink = j;)
  UP(std::max(length[i] - 3, 0), for (int j = 3; j < length[i]; ++j) Sink = j;)
  UP(length[i], auto run = [&](int m) { for (int j = 0; j < m; ++j) Sink = j; };
     run(length[i]);)

  // A loop that may end early counts as a whole.
  UP(length[i], for (int j = 0; j < length[i]; ++j) if (Sink == 5) break;)
  UP(length[i], for (long x : lists[i]) { if (x == Sink) break; Sink = x; })

  // Several loops, and loops in loops.
  UP(length[i] + 2 * i, for (int j = 0; j < length[i]; ++j) Sink = j;
     for (int j = 0; j < 2 * i; ++j) Sink = j;)
  UP(i + i * 8, for (int j = 0; j < i; ++j) for (int k = 0; k < 8; ++k) Sink = k;)
  UP(i + i * (i - 1) / 2, for (int j = 0; j < i; ++j) for (int k = 0; k < j; ++k) Sink = k;)
  UP(i + i * length[i], const int m = length[i];
     for (int j = 0; j < i; ++j) for (int k = 0; k < m; ++k) Sink = k;)

  // Loops in loops whose number varies in a way that has no formula: the load runs the loop
  // around them, if it ends as in the iteration. A store to Sink may be one to the lengths
  // without optimization.
  auto run = [&](int n) { return IsOptimized ? row[n] : 0; };
  UP(i + run(i), for (int j = 0; j < i; ++j) for (int k = 0; k < length[j]; ++k) Sink = k;)
  UP(i + 1 + run(i + 1), int j = 0; do { for (int k = 0; k < length[j]; ++k) Sink = k; } while (j++ < i);)
  UP(i + run(i), for (int j = i; j-- > 0;) for (int k = 0; k < length[j]; ++k) Sink = k;)
  UP(i + run(i), for (int j = 0; j < i; ++j) for (int k = row[j]; k < row[j + 1]; ++k) Sink = k;)
  UP(i + 2 * run(i), for (int j = 0; j < i; ++j) {
    for (int k = 0; k < length[j]; ++k) Sink = k;
    for (int k = 0; k < length[j]; ++k) Sink = k; })
  UP(i + run(i) + (IsOptimized ? through[i] : 0), for (int j = 0; j < i; ++j)
    for (int k = 0; k < length[j]; ++k) for (int l = 0; l < length[k]; ++l) Sink = l;)
  UP(IsOptimized ? std::min(i, 3) + row[std::min(i, 3)] : i, for (int j = 0; j < i; ++j) {
    if (length[j] == 10) break;
    for (int k = 0; k < length[j]; ++k) Sink = k; })
  UP(i + (IsOptimized ? thirds[i] : 0), for (int j = 0; j < i; ++j)
    if (some[j]) for (int k = 0; k < some[j][0]; ++k) Sink = k;)
  UP(i + run(i), double real = i; for (int j = 0; j < i; ++j) {
    for (int k = 0; k < length[j]; ++k) real = std::sqrt(real);
    Sink = long(real); })
  UP(i, for (int j = 0; j < i; ++j) if (Sink == 5) for (int k = 0; k < length[j]; ++k) Sink = k;)
  UP(i, for (int j = 0; j < i; ++j) { if (Sink == 5) break; for (int k = 0; k < length[j]; ++k) Sink = k; })

  // Parallel regions in the iteration, whatever their schedule and team.
#define REGION(...)                                                            \
  UP(length[i], TEXT(omp parallel for __VA_ARGS__) for (int j = 0; j < length[i]; ++j) Sink = j;)
  REGION()
  REGION(if (i > 5) num_threads(i))
  REGION(schedule(dynamic, 2))
  UP(length[i], const int m = length[i]; if (m > 5) {
    TEXT(ompx usersched) TEXT(omp parallel for) for (int j = 0; j < m; ++j) Sink = j;
  } else for (int j = 0; j < m; ++j) Sink = j;)
  UP(length[i] + i, long sum = 0;
     TEXT(omp parallel for reduction(+ : sum)) for (int j = 0; j < length[i]; ++j) sum += Sink;
     for (int j = 0; j < i; ++j) Sink = sum;)
  UP(length[i] + run(length[i]) + (IsOptimized ? length[i] : 0), TEXT(omp parallel) {
    TEXT(omp for) for (int j = 0; j < length[i]; ++j) for (int k = 0; k < length[j]; ++k) Sink = k;
    TEXT(omp for) for (int j = 0; j < length[i]; ++j) Sink = j; })
  // Which iterations a thread gets in chunks is not said.
  UP(0, TEXT(omp parallel for schedule(static, 2)) for (int j = 0; j < length[i]; ++j) Sink = j;)

  // Calls of OpenMP's own functions in front of a loop.
  UP(length[i], const int me = omp_get_thread_num() + omp_get_max_threads();
     for (int j = 0; j < length[i]; ++j) Sink = me;)

  // Behind `new` and `delete`, but not behind calls that no compiler may leave out.
  UP(length[i] + i, int *own = new int(i); for (int j = 0; j < length[i]; ++j) Sink = *own;
     delete own; for (int j = 0; j < i; ++j) Sink = j;)
  UP(IsOptimized ? length[i] : 0, std::vector<char> own(i + 1); for (int j = starts[i]; j < starts[i + 1]; ++j) Sink = own[0];)
  UP(i + (IsOptimized ? length[i] : 0), for (int j = 0; j < i; ++j) { auto own = std::make_unique<int[]>(8); Sink = own[0]; }
     for (int j = 0; j < length[i]; ++j) Sink = j;)
  UP(0, int *own = new int[i + 1]; for (int j = 0; j < length[i]; ++j) Sink = j; delete[] own;)
  UP(0, void *own = ::operator new(i + 1); for (int j = 0; j < length[i]; ++j) Sink = j; ::operator delete(own);)
  UP(i, int *own = new int[1]{i}; for (int j = 0; j < *own; ++j) Sink = j; delete[] own;)

  // Loops under conditions: the load tests these, too.
  UP(i % 3 == 0 ? i : 0, if (some[i]) for (int j = 0; j < some[i][0]; ++j) Sink = j;)
  UP(i % 3 == 0 ? i : 0, if (!some[i]) continue; for (int j = 0; j < *some[i].get(); ++j) Sink = j;)
  UP(i % 3 == 0 ? i : 4, const int *p = some[i].get(); const int most = p ? *p : 4;
     for (int j = 0; j < most; ++j) Sink = j;)
  UP(0, const int *p = some[Sink + i].get(); if (Sink == 5) for (int j = 0; j < *p; ++j) Sink = j;)
  UP(0, if (length[i] > 5 && Sink == 5) Sink = 6; else for (int j = 0; j < i; ++j) Sink = j;)
  UP(i % 2 ? length[i] : i, switch (i % 2) {
    case 1: for (int j = 0; j < length[i]; ++j) Sink = j; break;
    default: for (int j = 0; j < i; ++j) Sink = j; })

  // A count that the iteration may change before the loop is what it was before. Without
  // optimization, the vector's pointer might change, too.
  UP(IsOptimized ? length[i] : 0, out[i] = 7; for (int j = row[i]; j < row[i + 1]; ++j) out[i] ^= j;)

  // A comparison of such counts only chooses one, even if what is compared is read under a
  // condition, and stands there twice.
  const int *const lengths = length.data();
#define SMALLER(X, Y) ((X) < (Y) ? (X) : (Y))
  UP(IsOptimized ? std::min(i % 2 ? lengths[i] : i, row[i]) : 0, out[i] = 7; const int *p = i % 2 ? lengths : nullptr;
     for (int j = SMALLER(p ? p[i] : i, starts[i]); j > 0; --j) Sink = j;)

  // A reference that is chosen from one that is chosen.
  UP(std::min(n / 4, std::max(length[i] - 3, 0)), const int quarter = n / 4;
     const int most = std::min(quarter, std::max(length[i] - 3, 0));
     for (int j = 0; j < most; ++j) Sink = j;)

  // Other headers.
  OVER(for (unsigned i = 0; i < unsigned(N); ++i), length[i], visit(length.data(), i);)
  OVER(for (long i = N; i > 0; --i), length[N - 1 - i], visit(length.data(), i - 1);)
  OVER(for (auto &list : lists), length[i], for (long x : list) Sink = x;)
  std::printf("%d loops, %d loads, %d wrong\n", Loops, Compared, Wrong);
}
