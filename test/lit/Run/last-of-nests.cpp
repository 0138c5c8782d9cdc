// Of a nest that is not rectangular, the last numbers may stand for no
// iteration: then a lastprivate variable has the value of another thread than
// Clang would take it from, or keeps its value, if there is no iteration.
// RUN: %clangxx-run -std=c++17 -O2 -o %t && %t
// RUN: %clangxx-run -std=c++17 -O0 -o %t && %t
#include <cstdio>
#include <omp.h>
#include <vector>

static int wrong;

static void expect(const char *loop, int threads, long expected, long last) {
  if (last == expected)
    return;
  std::printf("%s, %d threads: %ld instead of %ld\n", loop, threads, last,
              expected);
  ++wrong;
}

template <class T> static void nests(int threads, T n) {
  long last = -1, expected = -1;
  // n or more from the diagonal on.
#pragma ompx usersched(load: 1 + j, chunk: 1)
#pragma omp parallel for collapse(2) lastprivate(last)
  for (T i = 0; i < n; ++i)
    for (T j = i; j < n; ++j)
      last = i * 1000 + j;
  if (n > 0)
    expected = (n - 1) * 1000 + n - 1;
  expect("upper triangle", threads, expected, last);

  // None at all, and a variable that is read before the loop.
  last = 5;
#pragma omp parallel num_threads(threads)
  {
#pragma ompx usersched(load: 1 + j)
#pragma omp for collapse(2) firstprivate(last) lastprivate(last)
    for (T i = 0; i < n; ++i)
      for (T j = i; j < i; ++j)
        last = i * 1000 + j;
  }
  expect("no iteration", threads, 5, last);

  // Within others, whose variables may be of a class.
  std::vector<int> rows = {3, 1, 2};
  last = expected = -1;
#pragma ompx usersched(load: *row + j, profile: off)
#pragma omp parallel for collapse(3) lastprivate(last)
  for (auto row = rows.begin(); row != rows.end(); ++row)
    for (T i = n; i > 0; --i)
      for (T j = 20; j > i; --j)
        last = (*row * 1000 + i) * 1000 + j;
  for (T i = n; i > 0; --i)
    for (T j = 20; j > i; --j)
      expected = (2000 + i) * 1000 + j;
  expect("three loops", threads, expected, last);

  // Whole rows without an iteration at the end. (Of a nest whose first row has
  // none, Clang 19 may take the number of iterations for a huge one.)
  if (n < 7)
    return;
  last = expected = -1;
#pragma ompx usersched(load: 1 + j, steal: off)
#pragma omp parallel for collapse(2) lastprivate(last)
  for (T i = 2; i < 2 * n; i += 3)
    for (T j = 2 * i; j < n; j += 2)
      last = i * 1000 + j;
  for (T i = 2; i < 2 * n; i += 3)
    for (T j = 2 * i; j < n; j += 2)
      expected = i * 1000 + j;
  expect("empty rows", threads, expected, last);
}

int main() {
  for (int threads = 1; threads <= 8; ++threads) {
    omp_set_num_threads(threads);
    for (int n : {0, 1, 2, 7, 19, 40}) {
      nests<int>(threads, n);
      nests<long>(threads, n);
      nests<short>(threads, n);
    }
    nests<unsigned>(threads, 19);
  }
  return wrong != 0;
}
