// A sparse matrix-vector product whose loop is the block of a page; the result
// is compared with that of a serial loop.
#include <omp.h>
#include <vector>
#if __has_include(<tbb/parallel_for.h>)
#include <tbb/parallel_for.h>
#endif

int main() {
  const int n = 2000;
  std::vector<int> row(n + 1);
  for (int i = 0; i < n; ++i)
    row[i + 1] = row[i] + 500 / (i + 1) + i % 3;
  std::vector<double> value(row[n], 0.5), x(n, 2), y(n), expected(n);
  const auto row_product = [&](int i) {
    double sum = 0;
    for (int k = row[i]; k < row[i + 1]; ++k)
      sum += value[k] * x[k % n];
    return sum;
  };
  for (int i = 0; i < n; ++i)
    expected[i] = row_product(i);
BLOCK
  return y != expected;
}
