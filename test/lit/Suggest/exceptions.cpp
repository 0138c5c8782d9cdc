// A load reads nothing that the iteration may leave unread by an exception.
// RUN: %usersched_suggest %s -- | FileCheck %s
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.cpp && %usersched_suggest --apply %t/a.cpp -- > %t/out
// RUN: %clangxx -O1 -w %t/a.cpp %link -o %t/a.out
// RUN: env OMP_NUM_THREADS=3 %t/a.out | FileCheck %s --check-prefix=SUM
#include <cstdio>

static int lengths[300], parts[300];
static long sums[300];

static void check(int i) {
  if (parts[i] == 0)
    throw i;
}
__attribute__((noinline)) void unseen(int i);

static void run() {
// CHECK: {{^}}    #pragma ompx usersched(load: parts[i] != 0 ? 1 + lengths[i] / parts[i] : 1)
#pragma omp parallel for
  for (int i = 0; i < 300; ++i)
    try {
      if (parts[i] == 0)
        throw i;
      for (int j = 0; j < lengths[i] / parts[i]; ++j)
        ++sums[i];
    } catch (int) {
    }
// CHECK: {{^}}    #pragma ompx usersched{{$}}
#pragma omp parallel for
  for (int i = 0; i < 300; ++i)
    try {
      check(i);
      for (int j = 0; j < lengths[i] / parts[i]; ++j)
        ++sums[i];
    } catch (int) {
    }
// CHECK: {{^}}    #pragma ompx usersched{{$}}
#pragma omp parallel for
  for (int i = 0; i < 300; ++i)
    try {
      unseen(i);
      for (int j = 0; j < lengths[i] / parts[i]; ++j)
        ++sums[i];
    } catch (int) {
    }
// CHECK: {{^}}    #pragma ompx usersched{{$}}
#pragma omp parallel for
  for (int i = 0; i < 300; ++i)
    try {
      const int part = parts[i] ? parts[i] : throw i;
      for (int j = 0; j < lengths[i] / parts[i]; ++j)
        sums[i] += part > 0;
    } catch (int) {
    }
// CHECK: {{^}}    #pragma ompx usersched{{$}}
#pragma omp parallel for
  for (int i = 0; i < 300; ++i)
    try {
      if (parts[i])
        throw i;
    } catch (int) {
      for (int j = 0; j < lengths[i] / parts[i]; ++j)
        ++sums[i];
    }
// CHECK: {{^}}    #pragma ompx usersched{{$}}
#pragma omp parallel for
  for (int i = 0; i < 300; ++i) {
    try {
      check(i);
    } catch (int) {
      continue;
    }
    for (int j = 0; j < lengths[i] / parts[i]; ++j)
      ++sums[i];
  }
// Neither is what stands behind a block that `break` leaves under its conditions.
// CHECK: {{^}}    #pragma ompx usersched{{$}}
#pragma omp parallel for
  for (int i = 0; i < 300; ++i) {
    do {
      if (parts[i] == 0)
        break;
      for (int j = 0; j < lengths[i] / parts[i]; ++j)
        ++sums[i];
    } while (false);
    for (int j = 0; j < lengths[i]; ++j)
      sums[i] += 2;
  }
}

int main() {
  for (int i = 0; i < 300; ++i) {
    lengths[i] = i % 17;
    parts[i] = i % 3;
  }
  run();
  long sum = 0;
  for (long s : sums)
    sum += s;
  // SUM: sum 12847
  std::printf("sum %ld\n", sum);
}

void unseen(int i) { check(i); }
