// A lambda in a load may capture the variable of a range-for, may have classes
// of its own, whose `this` is not that of the loop, and may change its copy of
// the loop variable.
// RUN: %clangxx-run -std=c++20 -O0 -o %t && %t
// RUN: %clangxx-run -std=c++20 -O2 -o %t && %t
#include <atomic>
#include <utility>
#include <vector>

static std::atomic<int> evaluated, wrong;
static std::vector<std::vector<int>> rows(300, std::vector<int>(7, 1));
static std::vector<std::pair<int, long>> pairs(300, {2, 3});

static long load(long value, long expected) {
  ++evaluated;
  wrong += value != expected;
  return value;
}

template <class Rows> static int generic(const Rows &all) {
  int sum = 0;
#pragma ompx usersched(                                                        \
    load : load([&](auto n){return [&]{return row[n];}();}(3), 1))
#pragma omp parallel for reduction(+ : sum)
  for (const auto &row : all)
    sum += row[0];
  return sum;
}

int main() {
  int sum = 0;
#pragma ompx usersched(load : load([&]{return row.size();}(), 7))
#pragma omp parallel for reduction(+ : sum)
  for (auto &row : rows)
    sum += row[0];
#pragma ompx usersched(load : load([ =, n = row[1] ]{return n + row[2];}(), 2))
#pragma omp parallel for reduction(+ : sum)
  for (auto row : rows)
    sum += row[0];
#pragma ompx usersched(load : load([&]{return first * second;}(), 6))
#pragma omp parallel for reduction(+ : sum)
  for (auto [first, second] : pairs)
    sum += first;
  if (sum + generic(rows) != 5 * 300 || evaluated < 4 * 300 || wrong)
    return 1;

  evaluated = 0;
#pragma ompx usersched(load : load([i]{struct Local{int n; int get() const {   \
                                       return n + this->n;}};                  \
                                       return Local{i}.get();}(),              \
                                   2 * i))
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 300; ++i)
    sum += i;
  if (evaluated < 300 || wrong || sum != 4 * 300 + 300 * 299 / 2)
    return 1;

#pragma ompx usersched(load : load([i]() mutable {                             \
                                      int bits = 0;                            \
                                      while (i) { ++bits; i >>= 1; }           \
                                      return bits;                             \
                                    }(),                                       \
                                   i ? 32 - __builtin_clz(i) : 0))
#pragma omp parallel for reduction(- : sum)
  for (int i = 0; i < 300; ++i)
    sum -= i;
  return wrong || sum != 4 * 300;
}
