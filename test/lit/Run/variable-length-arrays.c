// A load may read an array whose length only the program knows: the region
// captures the array, not a copy of its first element. The load read what was
// behind the copy.
//
// RUN: %clang-run -O0 -o %t && %t 100000
// RUN: %clang-run -O2 -o %t && %t 100000
#include <stdio.h>
#include <stdlib.h>

static long weights(int m) {
  long sum = 0, loads = 0;
#pragma omp parallel
  {
    int work[m];
    double half[m];
    for (int i = 0; i < m; ++i)
      half[i] = (work[i] = i % 7) / 2.0;
    // A load of something else than 0 to 6 would be the stack's.
#pragma ompx usersched(load: work[i] >= 0 && work[i] < 7 ? work[i] : (abort(), 1))
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < m; ++i)
      sum += work[i];
#pragma ompx usersched(load: half[i] <= 3 ? half[i] : (abort(), 1))
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < m; ++i)
      sum += work[i];
#pragma ompx usersched
#pragma omp for reduction(+ : loads)
    for (int i = 0; i < m; ++i)
      for (int k = 0; k < work[i]; ++k)
        ++loads;
  }
  return sum - 2 * loads;
}

int main(int argc, char **argv) {
  for (int time = 0; time < 3; ++time)
    if (weights(atoi(argv[argc - 1])) != 0)
      return 1;
  return 0;
}
