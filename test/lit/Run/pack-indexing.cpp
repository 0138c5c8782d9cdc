// A load may select an element of a pack: the region captures only that one.
// In a generic lambda, nothing is selected yet: clang crashed.
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

static void generic() {
#pragma ompx usersched(load : [](auto... X) { return X...[0]; }(I, 2))
#pragma omp parallel for
  for (int I = 0; I < N; ++I)
    ++Hits[I];
#pragma ompx usersched(                                                        \
    load : [](auto X) { return _Generic(X, int : 1, default : 2); }(I))
#pragma omp parallel for
  for (int I = 0; I < N; ++I)
    --Hits[I];
}

int main() {
  static int A[N], B[N];
  for (int I = 0; I < N; ++I)
    B[I] = I;
  for (int Time = 0; Time < 3; ++Time)
    sum(A, B);
  generic();
  int Wrong = 0;
  for (int I = 0; I < N; ++I)
    Wrong += Hits[I] != 3 * I;
  if (Wrong)
    std::printf("%d sums are wrong\n", Wrong);
  return Wrong > 0;
}
