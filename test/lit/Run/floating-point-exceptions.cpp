// What the runtime computes, and what it looks at before an iteration, is no
// floating-point exception of the program: neither a flag, nor a signal where
// the program asks for one.
// RUN: %clangxx-run -O2 -o %t
// RUN: %t && env OMP_NUM_THREADS=2 %t && env OMP_NUM_THREADS=9 %t
// RUN: env USERSCHED_CHUNK=9007199254740993 %t
// RUN: env USERSCHED_REPORT=%t.json USERSCHED_TRACE=%t.trace.json %t
#include <cfenv>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <omp.h>

static constexpr int n = 20000;
static double sums[n];
static int at[n];
double scale = 1e30;
double zero; // for all that the compiler knows, another file changes it

#define TEXT(...) _Pragma(#__VA_ARGS__)
#define LOOP(NAME, PRAGMA, DIRECTIVE, ...)                                     \
  static void NAME() {                                                         \
    TEXT(PRAGMA)                                                               \
    TEXT(DIRECTIVE)                                                            \
    for (int i = 0; i < n; ++i) {                                              \
      __VA_ARGS__;                                                             \
    }                                                                          \
  }
LOOP(constant, ompx usersched(load: 1), omp parallel for, sums[i] = i)
LOOP(linear, ompx usersched(load: i + 1), omp parallel for, sums[i] = i)
LOOP(real, ompx usersched(load: 0.5 * i), omp parallel for, sums[i] = i)
LOOP(infinite, ompx usersched(load: i / zero), omp parallel for, sums[i] = i)
LOOP(huge, ompx usersched(load: 1e308 * i), omp parallel for, sums[i] = i)
LOOP(scaled, ompx usersched(load: i * scale), omp parallel for, sums[i] = i)
LOOP(forgotten, ompx usersched(load: 0.1 * i, profile: off), omp parallel for,
     sums[i] = i)
LOOP(unstolen, ompx usersched(load: 0.1 * i, steal: off), omp parallel for,
     sums[i] = i)
LOOP(tasks, ompx usersched(load : 0.1 * i), omp parallel master taskloop,
     sums[i] = i)
// The load divides by what an iteration has not yet written.
LOOP(inferred, ompx usersched, omp parallel for, sums[at[i]] = 1 + i % 7;
     for (int j = 0; j < int(100 / sums[i]); ++j) at[i] += j & 0)

// Returns 1 if a loop that computes with integers only raises anything.
static int ofChunks() {
  long sum = 0;
  int raised = 0;
#pragma omp parallel
  feclearexcept(FE_ALL_EXCEPT);
#pragma ompx usersched(load : 0.5, chunk : 100.3, reproducible : on)
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += i;
#pragma omp parallel reduction(| : raised)
  raised = fetestexcept(FE_ALL_EXCEPT);
  if (sum != n * (n - 1L) / 2)
    return printf("sum: %ld\n", sum), 1;
  return raised ? printf("blocks raised: %x\n", unsigned(raised)), 1 : 0;
}

int main() {
  if (ofChunks())
    return 1;
  const auto loops = {constant, linear,    real,     infinite, huge,
                      scaled,   forgotten, unstolen, tasks,    inferred};
  const auto run = [&] {
    for (int time = 0; time < 20; ++time)
      for (auto *loop : loops) {
        for (int i = 0; i < n; ++i)
          at[i] = i, sums[i] = 0;
        loop();
      }
  };
  constexpr int unusual = FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW;
#pragma omp parallel
  feclearexcept(unusual);
  run();
  int raised = 0;
#pragma omp parallel reduction(| : raised)
  raised = fetestexcept(unusual);
  if (raised)
    return printf("raised: %x\n", unsigned(raised)), 1;
  // What iterations raise stays.
#pragma omp parallel reduction(| : raised)
  {
#pragma ompx usersched(load : i / zero)
#pragma omp for
    for (int i = 0; i < n; ++i) {
      volatile double quotient = i / zero;
      sums[i] = quotient;
    }
    raised = fetestexcept(FE_DIVBYZERO);
    feclearexcept(unusual);
    feenableexcept(unusual);
  }
  if (!raised)
    return puts("lost"), 1;
  run();
}
