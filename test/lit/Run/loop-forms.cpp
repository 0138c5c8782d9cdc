// Every iteration of every canonical loop form runs exactly once, whatever the
// team size, in the first execution and in later ones.
// RUN: %clangxx-run -O1 -o %t
// RUN: env OMP_NUM_THREADS=1 %t
// RUN: env OMP_NUM_THREADS=2 %t
// RUN: env OMP_NUM_THREADS=8 %t
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

static std::vector<int> hits;

static void expect(const char *form, int count, int each) {
  for (int i = 0; i < count; ++i)
    if (hits[i] != each) {
      std::printf("%s: iteration %d ran %d times\n", form, i, hits[i]);
      std::exit(1);
    }
  hits.assign(hits.size(), 0);
}

#define ROUNDS for (int round = 0; round < 3; ++round)

int main() {
  const int n = 1000;
  hits.resize(n + 100);
  std::vector<int> work(n + 100);
  for (int i = 0; i < n; ++i)
    work[i] = i % 13 * (i % 3);

  ROUNDS
#pragma ompx usersched(load: work[i])
#pragma omp parallel for
  for (int64_t i = n - 1; i >= 0; --i)
    ++hits[i];
  expect("downward", n, 3);

  ROUNDS
#pragma ompx usersched(load: work[i])
#pragma omp parallel for
  for (unsigned i = 0; i < unsigned(n); i += 7)
    ++hits[i / 7];
  expect("stride", (n + 6) / 7, 3);

  ROUNDS
#pragma ompx usersched(load: *p)
#pragma omp parallel for
  for (int *p = work.data(); p != work.data() + n; ++p)
    ++hits[p - work.data()];
  expect("pointer", n, 3);

  ROUNDS
#pragma ompx usersched(load: *it)
#pragma omp parallel for
  for (auto it = work.begin(); it < work.begin() + n; ++it)
    ++hits[it - work.begin()];
  expect("iterator", n, 3);

  ROUNDS
#pragma ompx usersched(load: work[i] * j)
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n / 10; ++i)
    for (int j = 0; j < 10; ++j)
      ++hits[i * 10 + j];
  expect("collapse", n, 3);

  ROUNDS
#pragma ompx usersched(load: w)
#pragma omp parallel for
  for (int &w : work)
    ++hits[&w - work.data()];
  expect("range", n, 3);

  for (int count = 0; count < 5; ++count) {
#pragma ompx usersched(load: work[i])
#pragma omp parallel for
    for (uint8_t i = 0; i < count; ++i)
      ++hits[i];
    expect("few iterations", count, 1);
  }
}
