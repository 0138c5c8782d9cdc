// Clang emits a loop without iterations, behind a branch that is never taken.
// RUN: %clangxx-run -std=c++17 -O0 -Wno-division-by-zero -o %t && %t
// RUN: %clangxx-run -std=c++17 -O2 -Wno-division-by-zero -o %t && %t
#include <vector>

static int cost(int i) { return i + 1; }
struct Weights {
  std::vector<int> of;
  ~Weights() {}
  int operator[](int i) const { return of.at(i); }
};
static Weights weights(int i) { return {std::vector<int>(i + 1)}; }

int main(int argc, char **) {
  int ran = 0, last = 7;
#pragma ompx usersched(load: cost(i))
#pragma omp parallel for reduction(+ : ran)
  for (int i = 3; i < 3; ++i)
    ++ran;
  // With what throws, and with temporaries.
#pragma ompx usersched(load: weights(i + j)[0], subspaces: cost(argc))
#pragma omp parallel for collapse(2) reduction(+ : ran) lastprivate(last)
  for (int i = 0; i < argc; ++i)
    for (unsigned j = 5; 5 > j; j += 2)
      last = ++ran;
#pragma omp parallel
  {
#pragma ompx usersched(load: [&](int k) { return weights(k)[k]; }(i))
#pragma omp for simd reduction(+ : ran) nowait
    for (int i = 9; i > 10; --i)
      ++ran;
  }
#pragma ompx usersched(load: weights(j)[i])
#pragma omp parallel for collapse(3) reduction(+ : ran) lastprivate(last)
  for (int k = 3; k < 3; ++k)
    for (int i = 0; i < argc; ++i)
      for (int j = i; j < argc; ++j)
        last = ++ran;
  return ran != 0 || last != 7;
}
