// A scheduled iteration of transformed loops has the sum of the loads of the
// iterations in it: of a tile's, of those that are unrolled together. The tile
// at the end may have fewer.
// RUN: %clangxx -std=c++17 -fopenmp-version=60 -O0 -I%include %s -o %t0
// RUN: env OMP_NUM_THREADS=1 %t0
// RUN: %clangxx -std=c++17 -fopenmp-version=60 -O2 -g -I%include %s -o %t2
// RUN: env OMP_NUM_THREADS=1 %t2
#include "Inputs/asks-for-loads.h"
#include <array>
#include <type_traits>

static std::vector<int> W = {5, 1, -3, 2, 7, 1, 1, 9, 4, 4, 2};
static const int N = 11;
struct Pair {
  int First;
  long Second;
};

#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#define LOOP(LOAD, CLAUSES, TRANSFORMATION)                                    \
  PRAGMA(ompx usersched(load : LOAD))                                          \
  PRAGMA(omp parallel for CLAUSES)                                             \
  PRAGMA(omp TRANSFORMATION)

template <int Size, class T> static void tiled(T n) {
  LOOP(W[i], , tile sizes(Size))
  for (T i = 0; i < n; ++i)
    ;
}

static void oneLoop() {
  LOOP(W[i], , tile sizes(4))
  for (int i = 0; i < N; ++i)
    ;
  expect("tile", {8, 18, 10});
  LOOP(W[i], , unroll partial(3))
  for (int i = 0; i < N; ++i)
    ;
  expect("unroll", {6, 10, 14, 6});
  LOOP(W[i], , reverse)
  for (int i = 0; i < N; ++i)
    ;
  expect("reverse", {2, 4, 4, 9, 1, 1, 7, 2, 0, 1, 5});
  LOOP(W[i] / 2.0, , tile sizes(3))
#pragma omp unroll partial(2)
  for (int i = 0; i < N; ++i)
    ;
  expect("tile of unroll", {8, 10});
  LOOP(2, , tile sizes(4))
  for (int i = 0; i < N; ++i)
    ;
  expect("constant", {8, 8, 6});
  LOOP(2, , reverse)
  for (int i = 0; i < 3; ++i)
    ;
  expect("constant, one by one", {2, 2, 2});
  LOOP(i < 8 ? 1UL << 62 : ~0UL, , tile sizes(4))
  for (int i = 0; i < N; ++i)
    ;
  expect("huge", {0x1p63, 0x1p63, 0x1p63});
  tiled<4>(N);
  expect("template", {8, 18, 10});
  tiled<5>(static_cast<unsigned char>(N));
  expect("template, unsigned char", {15, 19, 2});
  auto inLambda = [](auto Size) {
#pragma ompx usersched(load: W[i] + 1)
#pragma omp for
#pragma omp tile sizes(decltype(Size)::value)
    for (long i = 0; i < N; ++i)
      ;
  };
  inLambda(std::integral_constant<int, 4>());
  expect("generic lambda", {11, 22, 13});
}

static void otherForms() {
  LOOP(x, , tile sizes(4))
  for (int x : W)
    (void)x;
  expect("range", {8, 18, 10});
  std::array<Pair, 5> Pairs = {{{1, 2}, {3, 4}, {5, 6}, {7, 8}, {9, 10}}};
  LOOP(p + q, , tile sizes(2))
  for (auto &[p, q] : Pairs)
    (void)p;
  expect("bindings", {10, 26, 19});
  LOOP(*it, , tile sizes(4))
  for (auto it = W.begin(); it < W.end(); it += 2)
    ;
  expect("iterator", {13, 6});
  LOOP(*p, , tile sizes(4))
  for (const int *p = W.data() + 10; p >= W.data(); --p)
    ;
  expect("pointer", {19, 11, 6});
}

static void nests() {
  LOOP(i * 10 + j, , interchange)
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 2; ++j)
      ;
  expect("interchange", {30, 33});
  LOOP(i * 10 + j, collapse(2), interchange)
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 2; ++j)
      ;
  expect("interchange, collapsed", {0, 10, 20, 1, 11, 21});
  LOOP(i * 10 + j + 1, , tile sizes(2, 2))
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      ;
  expect("tiles", {42, 66});
  LOOP(i * 10 + j + 1, collapse(2), tile sizes(2, 2))
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      ;
  expect("tiles, collapsed", {26, 16, 43, 23});
  // The loop inside a tile's iteration is the iteration's own.
  LOOP(i, , tile sizes(2))
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      ;
  expect("loop in a tile", {1, 2});
#pragma ompx usersched(load: i + j)
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 2; ++i) {
#pragma omp tile sizes(2)
    for (int j = 0; j < 3; ++j)
      ;
  }
  expect("inner tile", {1, 2, 3, 3});
  LOOP(i + j, collapse(2), reverse)
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      ;
  expect("outer reverse", {1, 2, 3, 0, 1, 2});
}

int main() {
  oneLoop();
  otherForms();
  nests();
  return Failures;
}
