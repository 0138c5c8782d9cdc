// Reduction arrays that do not fit the memory that may be used end the program
// in words, before the loop. With more memory the loop runs; arrays that fit
// need no more memory if the loop runs often.
// RUN: %clang-run -O1 -o %t
// RUN: %t 1000 10000
// RUN: not --crash env USERSCHED_REPRODUCIBLE_MIB=1 %t 1000000 1 2>&1 \
// RUN:   | FileCheck %s
// RUN: env USERSCHED_REPRODUCIBLE_MIB=32 %t 1000000 1
// RUN: %clang-run -O1 -fsanitize=address,undefined -o %t
// RUN: %t 100 20
#include <stdlib.h>
#include <sys/resource.h>

// CHECK: usersched: the reduction variables of the loop at {{.*}}reproducible-memory.c:[[@LINE+4]] have 4000000 bytes, but with 'reproducible: on' they may have 1048576; set USERSCHED_REPRODUCIBLE_MIB to the MiB that the blocks may take, or remove 'reproducible'
static void reduce(int n, int size, float *bins) {
#pragma omp parallel num_threads(2)
#pragma ompx usersched(load: 1, reproducible: on)
#pragma omp for reduction(+ : bins[0:size])
  for (int i = 0; i < n; ++i)
    bins[i % size] += 1;
}

int main(int argc, char **argv) {
  int size = atoi(argv[1]), times = atoi(argv[argc - 1]);
  float *bins = calloc(size, sizeof *bins);
  struct rlimit stack = {32 << 20, 32 << 20};
  if (setrlimit(RLIMIT_STACK, &stack))
    return 2;
  for (int i = 0; i < times; ++i)
    reduce(size, size, bins);
  for (int i = 0; i < size; ++i)
    if (bins[i] != times)
      return 1;
  free(bins);
  return 0;
}
