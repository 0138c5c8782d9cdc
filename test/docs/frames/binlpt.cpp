// What BinLPT's libgomp declares, so that a program for it compiles.
#include <omp.h>
#include <vector>

unsigned omp_loop_register(const char *) { return 1; }
void omp_loop_unregister(unsigned) {}
void omp_set_workload(unsigned, unsigned *, unsigned, bool) {}
constexpr omp_sched_t omp_sched_binlpt = omp_sched_auto;

int main() {
  const int n = 100;
  std::vector<int> row(n + 1);
  for (int i = 0; i < n; ++i)
    row[i + 1] = row[i] + i;
  std::vector<double> y(n), expected(n);
  const auto row_product = [&](int i) { return 0.5 * row[i]; };
  for (int i = 0; i < n; ++i)
    expected[i] = row_product(i);
BLOCK
  return y != expected;
}
