// A load may select an element of a pack: the region captures only that one.
//
// RUN: %clangxx-run -std=c++26 -O2 -o %t && %t
#include <cstdio>

constexpr int N = 1000;
static int Hits[N];

template <class... T> static void sum(T... W) {
#pragma ompx usersched(load : W...[1][I] + 1)
#pragma omp parallel for
  for (int I = 0; I < N; ++I)
    Hits[I] += W...[1][I];
}

int main() {
  static int A[N], B[N];
  for (int I = 0; I < N; ++I)
    B[I] = I;
  for (int Time = 0; Time < 3; ++Time)
    sum(A, B);
  int Wrong = 0;
  for (int I = 0; I < N; ++I)
    Wrong += Hits[I] != 3 * I;
  if (Wrong)
    std::printf("%d sums are wrong\n", Wrong);
  return Wrong > 0;
}
