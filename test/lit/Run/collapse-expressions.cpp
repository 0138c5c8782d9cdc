// `collapse` takes any constant, also one that differs between the instances of
// a template. The load belongs to the innermost loop that is scheduled.
// RUN: %clangxx -std=c++17 -O1 -I%include %s -o %t
// RUN: env OMP_NUM_THREADS=1 %t
#include "Inputs/asks-for-loads.h"
#include <type_traits>

constexpr int two() { return 2; }
enum { Two = 2 };

template <int Loops> static void nest(int n) {
#pragma ompx usersched(load: i + 1)
#pragma omp parallel for collapse(Loops)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 2; ++k)
        ;
}

// With statements around the inner loops.
template <class T> static void imperfect(int n) {
#pragma ompx usersched(load: i * 10 + 1)
#pragma omp parallel for collapse(T::value + 1)
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < 2; ++j) {
      int z = 3;
      for (int k = 0; k < 2; ++k)
        ++z;
      (void)z;
    }
  }
}

template <int Loops> static void triangle(int n) {
#pragma ompx usersched(load: i + 1)
#pragma omp parallel for collapse(Loops)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      ;
}

template <int Loops> static void tiles(int n) {
#pragma ompx usersched(load: i + 1)
#pragma omp parallel for collapse(Loops)
#pragma omp tile sizes(2, 2)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 2; ++k)
        ;
}

// The bodies of member functions are read before the rest of their class.
const int Depth = 1;
struct Grid {
  void fill(int n) {
#pragma ompx usersched(load: i + 1)
#pragma omp parallel for collapse(Depth)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < 2; ++j)
        ;
  }
  static const int Depth = 2;
};

int main() {
  nest<1>(3);
  expect("one loop", {1, 2, 3});
  nest<2>(3);
  expect("two loops", {1, 1, 2, 2, 3, 3});
  nest<3>(2);
  expect("three loops", {1, 1, 1, 1, 2, 2, 2, 2});
  imperfect<std::integral_constant<int, 0>>(2);
  expect("imperfect, one", {1, 11});
  imperfect<std::integral_constant<int, 1>>(2);
  expect("imperfect, two", {1, 1, 11, 11});
  triangle<1>(3);
  expect("triangle, one", {1, 2, 3});
  triangle<2>(3);
  expect("triangle, two", {1, 0, 0, 2, 2, 0, 3, 3, 3});
  tiles<1>(4);
  expect("tiles, one", {6, 14});
  auto inLambda = [](auto Loops) {
    const std::vector<int> W = {3, 4};
#pragma ompx usersched(load: w + 1)
#pragma omp parallel for collapse(decltype(Loops)::value)
    for (int w : W)
      for (int j = 0; j < 2; ++j)
        (void)w;
  };
  inLambda(std::integral_constant<int, 1>());
  expect("generic lambda, one", {4, 5});
  inLambda(std::integral_constant<int, 2>());
  expect("generic lambda, two", {4, 4, 5, 5});
#pragma ompx usersched(load: i * 10 + j + 1)
#pragma omp parallel for collapse(two() * Two - sizeof(char[2]))
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      ;
  expect("expression", {1, 2, 11, 12});
  Grid().fill(2);
  expect("member", {1, 1, 2, 2});
  return Failures;
}
