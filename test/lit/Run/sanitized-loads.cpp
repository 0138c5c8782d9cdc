// No sanitizer checks the numbers that tell loads from others: the conversions
// are not the user's. A check of them ended the program.
//
// RUN: %clangxx-run -O1 -fsanitize=undefined,integer,implicit-conversion \
// RUN:   -fsanitize-trap=all -o %t && %t
// RUN: %clangxx-run -O0 -fsanitize=undefined,integer,implicit-conversion \
// RUN:   -fsanitize-trap=all -o %t && %t
#include <initializer_list>
#include <limits>

template <typename T> static long sum(T scale) {
  long sum = 0;
#pragma ompx usersched(load : scale < 2 || scale != scale ? i : i + scale)
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 1000; ++i)
    sum += i;
  return sum;
}

int main() {
  long all = sum(-1) + sum(-2L) + sum<short>(-3) + sum(3u);
  for (double scale : {-1.5, 0.5, 1e3, std::numeric_limits<double>::quiet_NaN()})
    all += sum(scale) + sum(static_cast<float>(scale));
  return all != 12 * 499500;
}
