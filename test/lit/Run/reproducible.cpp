// The reductions of a loop have the same bits for any number of threads, in
// every execution, with and without optimization, and in the serial function.
// Without reduction blocks they have not.
// RUN: %clangxx-run -O0 -o %t && %t > %t.O0
// RUN: %clangxx-run -O2 -o %t && %t > %t.O2
// RUN: diff %t.O0 %t.O2
// RUN: not env USERSCHED_REPRODUCIBLE=off %t
// RUN: %clangxx-run -O1 -DKEY=off -o %t
// RUN: not %t
// RUN: env USERSCHED_REPRODUCIBLE=on %t | diff - %t.O2
#include "usersched.h"
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <omp.h>
#include <vector>
#ifndef KEY
#define KEY on
#endif

// Not trivially copyable, but no more than its bytes.
struct Sums {
  double of[2];
  Sums() : of{0, 0} {}
  Sums(const Sums &other) : of{other.of[0], other.of[1]} {}
  ~Sums() {}
};
#pragma omp declare reduction(+ : Sums : omp_out.of[0] += omp_in.of[0],        \
                              omp_out.of[1] += omp_in.of[1])
#pragma omp declare reduction(+ : std::complex<float> : omp_out += omp_in)

static std::vector<double> terms;

static double sum(long n) {
  double s = 0.5;
#pragma ompx usersched(load: i % 100 < 3 ? 500 : i & 7, reproducible: KEY)
#pragma omp parallel for reduction(+ : s)
  for (long i = 0; i < n; ++i)
    s += terms[i];
  return s;
}
static float chainOfFloats(unsigned n) {
  float s = 0, product = 1;
#pragma omp parallel
  for (int times = 0; times < 3; ++times) {
#pragma ompx usersched(load: 1, reproducible: KEY)
#pragma omp for reduction(+ : s) nowait
    for (unsigned i = 0; i < n; ++i)
      s += terms[i];
#pragma ompx usersched(prefix: i, chunk: 300, reproducible: KEY)
#pragma omp for reduction(* : product)
    for (unsigned i = 0; i < n; i += 3)
      product *= 1 + (i % 5 - 2) * 1e-3f;
  }
  return s + product;
}
static double everything(int n, float *bins, int size) {
  double least = 1e300;
  Sums sums;
  std::complex<float> complex;
  int last = -1, total = 0;
  float row[3] = {};
#pragma omp parallel
  {
#pragma ompx usersched(load: i + j * 0.5, reproducible: KEY)
#pragma omp for collapse(2) reduction(min : least) reduction(+ : sums, complex, total, row, bins[1:size]) lastprivate(last)
    for (int i = n / 7; i > 0; --i)
      for (int j = 0; j < 7; ++j) {
        double term = terms[(i - 1) * 7 + j];
        least = term < least ? term : least;
        sums.of[j & 1] += term;
        complex += std::complex<float>(term, 1.f / i);
        row[j % 3] += term;
        bins[1 + i % size] += term;
        last = i * 7 + j;
        ++total;
      }
  }
  if (total != n / 7 * 7 || last != (n < 7 ? -1 : 13))
    std::exit(2);
  double all = least + sums.of[0] - sums.of[1] + complex.real() - complex.imag();
  for (int k = 0; k < 3; ++k)
    all = all * 3 + row[k];
  for (int k = 0; k < size; ++k)
    all = all * 3 + bins[1 + k];
  return all;
}

static double serialSum(long n) {
  double result;
  usersched_reduce(
      n, sizeof result,
      [](uint64_t first, uint64_t end, void *value, void *) {
        double s = 0;
        for (; first < end; ++first)
          s += terms[first];
        std::memcpy(value, &s, sizeof s);
      },
      [](void *left, const void *right, void *) {
        *static_cast<double *>(left) += *static_cast<const double *>(right);
      },
      &result, nullptr);
  return 0.5 + result;
}

int main() {
  unsigned random = 1;
  for (int i = 0; i < 40000; ++i) {
    random = random * 1664525 + 1013904223;
    terms.push_back((int(random >> 8) - (1 << 23)) * (random % 7 ? 1e-3 : 1e5));
  }
  for (int n : {0, 1, 5, 1500, 40000}) {
    double expected[3] = {};
    for (int threads : {1, 2, 3, 4, 8, 16})
      for (int times = 0; times < 6; ++times) {
        omp_set_num_threads(threads);
        std::vector<float> bins(12);
        double results[3] = {sum(n), chainOfFloats(n),
                             everything(n, bins.data(), 10)};
        if (threads == 1 && times == 0)
          std::memcpy(expected, results, sizeof results);
        else if (std::memcmp(expected, results, sizeof results))
          return 1;
      }
    double serial = serialSum(n);
    if (std::memcmp(&expected[0], &serial, sizeof serial))
      return 3;
    std::printf("%a %a %a\n", expected[0], expected[1], expected[2]);
  }
}
